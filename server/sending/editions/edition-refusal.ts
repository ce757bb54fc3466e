import type { Hold } from './editions.ts'
import type { EditionState } from './tables.ts'

/** What a person can do next with an edition, as a code that is shown as a command, a button or a link. */
export type NextStep =
  | {
      readonly step: SimpleStep
      readonly date: string
      /** Whether it needs confirmation first, since it cannot be undone. */
      readonly yes?: boolean
    }
  | { readonly step: 'resolve'; readonly date: string; readonly decisions: readonly Decision[] }

type SimpleStep =
  | 'build'
  | 'preview'
  | 'hold'
  | 'release'
  | 'send'
  | 'status'
  | 'pause'
  | 'resume'
  | 'cancel'
  | 'retry'
  | 'resolve-by-log'
  | 'correct'
  | 'mark-sent'

/** What a person can decide about deliveries whose outcome is unknown. */
export type Decision = 'resend' | 'assume-submitted'

/** absent: there is none · changed: another process changed it at the same moment · marked: a person said that it went out ·
 *  not-due: nobody can have it yet · under-way: a mail server has some of it · restored, half-sent: all or some of it went out
 *  before the database was restored. */
type Reason =
  | EditionState
  | 'absent'
  | 'changed'
  | 'held'
  | 'marked'
  | 'not-due'
  | 'under-way'
  | 'restored'
  | 'half-sent'

/** Why each order is refused, and what can be done instead. A state that is not listed allows the order. */
const INSTEAD = {
  build: { frozen: [], paused: [], finished: [], cancelled: ['mark-sent'] },
  hold: {
    absent: ['build'],
    changed: ['hold'],
    frozen: ['pause', 'cancel'],
    paused: ['cancel'],
    finished: ['correct'],
    cancelled: [],
  },
  release: {
    absent: ['build'],
    changed: ['status'],
    frozen: ['pause'],
    paused: ['resume'],
    finished: ['correct'],
    cancelled: [],
  },
  send: {
    absent: ['build'],
    cancelled: [],
    held: ['release'],
    restored: ['resolve-by-log', 'mark-sent', 'release'],
    'half-sent': ['resolve-by-log', 'cancel', 'resume'],
    marked: ['status'],
  },
  pause: { absent: ['build'], built: ['hold'], missed: ['send'], finished: ['status'], cancelled: [] },
  resume: {
    absent: ['build'],
    built: ['send'],
    missed: ['send'],
    finished: ['retry'],
    cancelled: [],
    marked: ['status'],
  },
  cancel: { absent: ['build'], finished: ['correct'] },
  retry: { absent: ['build'], built: ['send'], missed: ['send'], cancelled: [], marked: ['status'] },
  resolve: { absent: ['build'], cancelled: ['resolve'], marked: ['status', 'resolve'], 'not-due': [] },
  'mark-sent': {
    absent: ['build'],
    frozen: ['cancel'],
    paused: ['cancel', 'resume'],
    finished: ['status'],
    marked: ['correct'],
    'not-due': ['hold'],
    'under-way': ['status'],
  },
  correct: { absent: [], built: ['build'], missed: ['build'], cancelled: ['mark-sent'] },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<Reason, readonly NextStep['step'][]>>>>>

export type EditionOrder = keyof typeof INSTEAD
/** The reasons for which an order may be refused. */
export type ReasonOf<Order extends EditionOrder> = keyof (typeof INSTEAD)[Order]

/** Why an order was not carried out, and what can be done instead. */
export interface EditionRefusal extends RefusalDetails {
  readonly order: EditionOrder
  readonly reason: Reason
  /** The Monday, 'YYYY-MM-DD'. */
  readonly date: string
  readonly next: readonly NextStep[]
}

interface RefusalDetails {
  /** For a held edition. */
  readonly held?: Hold
  /** What the person knew about an edition marked as sent. */
  readonly marked?: { readonly at: Date; readonly count: number | undefined }
  /** For an edition that is not due yet. */
  readonly dueAt?: Date
  /** Whether it would go out at once. */
  readonly isDue?: boolean
}

/** The order does not fit the edition's state. The message is for a log; people are shown the refusal in words. */
export class EditionStateError extends Error {
  override readonly name = 'EditionStateError'
  readonly refusal: EditionRefusal

  constructor(refusal: EditionRefusal) {
    super(`The order "${refusal.order}" for the edition of ${refusal.date} is refused: ${refusal.reason}`)
    this.refusal = refusal
  }
}

/** The error for an order that cannot be carried out. */
export function refuse<Order extends EditionOrder>(
  date: string,
  order: Order,
  reason: ReasonOf<Order> & Reason,
  details: RefusalDetails = {},
): EditionStateError {
  const isAsked = reason === 'restored' || reason === 'half-sent' || details.isDue === true
  return new EditionStateError({
    ...details,
    date,
    order,
    reason,
    next: nextSteps(date, order, reason, isAsked),
  })
}

/** The error for an order that the state does not allow; undefined if it does.
 *  @param isAsked  the alternatives need confirmation first, since the database is a restored backup */
export function findRefusal(
  date: string,
  order: EditionOrder,
  state: EditionState,
  { isAsked = false }: { isAsked?: boolean } = {},
): EditionStateError | undefined {
  if (!(state in INSTEAD[order])) return undefined
  return new EditionStateError({ date, order, reason: state, next: nextSteps(date, order, state, isAsked) })
}

const ASKED: ReadonlySet<NextStep['step']> = new Set(['release', 'resume'])

function nextSteps(date: string, order: EditionOrder, reason: Reason, isAsked: boolean): NextStep[] {
  const steps: Partial<Record<Reason, readonly NextStep['step'][]>> = INSTEAD[order]
  return (steps[reason] ?? []).map((step) =>
    // Only sending again is refused; the other decision is always possible.
    step === 'resolve'
      ? { step, date, decisions: ['assume-submitted'] }
      : { step, date, yes: isAsked && ASKED.has(step) },
  )
}

/** What can be done about deliveries that failed or whose outcome is unknown.
 *  @param isOver  whether it was cancelled or is marked as sent, so that nothing more is mailed */
export function listNextSteps({
  date,
  counts,
  isOver,
}: {
  date: string
  counts: { readonly failed: number; readonly unknown: number }
  isOver: boolean
}): NextStep[] {
  const steps: NextStep[] = []
  if (counts.unknown > 0) {
    steps.push({
      step: 'resolve',
      date,
      decisions: isOver ? ['assume-submitted'] : ['resend', 'assume-submitted'],
    })
  }
  if (counts.failed > 0 && !isOver) steps.push({ step: 'retry', date })
  return steps
}
