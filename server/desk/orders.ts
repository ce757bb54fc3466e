import type { Actor } from '../operator/deeds.ts'
import {
  askToCancel,
  askToRelease,
  askToResume,
  askToSend,
  RESOLVE_WORDS,
  type Done,
} from '../operator/order-words.ts'
import { ORDER_TEXTS } from '../operator/order-texts.ts'
import { formatQuantity } from '../../shared/format-number.ts'
import type { EditOrder } from '../sending/editions/edition-edits.ts'
import type { Decision } from '../sending/editions/edition-refusal.ts'
import type { DeskDeps } from './desk-deps.ts'
import { editionLink, editionPath, field, orderForm } from './page.ts'
import { countToCancel } from '../sending/editions/pause-resume-cancel.ts'

/** The fields sent with an order. */
type Fields = Readonly<Record<string, unknown>>

/** An order about one edition, given with a button. */
interface DeskOrder {
  /** The text of the button. */
  readonly words: string
  carryOut(deps: DeskDeps, actor: Actor, date: string, fields: Fields): Promise<Done>
  /** The consequences of an order that cannot be undone, shown before a second confirmation; undefined if it can be undone. */
  ask?(deps: DeskDeps, date: string): Promise<string | undefined>
}

const textOf = (fields: Fields, name: string) => {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}
const optional = (text: string, read: (text: string) => string) =>
  text.trim() === '' ? undefined : read(text)

const write =
  (orderOf: (fields: Fields, actor: Actor) => EditOrder): DeskOrder['carryOut'] =>
  ({ orders }, actor, date, fields) =>
    orders.build(actor, date, { records: 'kept', order: orderOf(fields, actor) })

const takeBack = (kind: 'headline' | 'note'): DeskOrder['carryOut'] =>
  write(() => ({ order: 'take back', kind }))

const resolve = (decision: Decision): Pick<DeskOrder, 'carryOut' | 'ask'> => ({
  carryOut: ({ orders }, actor, date) => orders.resolve(actor, date, decision),
  ask: async ({ newsletter }, date) => {
    const unknown = (await newsletter.findStatus(date))?.counts.unknown ?? 0
    return `This cannot be undone. It is not known whether the mail server took ${formatQuantity(unknown, 'letter')}: ${RESOLVE_WORDS[decision]}.`
  },
})

export const DESK_ORDERS = {
  hold: {
    words: 'Hold it',
    carryOut: ({ orders }, actor, date, fields) =>
      orders.hold(actor, date, optional(textOf(fields, 'reason'), ORDER_TEXTS.holdReason)),
  },
  release: {
    words: 'Release it',
    carryOut: ({ orders }, actor, date) => orders.release(actor, date),
    async ask({ reviews }, date) {
      const review = await reviews.findReview(date)
      return review === undefined ? undefined : askToRelease(review)
    },
  },
  pause: {
    words: 'Pause it',
    carryOut: ({ orders }, actor, date, fields) =>
      orders.pause(actor, date, optional(textOf(fields, 'reason'), ORDER_TEXTS.pauseReason)),
  },
  resume: {
    words: 'Resume it',
    carryOut: ({ orders }, actor, date) => orders.resume(actor, date),
    async ask({ newsletter }, date) {
      const status = await newsletter.findStatus(date)
      return status === undefined ? undefined : askToResume(status)
    },
  },
  cancel: {
    words: 'Cancel it for good',
    carryOut: ({ orders }, actor, date) => orders.cancel(actor, date),
    ask: async ({ db }, date) => askToCancel(date, await countToCancel(db, date)),
  },
  send: {
    words: 'Send it now',
    carryOut: ({ orders }, actor, date) => orders.send(actor, date),
    async ask({ reviews, subscribers }, date) {
      const review = await reviews.findReview(date)
      return review === undefined ? undefined : askToSend(review, await subscribers.count())
    },
  },
  'mark-sent': {
    words: 'Note that it went out',
    carryOut: ({ orders }, actor, date) => orders.markSent(actor, date, {}),
    ask: (_, date) =>
      Promise.resolve(
        `This cannot be undone. For an edition that went out before a backup was restored: it counts as sent on ${date}, at 8:00 AM Chicago, and comes into the archive. Nobody is mailed, now or later. Where you know another time or to how many it went, use the command: edition mark-sent --at TIME --sent N.`,
      ),
  },
  retry: {
    words: 'Try again what failed',
    carryOut: ({ orders }, actor, date) => orders.retry(actor, date),
  },
  'resolve-resend': { words: 'Send the unknown again', ...resolve('resend') },
  'resolve-assume-submitted': { words: 'Count the unknown as taken', ...resolve('assume-submitted') },
  'resolve-by-log': {
    words: 'Read who has it from the log',
    carryOut: ({ orders }, actor, date) => orders.resolveByLog(actor, date, []),
    ask: () =>
      Promise.resolve(
        'This cannot be undone. Whom the log of this machine names as having it does not get it again; it stays paused, and nobody is mailed. Where other machines sent it too, use the command with their logs: edition resolve --from-log FILE...',
      ),
  },
  build: { words: 'Build it', carryOut: ({ orders }, actor, date) => orders.build(actor, date) },
  headline: {
    words: 'Change the headline',
    carryOut: write((fields, { who }) => ({
      order: 'put',
      edit: { kind: 'headline', text: ORDER_TEXTS.headline(textOf(fields, 'text')), by: who.slice(0, 80) },
    })),
  },
  'undo-headline': { words: 'Take the headline back', carryOut: takeBack('headline') },
  note: {
    words: 'Put the note on top',
    carryOut: write((fields) => ({
      order: 'put',
      edit: {
        kind: 'note',
        text: ORDER_TEXTS.note(textOf(fields, 'text')),
        by: ORDER_TEXTS.name(textOf(fields, 'by')),
      },
    })),
  },
  'undo-note': { words: 'Take the note back', carryOut: takeBack('note') },
  drop: {
    words: 'Drop the finding',
    carryOut: write((fields, { who }) => ({
      order: 'put',
      edit: { kind: 'drop', text: ORDER_TEXTS.drop(textOf(fields, 'text')), by: who.slice(0, 80) },
    })),
  },
  'undo-drop': {
    words: 'Put it back',
    carryOut: write((fields) => ({
      order: 'take back',
      kind: 'drop',
      text: ORDER_TEXTS.drop(textOf(fields, 'text')),
    })),
  },
  correct: {
    words: 'File the correction',
    carryOut: ({ orders }, actor, date, fields) =>
      orders.correct(actor, date, {
        text: ORDER_TEXTS.correction(textOf(fields, 'text')),
        factId: optional(textOf(fields, 'figure'), ORDER_TEXTS.drop),
      }),
  },
  'undo-correct': {
    words: 'Take it back',
    carryOut: ({ orders }, actor, date, fields) =>
      orders.withdrawCorrection(actor, date, ORDER_TEXTS.correctionNumber(textOf(fields, 'id'))),
  },
} as const satisfies Readonly<Record<string, DeskOrder>>

export type DeskOrderName = keyof typeof DESK_ORDERS

export const findOrder = (name: string): DeskOrder | undefined =>
  Object.hasOwn(DESK_ORDERS, name) ? DESK_ORDERS[name as DeskOrderName] : undefined

/** The fields of an order. */
interface Held {
  readonly text?: string
  readonly by?: string
  readonly reason?: string
}
const line = (label: string, most: number, { text }: Held) =>
  field('text', label, { most, value: text ?? '', isNeeded: true })
const reason = (most: number, held: Held) =>
  field('reason', 'Why, if you like', { most, value: held.reason ?? '' })

/** The fields of the orders that have any, as HTML. */
export const ORDER_FIELDS = {
  hold: (held: Held) => reason(300, held),
  pause: (held: Held) => reason(250, held),
  headline: (held: Held) => line('Headline, 59 characters at most', 59, held),
  note: (held: Held) =>
    line('Note, 600 characters at most', 600, held) +
    field('by', 'Signed by, as readers see it', { most: 80, value: held.by ?? '', isNeeded: true }),
  drop: (held: Held) => line('Another one, by the id that "edition audit" lists', 300, held),
  correct: (held: Held) => line('What was wrong, and what is right, as readers will see it', 2000, held),
} as const satisfies Partial<Record<DeskOrderName, (held: Held) => string>>

/** The form of a refused order, filled in so that nobody has to retype it.
 *  @param seen  the edition as it is now
 *  @returns HTML; undefined for an order without fields */
export function writeAgain(
  { date, seen }: { date: string; seen: string },
  order: string,
  fields: Fields,
): string | undefined {
  if (!Object.hasOwn(ORDER_FIELDS, order)) return undefined
  const name = order as keyof typeof ORDER_FIELDS
  const typed = { text: textOf(fields, 'text'), by: textOf(fields, 'by'), reason: textOf(fields, 'reason') }
  const figure = textOf(fields, 'figure')
  const form = orderForm(`${editionPath(date)}/${name}`, {
    button: DESK_ORDERS[name].words,
    hidden: { seen, ...(figure === '' ? {} : { figure }) },
    content: ORDER_FIELDS[name](typed),
  })
  return `${form}<p>The edition of ${editionLink(date)}</p>`
}

/** One order as a button, or as a link to the page that asks for confirmation. */
export function orderButton(
  { review: { date }, seen }: { readonly review: { readonly date: string }; readonly seen: string },
  name: DeskOrderName,
  {
    button = DESK_ORDERS[name].words,
    content,
    hidden = {},
    isFinal = false,
    isSecond = true,
  }: {
    button?: string
    content?: string
    hidden?: Readonly<Record<string, string>>
    isFinal?: boolean
    isSecond?: boolean
  } = {},
): string {
  if (isFinal) return `<a class="button" href="${editionPath(date)}/sure/${name}">${button}…</a>`
  return orderForm(`${editionPath(date)}/${name}`, {
    button,
    hidden: { seen, ...hidden },
    isSecond,
    ...(content === undefined ? {} : { content }),
  })
}
