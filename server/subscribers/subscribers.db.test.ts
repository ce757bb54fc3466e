import { Readable } from 'node:stream'

import { describe, expect, it } from 'vitest'

import { setUpDatabase } from '../testing/set-up-database.ts'
import { isUnproven, suppressSubscriber } from './index.ts'
import { saveSuppression } from './subscribers.queries.ts'
import { suppressImported } from './suppressions.ts'
import {
  ADA,
  age,
  clear,
  createFixture,
  dump,
  findSubscriberId,
  listSubscribers,
  readConfirmationToken,
  signer,
} from './testing/subscriber-fixtures.ts'

const database = setUpDatabase(clear)

describe('subscribing', () => {
  it('makes one subscriber out of fifty simultaneous sign-ups', async () => {
    const { subscribers } = createFixture(database.db)
    await Promise.all(Array.from({ length: 50 }, () => subscribers.subscribe(ADA)))
    expect(await listSubscribers(database.db)).toHaveLength(1)
    expect(await subscribers.count()).toBe(1)
  })

  it('changes nothing the second time', async () => {
    const { subscribers, inbox, sendNotices } = createFixture(database.db)
    await subscribers.subscribe(ADA)
    const before = await listSubscribers(database.db)
    await subscribers.subscribe(ADA)
    await sendNotices()
    expect(await listSubscribers(database.db)).toEqual(before)
    expect(inbox).toEqual([])
  })

  it('treats a sign-up after an unsubscription as a new consent', async () => {
    const { subscribers } = createFixture(database.db)
    await subscribers.subscribe(ADA)
    const id = await findSubscriberId(database.db, ADA)
    await subscribers.unsubscribeByToken(signer.signUnsubscribe(id))
    expect(await subscribers.count()).toBe(0)
    await subscribers.subscribe(ADA)
    expect(await subscribers.count()).toBe(1)
    expect(await findSubscriberId(database.db, ADA)).toBe(id)
  })

  it('shows whose the address is only by a link that was followed, or on an operator’s word', async () => {
    const { subscribers, inbox, sendNotices } = createFixture(database.db)
    const consent = { at: '2026-11-20T14:03:00Z', source: 'checkout' }
    await subscribers.subscribe('entered@mail.example')
    await subscribers.addByProgram('entered-elsewhere@mail.example', { program: 'shop', consent })
    await subscribers.add('added@mail.example')
    await subscribers.importCsv(Readable.from([Buffer.from('email\nimported@mail.example\n')]))
    await subscribers.subscribe('linked@mail.example', { confirmation: 'always' })
    await sendNotices()
    await subscribers.confirm(readConfirmationToken(inbox[0]))
    expect(await subscribers.count()).toBe(5)
    expect(
      await database.db.selectFrom('subscriber').select('email').where(isUnproven).orderBy('id').execute(),
    ).toEqual([{ email: 'entered@mail.example' }, { email: 'entered-elsewhere@mail.example' }])
  })

  it('ends fully subscribed or fully unsubscribed when the two race', async () => {
    const { subscribers } = createFixture(database.db)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? subscribers.subscribe(ADA) : subscribers.unsubscribeByAddress(ADA),
      ),
    )
    const [row] = await listSubscribers(database.db)
    const suppressed = await database.db.selectFrom('suppression').select('reason').execute()
    expect(suppressed).toEqual(row?.email === null ? [{ reason: 'unsubscribed' }] : [])
  })
})

describe.each(['bounced', 'complained', 'erased'] as const)('an address suppressed as %s', (reason) => {
  const end = async (fixture: ReturnType<typeof createFixture>) => {
    await fixture.subscribers.subscribe(ADA)
    if (reason === 'erased') await fixture.subscribers.erase(ADA)
    else await fixture.subscribers.suppress(ADA, reason)
  }

  it('needs a link to sign up, with one mail in thirty days', async () => {
    const fixture = createFixture(database.db)
    await end(fixture)
    for (let signUp = 0; signUp < 3; signUp += 1) await fixture.subscribers.subscribe(ADA)
    await fixture.sendNotices()
    await age(database.db, '29 days')
    await fixture.subscribers.subscribe(ADA)
    await fixture.sendNotices()
    expect(fixture.inbox).toHaveLength(1)
    await age(database.db, '1 day')
    await fixture.subscribers.subscribe(ADA)
    await fixture.sendNotices()
    expect(fixture.inbox).toHaveLength(2)
    expect(await fixture.subscribers.count()).toBe(0)
  })

  it('gets the link even if a stranger had an earlier one dropped before it went out', async () => {
    const fixture = createFixture(database.db)
    await end(fixture)
    await fixture.subscribers.subscribe(ADA)
    await fixture.subscribers.unsubscribeByAddress(ADA)
    await age(database.db, '2 days')
    await fixture.subscribers.subscribe(ADA)
    await fixture.sendNotices()
    expect(fixture.inbox).toHaveLength(1)
  })

  it('can be brought back by the link', async () => {
    const fixture = createFixture(database.db)
    await end(fixture)
    await fixture.subscribers.subscribe(ADA)
    await fixture.sendNotices()
    const token = readConfirmationToken(fixture.inbox[0])
    expect(await fixture.subscribers.confirm(token)).toBe('confirmed')
    expect(await fixture.subscribers.confirm(token)).toBe('confirmed')
    expect(await fixture.subscribers.count()).toBe(1)
  })

  it('is not stored, and neither an operator nor a file can bring it back', async () => {
    const fixture = createFixture(database.db)
    await end(fixture)
    expect(await dump(database.db)).not.toMatch(/\bada\b/)
    await expect(fixture.subscribers.add(ADA)).rejects.toThrow('do-not-mail list')
    expect(await fixture.subscribers.count()).toBe(0)
  })
})

describe('unsubscribing', () => {
  it('leaves no address stored once its owner has been notified', async () => {
    const { subscribers, inbox, sendNotices } = createFixture(database.db)
    await subscribers.subscribe(ADA)
    await subscribers.unsubscribeByAddress(ADA)
    await sendNotices()
    expect(inbox.map(({ to, subject }) => ({ to, subject }))).toEqual([
      { to: ADA, subject: 'You are unsubscribed from Lunchpail' },
    ])
    expect(inbox[0]?.text).toContain('https://lunchpail.test/')
    expect(await dump(database.db)).not.toMatch(/\bada\b/)
    expect(await subscribers.count()).toBe(0)
  })

  it('notifies an owner once a day, however often it is repeated', async () => {
    const { subscribers, inbox, sendNotices } = createFixture(database.db)
    for (let round = 0; round < 3; round += 1) {
      await subscribers.subscribe(ADA)
      await subscribers.unsubscribeByAddress(ADA)
      await sendNotices()
    }
    expect(inbox).toHaveLength(1)
    await age(database.db, '1 day')
    await subscribers.subscribe(ADA)
    await subscribers.unsubscribeByAddress(ADA)
    await sendNotices()
    expect(inbox).toHaveLength(2)
  })

  it.each(['the form', 'a letter’s link'])(
    'by %s notifies an owner who has had the day’s notice as soon as the day is over',
    async (way) => {
      const { subscribers, inbox, sendNotices } = createFixture(database.db)
      await subscribers.add(ADA)
      const token = signer.signUnsubscribe(await findSubscriberId(database.db, ADA))
      const unsubscribe = () =>
        way === 'the form'
          ? subscribers.unsubscribeByAddress(ADA)
          : subscribers.unsubscribeByToken(token, ADA)
      for (let round = 0; round < 3; round += 1) {
        await subscribers.subscribe(ADA)
        await unsubscribe()
        await sendNotices()
      }
      await age(database.db, '23 hours')
      await sendNotices()
      expect(inbox).toHaveLength(1)
      await age(database.db, '1 hour')
      await sendNotices()
      expect(inbox.map(({ subject }) => subject)).toEqual([
        'You are unsubscribed from Lunchpail',
        'You are unsubscribed from Lunchpail',
      ])
      expect(await dump(database.db)).not.toMatch(/\bada\b/)
    },
  )

  it('sends a notice that was put off to nobody who is subscribed by then, and at once if they leave after that', async () => {
    const { subscribers, inbox, sendNotices } = createFixture(database.db)
    await subscribers.add(ADA)
    await subscribers.unsubscribeByAddress(ADA)
    await sendNotices()
    await subscribers.subscribe(ADA)
    await subscribers.unsubscribeByAddress(ADA)
    await subscribers.subscribe(ADA)
    await age(database.db, '1 day')
    await sendNotices()
    expect(inbox).toHaveLength(1)
    await subscribers.unsubscribeByAddress(ADA)
    await sendNotices()
    expect(inbox).toHaveLength(2)
  })

  it('sends no notice before the day is over because one that was put off was dropped', async () => {
    const { subscribers, inbox, sendNotices } = createFixture(database.db)
    for (let round = 0; round < 2; round += 1) {
      await subscribers.subscribe(ADA)
      await subscribers.unsubscribeByAddress(ADA)
      await sendNotices()
    }
    await subscribers.suppress(ADA, 'bounced')
    await subscribers.subscribe(ADA)
    await sendNotices()
    await subscribers.confirm(readConfirmationToken(inbox.at(-1)))
    await subscribers.unsubscribeByAddress(ADA)
    await sendNotices()
    expect(inbox).toHaveLength(2)
    await age(database.db, '1 day')
    await sendNotices()
    expect(inbox).toHaveLength(3)
  })

  it.each([false, true])(
    'notifies an owner whose address is signed up and unsubscribed again before the mail goes out (confirmation: %s)',
    async (subscribeConfirm) => {
      const { subscribers, inbox, sendNotices } = createFixture(database.db, { subscribeConfirm })
      await subscribers.add(ADA)
      for (let round = 0; round < 3; round += 1) {
        await subscribers.unsubscribeByAddress(ADA)
        await subscribers.subscribe(ADA)
      }
      await subscribers.unsubscribeByAddress(ADA)
      await sendNotices()
      expect(inbox.map(({ subject }) => subject)).toEqual(['You are unsubscribed from Lunchpail'])
    },
  )

  it('notifies an owner whose earlier notice was dropped because the address was subscribed again', async () => {
    const { subscribers, inbox, sendNotices } = createFixture(database.db)
    await subscribers.add(ADA)
    await subscribers.unsubscribeByAddress(ADA)
    await subscribers.subscribe(ADA)
    await sendNotices()
    expect(inbox).toEqual([])
    await subscribers.unsubscribeByAddress(ADA)
    await sendNotices()
    expect(inbox).toHaveLength(1)
  })

  it('says in the notice that the address was signed up again since, and so is stored', async () => {
    const { subscribers, inbox, sendNotices } = createFixture(database.db, { subscribeConfirm: true })
    await subscribers.add(ADA)
    await subscribers.unsubscribeByAddress(ADA)
    await subscribers.subscribe(ADA)
    await sendNotices()
    const notice = inbox.find(({ subject }) => subject.startsWith('You are unsubscribed'))
    expect(notice?.text).toContain('somebody has signed it up again')
    expect(notice?.text).not.toContain('no longer keep')
  })

  it('sends nothing to an unknown address, and stores nothing', async () => {
    const { subscribers, inbox, sendNotices } = createFixture(database.db)
    await subscribers.unsubscribeByAddress(ADA)
    await sendNotices()
    expect(inbox).toEqual([])
    expect(await database.db.selectFrom('suppression').selectAll().execute()).toEqual([])
  })

  it('by a letter’s link is idempotent, and followed by one notice, since a program may have followed it', async () => {
    const { subscribers, inbox, sendNotices } = createFixture(database.db)
    await subscribers.subscribe(ADA)
    const token = signer.signUnsubscribe(await findSubscriberId(database.db, ADA))
    expect(await subscribers.unsubscribeByToken(token, ADA)).toBe('unsubscribed')
    await sendNotices()
    expect(await subscribers.unsubscribeByToken(token, ADA)).toBe('unsubscribed')
    await sendNotices()
    expect(inbox.map(({ to, subject }) => [to, subject])).toEqual([
      [ADA, 'You are unsubscribed from Lunchpail'],
    ])
    expect(await dump(database.db)).not.toMatch(/\bada\b/)
  })

  it('by a letter’s link sends no notice to an address that was never confirmed', async () => {
    const { subscribers, inbox, sendNotices } = createFixture(database.db, { subscribeConfirm: true })
    await subscribers.subscribe(ADA)
    const token = signer.signUnsubscribe(await findSubscriberId(database.db, ADA))
    expect(await subscribers.unsubscribeByToken(token, ADA)).toBe('unsubscribed')
    await sendNotices()
    expect(inbox).toEqual([])
  })

  it('by one click is idempotent, without a mail', async () => {
    const { subscribers, inbox, sendNotices } = createFixture(database.db)
    await subscribers.subscribe(ADA)
    const token = signer.signUnsubscribe(await findSubscriberId(database.db, ADA))
    for (let press = 0; press < 2; press += 1) {
      expect(await subscribers.unsubscribeByToken(token, undefined, 'one-click')).toBe('unsubscribed')
    }
    await sendNotices()
    expect(inbox).toEqual([])
    expect(await dump(database.db)).not.toMatch(/\bada\b/)
  })

  it('by a letter’s link does not affect another address', async () => {
    const { subscribers } = createFixture(database.db)
    await subscribers.subscribe(ADA)
    await subscribers.subscribe('bob@mail.example')
    const token = signer.signUnsubscribe(await findSubscriberId(database.db, 'bob@mail.example'))
    expect(await subscribers.unsubscribeByToken(token, ADA)).toBe('invalid-token')
    expect(await subscribers.unsubscribeByToken('1.forged', ADA)).toBe('invalid-token')
    expect(await subscribers.count()).toBe(2)
  })

  it('never replaces a complaint with a mere unsubscription', async () => {
    const { subscribers } = createFixture(database.db)
    await subscribers.subscribe(ADA)
    await subscribers.suppress(ADA, 'complained')
    await subscribers.unsubscribeByAddress(ADA)
    await subscribers.subscribe(ADA)
    expect(await subscribers.count()).toBe(0)
  })
})

describe('the reason for which an address gets no mail', () => {
  const GRAVITY = ['unsubscribed', 'blocked', 'bounced', 'complained', 'erased'] as const
  type Reason = (typeof GRAVITY)[number]
  const WAYS: [string, (hash: string, reasons: readonly Reason[]) => Promise<unknown>][] = [
    [
      'recorded here',
      async (hash, reasons) => {
        for (const reason of reasons) await saveSuppression(database.db, hash, reason)
      },
    ],
    [
      'imported',
      async (hash, reasons) => {
        for (const reason of reasons) await suppressImported(database.db, [[hash, reason]])
      },
    ],
    [
      'imported at once',
      (hash, reasons) =>
        suppressImported(
          database.db,
          reasons.map((reason) => [hash, reason] as const),
        ),
    ],
  ]

  it.each(WAYS)('is the gravest, whichever comes first, where it is %s', async (_way, save) => {
    const given = GRAVITY.flatMap((first, low) => GRAVITY.slice(low).map((then) => [first, then] as const))
    for (const [one, graver] of given) {
      await save(`${one} ${graver}`, [one, graver])
      await save(`${graver} ${one}`, [graver, one])
    }
    const rows = await database.db.selectFrom('suppression').select(['email_hash', 'reason']).execute()
    expect(new Map(rows.map((row) => [row.email_hash, row.reason]))).toEqual(
      new Map(
        given.flatMap(([one, graver]) => [
          [`${one} ${graver}`, graver],
          [`${graver} ${one}`, graver],
        ]),
      ),
    )
  })
})

describe('suppressing a subscriber by id', () => {
  it('is rolled back with its transaction', async () => {
    const { subscribers } = createFixture(database.db)
    await subscribers.subscribe(ADA)
    const id = await findSubscriberId(database.db, ADA)
    const failed = database.db.transaction().execute(async (trx) => {
      await suppressSubscriber(trx, id, 'bounced')
      throw new Error('the outcome could not be written')
    })
    await expect(failed).rejects.toThrow('the outcome could not be written')
    expect(await subscribers.count()).toBe(1)
    await suppressSubscriber(database.db, id, 'bounced')
    expect(await subscribers.count()).toBe(0)
    expect(await dump(database.db)).not.toMatch(/\bada\b/)
  })
})

describe('operators', () => {
  it('add and remove an address', async () => {
    const { subscribers } = createFixture(database.db)
    expect(await subscribers.add(ADA)).toBe('added')
    expect(await subscribers.add(ADA)).toBe('already')
    expect(await subscribers.remove(ADA)).toBe(true)
    expect(await subscribers.remove(ADA)).toBe(false)
  })
})
