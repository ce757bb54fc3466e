import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import type { Database } from '../../db/database.ts'
import type { Mailer, Submission } from '../mail/mailer.ts'
import {
  acceptInto,
  addNewcomers,
  addSubscribers,
  anEdition,
  deliveryDeps,
  freezeFor,
  readers,
  resetTables,
  takeTurnsById,
} from '../../testing/edition-fixtures.ts'
import { describePause } from '../sending-words.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { deliverEdition } from './deliver-edition.ts'
import { type EditionStatus, getEditionStatus } from '../editions/edition-status.ts'
import { freezeEdition } from '../editions/freeze-edition.ts'
import { pauseByHand, resumeEdition, retryEdition } from '../editions/pause-resume-cancel.ts'
import { storeEdition } from '../editions/editions.ts'

const MONDAY = '2026-11-23'
const TAKEN: Submission = { status: 'submitted', reply: '250 ok' }
const refusedAs = (about: 'policy' | 'recipient' | 'message', reply: string): Submission => ({
  status: 'refused',
  reply,
  permanent: true,
  about,
})
const POLICY = refusedAs('policy', '550 5.7.1 looks like spam')
const NO_SUCH_READER = refusedAs('recipient', '550 5.1.1 unknown')
const TOO_LARGE = refusedAs('message', '552 5.3.4 too large')

let db: Database
setUpDatabase(async (opened) => {
  db = opened
  await resetTables(db)
})

async function frozenEditionFor(count: number): Promise<void> {
  await freezeFor(db, readers(count))
  await takeTurnsById(db)
}

/** @param answer  the answer to the nth message, from 1 */
async function deliver(answer: (count: number) => Submission, processes = 1): Promise<EditionStatus> {
  let count = 0
  const submit: Mailer['submit'] = () => {
    count += 1
    return Promise.resolve(answer(count))
  }
  const one = () =>
    deliverEdition(deliveryDeps(db, { submit }), MONDAY, {
      signal: new AbortController().signal,
    })
  await Promise.all(Array.from({ length: processes }, one))
  // The first process to end may still see deliveries that another has claimed.
  return (await getEditionStatus(db, MONDAY))!
}

/** Delivers with a fault of our own in some readers' links.
 *  @returns also the recipients of letters */
async function deliverUnlinked(isUnlinked: (subscriberId: number) => boolean) {
  const handedOver: string[] = []
  const submit: Mailer['submit'] = ({ to }) => {
    handedOver.push(to)
    return Promise.resolve(TAKEN)
  }
  const deps = deliveryDeps(db, { submit })
  const unsubscribeUrlFor: typeof deps.links.unsubscribeUrlFor = (recipient) => {
    if (isUnlinked(Number(recipient.subscriberId))) throw new Error(`no key for ${recipient.email}`)
    return deps.links.unsubscribeUrlFor(recipient)
  }
  const status = await deliverEdition({ ...deps, links: { ...deps.links, unsubscribeUrlFor } }, MONDAY, {
    signal: new AbortController().signal,
  })
  return { ...status, handedOver }
}
/** Describes the pause by its kind. */
async function pauseReason(): Promise<string> {
  const { kind, reason } = await db
    .selectFrom('edition')
    .select(['pause_kind as kind', 'pause_reason as reason'])
    .executeTakeFirstOrThrow()
  return describePause({ kind, reason: reason ?? undefined })
}
async function countSuppressed(): Promise<number> {
  return (await db.selectFrom('suppression').selectAll().execute()).length
}

describe('refusals for policy', () => {
  it.each([1, 2])(
    'by one reader in twenty do not pause the edition, with %i processes',
    async (processes) => {
      await frozenEditionFor(600)
      expect(await deliver((count) => (count % 20 === 0 ? POLICY : TAKEN), processes)).toMatchObject({
        state: 'finished',
        counts: { submitted: 570, failed: 30 },
      })
      // All counts are deleted.
      expect(await db.selectFrom('recent_outcomes').selectAll().execute()).toEqual([])
    },
  )

  it('pause the edition early if the very first letters are all refused', async () => {
    await frozenEditionFor(60)
    const { state, counts } = await deliver(() => POLICY)
    expect({ state, reason: await pauseReason() }).toEqual({
      state: 'paused',
      reason: 'servers refuse the letter for policy: 550 5.7.1 looks like spam',
    })
    expect(counts.failed).toBeGreaterThanOrEqual(10)
    expect(counts.failed).toBeLessThanOrEqual(13)
  })

  it('pause the edition at a fifth of the last hundred, even after hundreds of successes', async () => {
    await frozenEditionFor(600)
    const { state, counts } = await deliver((count) => (count > 400 ? POLICY : TAKEN))
    expect(state).toBe('paused')
    expect(counts.failed).toBeGreaterThanOrEqual(20)
    expect(counts.failed).toBeLessThanOrEqual(23)
  })
})

describe('addresses that do not exist', () => {
  it('are suppressed without a pause if they are one in ten', async () => {
    await frozenEditionFor(600)
    expect(await deliver((count) => (count % 10 === 0 ? NO_SUCH_READER : TAKEN))).toMatchObject({
      state: 'finished',
      counts: { submitted: 540, failed: 60 },
    })
    expect(await countSuppressed()).toBe(60)
  })

  it('pause the edition if nearly all are said not to exist, and are then no longer suppressed', async () => {
    await frozenEditionFor(200)
    const { state, counts } = await deliver(() => NO_SUCH_READER)
    expect({ state, reason: await pauseReason() }).toEqual({
      state: 'paused',
      reason: 'servers say that too many readers do not exist: 550 5.1.1 unknown',
    })
    expect(counts.failed).toBeGreaterThanOrEqual(30)
    expect(counts.failed).toBeLessThanOrEqual(33)
    const suppressed = await countSuppressed()
    expect(suppressed).toBeLessThan(30)

    // Readers who are not suppressed get the letter once the fault is fixed.
    await retryEdition(db, MONDAY)
    await resumeEdition(db, MONDAY)
    expect(await deliver(() => TAKEN)).toMatchObject({
      state: 'finished',
      counts: { submitted: 200 - suppressed, failed: suppressed },
    })
  })

  it('are suppressed even if a person has just paused the edition', async () => {
    await frozenEditionFor(1)
    const submit: Mailer['submit'] = async () => {
      await pauseByHand(db, MONDAY, 'a figure is wrong')
      return NO_SUCH_READER
    }
    const deps = deliveryDeps(db, { submit })
    await deliverEdition(deps, MONDAY, { signal: new AbortController().signal })
    expect(await countSuppressed()).toBe(1)
    const { rows } = await sql`select state from delivery`.execute(db)
    expect(rows).toEqual([{ state: 'failed' }])
  })
})

describe('refusals for anything else', () => {
  it('by one reader in ten do not pause the edition', async () => {
    await frozenEditionFor(400)
    expect(await deliver((count) => (count % 10 === 0 ? TOO_LARGE : TAKEN))).toMatchObject({
      state: 'finished',
      counts: { submitted: 360, failed: 40 },
    })
  })

  it.each([1, 2])(
    'pause the edition at thirty that are three in ten, and can be retried by a person, with %i processes',
    async (processes) => {
      await frozenEditionFor(200)
      const { state, counts } = await deliver(() => TOO_LARGE, processes)
      expect({ state, reason: await pauseReason() }).toEqual({
        state: 'paused',
        reason:
          'servers refuse the letter to too many readers, neither for policy nor as unknown: 552 5.3.4 too large',
      })
      expect(counts.failed).toBeGreaterThanOrEqual(30)
      expect(counts.failed).toBeLessThanOrEqual(30 + 3 * processes)
      expect(counts.pending).toBe(200 - counts.failed)
      expect(await countSuppressed()).toBe(0)

      expect(await retryEdition(db, MONDAY)).toMatchObject({ failed: counts.failed, isPaused: true })
      await resumeEdition(db, MONDAY)
      expect(await deliver(() => TAKEN)).toMatchObject({ state: 'finished', counts: { submitted: 200 } })
    },
  )

  it('are counted separately from policy refusals and from addresses that do not exist', async () => {
    await frozenEditionFor(160)
    const answers = [TOO_LARGE, NO_SUCH_READER, TAKEN, TAKEN]
    expect(await deliver((count) => answers[count % 4]!)).toMatchObject({ state: 'finished' })
  })
})

describe('a letter that cannot be composed', () => {
  it('for one reader fails only for that reader', async () => {
    await frozenEditionFor(100)
    const { state, counts, handedOver } = await deliverUnlinked((subscriberId) => subscriberId === 7)
    expect({ state, counts }).toMatchObject({ state: 'finished', counts: { submitted: 99, failed: 1 } })
    expect(handedOver).not.toContain('reader7@mail.example')
    const failed = await db
      .selectFrom('delivery')
      .select('reply')
      .where('state', '=', 'failed')
      .executeTakeFirstOrThrow()
    expect(failed.reply).toBe('The letter could not be written: no key for r***@***.example')
  })

  it('for every other reader pauses the edition as our fault, and reaches everybody once that is fixed', async () => {
    await frozenEditionFor(200)
    const first = await deliverUnlinked((subscriberId) => subscriberId % 2 === 0)
    expect({ state: first.state, reason: await pauseReason() }).toEqual({
      state: 'paused',
      reason:
        'we cannot write the letter for too many readers, a fault of our own and of no server: The letter could not be written: no key for r***@***.example',
    })
    // Three chunks of twenty; the letters of the last one that could be composed were returned.
    expect(first.counts.failed).toBe(30)
    expect(first.handedOver.length).toBeLessThanOrEqual(20)
    expect(first.counts).toMatchObject({ submitted: first.handedOver.length, unknown: 0, claimed: 0 })
    expect(await countSuppressed()).toBe(0)

    await retryEdition(db, MONDAY)
    await resumeEdition(db, MONDAY)
    const second = await deliverUnlinked(() => false)
    expect(second).toMatchObject({ state: 'finished', counts: { submitted: 200 } })
    expect([...first.handedOver, ...second.handedOver].sort()).toEqual(readers(200).sort())
  })

  it('for so many addresses that the fault must be ours suppresses no more of them', async () => {
    await frozenEditionFor(200)
    const unsendable = { ...refusedAs('recipient', 'The address cannot be sent to'), isOurs: true }
    const { counts } = await deliver(() => unsendable)
    expect(counts.failed).toBeLessThanOrEqual(33)
    expect(await pauseReason()).toMatch(/^we cannot write the letter/)
    expect(await countSuppressed()).toBeLessThan(30)
  })
})

describe('newcomers', () => {
  /** @param answer  the answer to a newcomer; all others get the letter */
  async function deliverTo({ known, newcomers }: { known: number; newcomers: number }, answer: Submission) {
    await addSubscribers(db, readers(known))
    await addNewcomers(
      db,
      readers(newcomers).map((reader) => `new-${reader}`),
    )
    await storeEdition(db, anEdition())
    await freezeEdition(db, MONDAY, { by: 'hand' })
    const order: string[] = []
    const submit: Mailer['submit'] = ({ to }) => {
      order.push(to)
      return Promise.resolve(to.startsWith('new-') ? answer : TAKEN)
    }
    const status = await deliverEdition(deliveryDeps(db, { submit }), MONDAY, {
      signal: new AbortController().signal,
    })
    return { ...status, order }
  }

  it('come last, so that everybody else has the letter before their refusals pause the edition', async () => {
    const { state, order } = await deliverTo({ known: 90, newcomers: 60 }, NO_SUCH_READER)
    expect(state).toBe('paused')
    expect(order.slice(0, 90).sort()).toEqual(readers(90).sort())
  })

  it('are none once they have had a letter', async () => {
    await deliverTo({ known: 2, newcomers: 98 }, TAKEN)
    await storeEdition(db, anEdition({ slotDate: '2026-11-30' }))
    await freezeEdition(db, '2026-11-30', { by: 'hand' })
    const order: string[] = []
    const deps = deliveryDeps(db, { submit: acceptInto(order) })
    await deliverEdition(deps, '2026-11-30', { signal: new AbortController().signal })
    expect(order.slice(0, 2).sort()).not.toEqual(readers(2).sort())
  })
})
