import fc from 'fast-check'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Database } from '../../db/database.ts'
import type { OpenedDatabase } from '../../db/open-database.ts'
import { createLogger } from '../../lib/logger.ts'
import { freezeFor, readers, resetTables, setDatabaseClock } from '../../testing/edition-fixtures.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { cancelEdition, pauseByHand, resolveUnknown, retryEdition } from '../editions/pause-resume-cancel.ts'
import { EditionStateError } from '../editions/edition-refusal.ts'
import { freezeEdition } from '../editions/freeze-edition.ts'
import {
  claimDeliveries,
  FROM_THE_START,
  markSending,
  recordOutcomes,
  renewLeases,
  type Outcome,
} from './ledger.ts'
import { finishEdition } from './finish-edition.ts'

const MONDAY = '2026-11-23'
const EDITION = '1'
const READERS = 5
/** Counted, not timed: as many on a slow machine as on a fast one. */
const RUNS = 12
const LEASE = { leaseSeconds: 900 }
const START = Date.parse('2026-11-23T14:00:00Z')
const OPEN = ['pending', 'claimed', 'sending', 'deferred']

let opened: OpenedDatabase
let db: Database
beforeAll(async () => {
  opened = await createTestDatabase()
  db = opened.db
})
afterAll(() => opened.close())

/** A delivery as a process remembers it. */
interface Held {
  readonly subscriberId: string
  readonly claim: number
  phase: 'claimed' | 'sending'
  /** Known to the process but not yet written. */
  outcome?: Outcome
}

/** The truth outside the database: what the server accepted, who left, what a person ordered. */
interface World {
  minutes: number
  readonly processes: Held[][]
  /** Copies that the server accepted, by subscriber. */
  readonly taken: Map<string, number>
  /** Number of extra copies a person ordered, by subscriber. */
  readonly resends: Map<string, number>
  readonly gone: Set<string>
}

interface Row {
  subscriber_id: string
  state: string
  claim: number
  attempts: number
  reply: string | null
  edition_state: string
  expected_count: number | null
}
async function readRows(): Promise<Map<string, Row>> {
  const rows = await db
    .selectFrom('delivery')
    .innerJoin('edition', 'edition.id', 'delivery.edition_id')
    .select(['subscriber_id', 'delivery.state', 'claim', 'attempts', 'reply'])
    .select(['edition.state as edition_state', 'expected_count'])
    .execute()
  return new Map(rows.map((row) => [row.subscriber_id, row]))
}
const add = (counts: Map<string, number>, id: string) => counts.set(id, (counts.get(id) ?? 0) + 1)

/** Checks what must hold after every step. */
async function expectInvariants({ taken, resends }: World): Promise<void> {
  const rows = await readRows()
  expect(rows.size).toBe(READERS)
  for (const { subscriber_id: id, state, edition_state, expected_count } of rows.values()) {
    expect(expected_count).toBe(READERS)
    const [copies, ordered] = [taken.get(id) ?? 0, resends.get(id) ?? 0]
    expect(copies, `copies that reader ${id} has, ${state}`).toBeLessThanOrEqual(1 + ordered)
    // A copy that may be in the inbox has such a state in the ledger, so that nobody sends it again.
    if (copies > ordered) expect(['sending', 'submitted', 'unknown'], `reader ${id}`).toContain(state)
    if (edition_state === 'finished') expect(OPEN, `reader ${id} of a finished edition`).not.toContain(state)
  }
}

type Step = fc.AsyncCommand<World, World>
const always = () => true
/** @param isOfUse  skips steps that would change nothing, so that a run makes progress */
const step = (
  name: string,
  isOfUse: (world: World) => boolean,
  act: (world: World) => Promise<void>,
): Step => ({
  check: isOfUse,
  run: async (_model, world) => {
    await act(world)
    await expectInvariants(world)
  },
  toString: () => name,
})
const ofProcess = (
  name: string,
  isOfUse: (held: Held) => boolean,
  act: (hand: Held[], world: World) => Promise<void>,
) =>
  fc.nat(2).map((index) =>
    step(
      `${name} by process ${index}`,
      ({ processes }) => processes[index]?.some(isOfUse) ?? false,
      (world) => act(world.processes[index] ?? [], world),
    ),
  )
/** A person's command, which may be refused. */
const byHand = (name: string, act: (world: World) => Promise<unknown>) =>
  fc.constant(
    step(name, always, async (world) => {
      try {
        await act(world)
      } catch (error) {
        if (!(error instanceof EditionStateError)) throw error
      }
    }),
  )

const claim = fc.nat(2).map((index) =>
  step(`claim by process ${index}`, always, async ({ processes }) => {
    const { deliveries } = await claimDeliveries(db, EDITION, { limit: 2, ...LEASE, after: FROM_THE_START })
    for (const { subscriberId, claim: number } of deliveries)
      processes[index]?.push({ subscriberId, claim: number, phase: 'claimed' })
  }),
)

const mark = ofProcess('mark as sending', ({ phase }) => phase === 'claimed', markClaimed)
async function markClaimed(hand: Held[], { gone }: World): Promise<void> {
  const claimed = hand.filter(({ phase }) => phase === 'claimed')
  const [first] = (await readRows()).values()
  const { sending: ids } = await markSending(db, EDITION, claimed, LEASE)
  if (first?.edition_state !== 'frozen') expect(ids.size).toBe(0)
  for (const id of ids) expect(gone, `left before: ${id}`).not.toContain(id)
  const rows = await readRows()
  for (const held of claimed) {
    // A delivery may be held under a lost claim and under a newer one: only the newer one was marked.
    const isItsClaim = rows.get(held.subscriberId)?.claim === held.claim
    if (ids.has(held.subscriberId) && isItsClaim) held.phase = 'sending'
    else hand.splice(hand.indexOf(held), 1)
  }
}

type Answer = 'taken' | 'refused' | 'temporary' | 'unreachable' | 'taken, no answer' | 'lost, no answer'
const OUTCOMES: Readonly<
  Record<Answer, Pick<Outcome, 'state' | 'reply' | 'retryInSeconds' | 'isUncharged'>>
> = {
  taken: { state: 'submitted', reply: '250 ok' },
  refused: { state: 'failed', reply: '550 no' },
  temporary: { state: 'deferred', reply: '450 later', retryInSeconds: 300 },
  unreachable: { state: 'deferred', reply: 'ECONNRESET', retryInSeconds: 300, isUncharged: true },
  'taken, no answer': { state: 'unknown', reply: 'reset' },
  'lost, no answer': { state: 'unknown', reply: 'reset' },
}
const answer = fc
  .tuple(fc.nat(2), fc.constantFrom(...(Object.keys(OUTCOMES) as Answer[]), 'taken' as const))
  .map(([index, kind]) => {
    const find = ({ processes }: World) =>
      processes[index]?.find(({ phase, outcome }) => phase === 'sending' && outcome === undefined)
    const act = (world: World) => {
      const held = find(world)
      if (held === undefined) return Promise.resolve()
      if (kind.startsWith('taken')) add(world.taken, held.subscriberId)
      held.outcome = { subscriberId: held.subscriberId, claim: held.claim, ...OUTCOMES[kind] }
      return Promise.resolve()
    }
    return step(`${kind}, of process ${index}`, (world) => find(world) !== undefined, act)
  })

/** Writes outcomes, late or not, and checks that no other process's row is changed. */
async function write(outcomes: readonly Outcome[]): Promise<void> {
  const before = await readRows()
  await recordOutcomes(db, EDITION, outcomes)
  const after = await readRows()
  for (const [id, row] of before) {
    // A process may hold the same delivery twice: under a claim it has lost, and under a newer one.
    const ours = outcomes.find(
      ({ subscriberId, claim: number, state }) =>
        subscriberId === id &&
        row.claim === number &&
        (['claimed', 'sending'].includes(row.state) ||
          (['unknown', 'pending'].includes(row.state) && state === 'submitted') ||
          (row.state === 'unknown' && ['failed', 'deferred'].includes(state))),
    )
    const isLate = row.state === 'unknown' && ours?.state === 'deferred'
    if (ours === undefined) expect(after.get(id), `not ours any more: ${id}`).toEqual(row)
    else expect(after.get(id)?.state).toBe(isLate ? 'failed' : ours.state)
  }
}
const writeOutcomes = ofProcess(
  'write outcomes',
  ({ outcome }) => outcome !== undefined,
  async (hand) => {
    const answered = hand.filter(({ outcome }) => outcome !== undefined)
    await write(answered.flatMap(({ outcome }) => outcome ?? []))
    for (const held of answered) hand.splice(hand.indexOf(held), 1)
  },
)
const giveBack = ofProcess('give back', always, async (hand) => {
  await write(
    hand
      .splice(0)
      .map(
        ({ outcome, subscriberId, claim: number }) =>
          outcome ?? { subscriberId, claim: number, state: 'pending' },
      ),
  )
})
const kill = ofProcess('kill', always, (hand) => Promise.resolve(void hand.splice(0)))
const renew = ofProcess('renew', always, (hand) => renewLeases(db, EDITION, hand, LEASE))

const waitFor = (minutes: number) =>
  step(`wait ${minutes} minutes`, always, async (world) => {
    world.minutes += minutes
    await setDatabaseClock(db, new Date(START + world.minutes * 60_000).toISOString())
  })
const wait = fc.constantFrom(4, 16, 16, 16).map(waitFor)
const expire = fc.constant(waitFor(49 * 60))
const finish = fc.constant(
  step('finish', always, async () => {
    await finishEdition({ db, logger: createLogger('silent') }, { id: EDITION, slotDate: MONDAY }, undefined)
  }),
)
const pause = byHand('pause', () => pauseByHand(db, MONDAY, undefined))
const resume = byHand('send by hand', () => freezeEdition(db, MONDAY, { by: 'hand' }))
const cancel = byHand('cancel', () => cancelEdition(db, MONDAY))
const retry = byHand('retry', () => retryEdition(db, MONDAY))
const assume = byHand('assume submitted', () => resolveUnknown(db, MONDAY, 'assume-submitted'))
const resend = byHand('resend', async ({ resends }) => {
  const unknown = [...(await readRows()).values()].filter(({ state }) => state === 'unknown')
  await resolveUnknown(db, MONDAY, 'resend')
  for (const { subscriber_id } of unknown) add(resends, subscriber_id)
})

const LEAVING: Readonly<Record<string, (id: number) => RawBuilder<unknown>>> = {
  unsubscribe: (id) =>
    sql`update subscriber set email = null, withdrawn_at = lunchpail_now() where id = ${id}`,
  erase: (id) =>
    sql`update subscriber set email = null, email_hash = null, withdrawn_at = lunchpail_now() where id = ${id}`,
  suppress: (id) => sql`
    insert into suppression values (${`hash of reader${id}@mail.example`}, 'complained', lunchpail_now())
    on conflict do nothing`,
}
const leave = fc
  .tuple(fc.integer({ min: 1, max: READERS }), fc.constantFrom(...Object.keys(LEAVING)))
  .map(([id, how]) =>
    step(`${how} reader ${id}`, always, async ({ gone }) => {
      await LEAVING[how]?.(id).execute(db)
      gone.add(String(id))
    }),
  )

const times = (count: number, arbitraries: fc.Arbitrary<Step>[]) =>
  Array.from({ length: count }, () => arbitraries).flat()
/** Mostly the normal path of a letter, often a process that dies or is late, sometimes a person. */
const STEPS = [
  ...times(12, [claim, mark, answer, writeOutcomes]),
  ...times(8, [wait, finish]),
  ...times(3, [kill, giveBack, resume]),
  ...times(2, [renew, leave, retry, pause, resend]),
  assume,
  cancel,
  expire,
]

async function aWorld(): Promise<World> {
  await resetTables(db)
  await setDatabaseClock(db, new Date(START).toISOString())
  await freezeFor(db, readers(READERS))
  return { minutes: 0, processes: [[], [], []], taken: new Map(), resends: new Map(), gone: new Set() }
}

describe('the ledger', () => {
  it('sends nobody a second copy, loses nobody and mails nobody who left, in any order of events', async () => {
    const details = await fc.check(
      fc.asyncProperty(fc.commands(STEPS, { maxCommands: 250, size: 'max' }), async (steps) => {
        const world = await aWorld()
        await fc.asyncModelRun(() => ({ model: world, real: world }), steps)
      }),
      { numRuns: RUNS, endOnFailure: true, includeErrorInReport: true },
    )
    expect(details.numRuns).toBe(RUNS)
    expect(details.failed ? fc.defaultReportMessage(details) : 'kept').toBe('kept')
  })
})
