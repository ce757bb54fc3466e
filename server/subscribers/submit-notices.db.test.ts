import { sql, type KyselyPlugin } from 'kysely'
import { describe, expect, it, vi } from 'vitest'

import type { OutgoingMail, Submission } from '../sending/mail/index.ts'
import { hashAddress } from '../sending/tokens.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import { claimDueNotice, closeAbandonedNotices, queueNotice } from './notices.queries.ts'
import { createNoticeSender } from './submit-notices.ts'
import { withAddressLocked } from './subscribers.queries.ts'
import { age, clear, createFixture, dump, keys } from './testing/subscriber-fixtures.ts'

const ADA = 'ada@mail.example'

const database = setUpDatabase(clear)

const unreachable: Submission = { status: 'unreachable', reason: 'connection refused', cause: 'connection' }

const listNotices = () => database.db.selectFrom('notice').select(['kind', 'state', 'email']).execute()

async function queueConfirmation() {
  const fixture = createFixture(database.db, { subscribeConfirm: true })
  await fixture.subscribers.subscribe(ADA)
  return fixture
}

describe('submitDueNotices', () => {
  it('stores no address once a server accepted the mail', async () => {
    const { inbox, sendNotices } = await queueConfirmation()
    await sendNotices()
    await sendNotices()
    expect(inbox).toHaveLength(1)
    expect(await listNotices()).toEqual([{ kind: 'confirmation', state: 'submitted', email: null }])
  })

  it('never resends what a server may have accepted', async () => {
    const { inbox, sendNotices } = await queueConfirmation()
    await sendNotices({ status: 'unknown', reason: 'closed after the data' })
    await age(database.db, '2 hours')
    await sendNotices()
    expect(inbox).toHaveLength(1)
    expect(await listNotices()).toEqual([{ kind: 'confirmation', state: 'unknown', email: null }])
  })

  it('marks what a stopped process was sending as unknown', async () => {
    const { inbox, sendNotices } = await queueConfirmation()
    await claimDueNotice(database.db)
    await sendNotices()
    expect(await listNotices()).toEqual([{ kind: 'confirmation', state: 'sending', email: ADA }])
    await age(database.db, '61 minutes')
    await sendNotices()
    expect(inbox).toEqual([])
    expect(await listNotices()).toEqual([{ kind: 'confirmation', state: 'unknown', email: null }])
  })

  it.each([
    { status: 'unreachable', reason: 'connection refused', cause: 'connection' },
    { status: 'refused', reply: '451 later', permanent: false, about: 'policy' },
  ] as const)('tries again with the same message id after: $status', async (answer) => {
    const { inbox, sendNotices } = await queueConfirmation()
    await sendNotices(answer)
    await sendNotices()
    expect(inbox).toHaveLength(1)
    await age(database.db, '3 minutes')
    await sendNotices()
    expect(inbox).toHaveLength(2)
    expect(await listNotices()).toEqual([{ kind: 'confirmation', state: 'submitted', email: null }])
  })

  it('counts a mail as abandoned only after longer than one may take', async () => {
    const { inbox, sendNotices, noticeDepsWith } = await queueConfirmation()
    const mailer = {
      async submit() {
        await sql`update notice set next_at = next_at - interval '119 minutes'`.execute(database.db)
        await sendNotices()
        return { status: 'submitted', reply: '250 ok' } as const
      },
      close: () => Promise.resolve(),
    }
    const deps = { ...noticeDepsWith(mailer), longestSubmissionMs: 120 * 60_000 }
    await createNoticeSender(deps, 2).send()
    expect(inbox).toEqual([])
    expect(await listNotices()).toEqual([{ kind: 'confirmation', state: 'submitted', email: null }])
  })

  // The embedded database has one connection.
  it.runIf(process.env['LUNCHPAIL_TEST_POSTGRES'])(
    'waits for a request of the same address before it records a refusal, and never both for each other',
    async () => {
      const { sendNotices } = await queueConfirmation()
      const emailHash = hashAddress(ADA, keys.suppressionKey)
      const refused = { status: 'refused', reply: '550 5.1.1', permanent: true, about: 'recipient' } as const
      let sending: Promise<void> | undefined
      await withAddressLocked(database.db, emailHash, async (trx) => {
        sending = sendNotices(refused)
        await vi.waitFor(async () => {
          const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`.execute(trx)
          expect(rows).toHaveLength(1)
        })
        expect(await queueNotice(trx, 'confirmation', { email: ADA, emailHash }, '0 seconds')).toBe(
          'too-soon',
        )
      })
      await sending
      expect(await listNotices()).toEqual([{ kind: 'confirmation', state: 'failed', email: null }])
    },
  )

  it('gives up after a day', async () => {
    const { sendNotices } = await queueConfirmation()
    await age(database.db, '25 hours')
    await sendNotices({ status: 'unreachable', reason: 'connection refused', cause: 'connection' })
    expect(await listNotices()).toEqual([{ kind: 'confirmation', state: 'failed', email: null }])
  })

  it('tries a notice that was put off for a day from when it is due', async () => {
    const { subscribers, sendNotices, inbox } = createFixture(database.db)
    await subscribers.add(ADA)
    await subscribers.unsubscribeByAddress(ADA)
    await sendNotices()
    await subscribers.subscribe(ADA)
    await subscribers.unsubscribeByAddress(ADA)
    for (const [by, state] of [
      ['24 hours', 'queued'],
      ['23 hours', 'queued'],
      ['2 hours', 'failed'],
    ] as const) {
      await age(database.db, by)
      await sendNotices(unreachable)
      expect(await listNotices()).toMatchObject([{ state }])
    }
    expect(inbox).toHaveLength(4)
  })

  describe('a notice whose owner signs up, and is unsubscribed again, while it is being sent', () => {
    async function unsubscribeAgainDuring(answer: Submission) {
      const fixture = createFixture(database.db)
      const { subscribers, noticeDepsWith } = fixture
      await subscribers.add(ADA)
      await subscribers.unsubscribeByAddress(ADA)
      const mailer = {
        async submit() {
          await subscribers.subscribe(ADA)
          await subscribers.unsubscribeByAddress(ADA)
          return answer
        },
        close: () => Promise.resolve(),
      }
      await createNoticeSender(noticeDepsWith(mailer), 2).send()
      return fixture
    }

    it.each<Submission>([
      { status: 'submitted', reply: '250 ok' },
      { status: 'unknown', reason: 'closed after the data' },
      { status: 'refused', reply: '550 no', permanent: true, about: 'policy' },
    ])('is followed by another a day later: $status', async (answer) => {
      const { inbox, sendNotices } = await unsubscribeAgainDuring(answer)
      await age(database.db, '23 hours')
      await sendNotices()
      expect(inbox).toEqual([])
      await age(database.db, '1 hour')
      await sendNotices()
      expect(inbox).toHaveLength(1)
      expect(await listNotices()).toEqual([{ kind: 'unsubscribed', state: 'submitted', email: null }])
    })

    it.each<Submission>([
      { status: 'refused', reply: '451 later', permanent: false, about: 'policy' },
      unreachable,
    ])('is tried again soon if it did not go out: $status', async (answer) => {
      const { inbox, sendNotices } = await unsubscribeAgainDuring(answer)
      await age(database.db, '3 minutes')
      await sendNotices()
      expect(inbox).toHaveLength(1)
      await age(database.db, '1 day')
      await sendNotices()
      expect(inbox).toHaveLength(1)
    })

    it('is dropped if the address does not exist', async () => {
      await unsubscribeAgainDuring({
        status: 'refused',
        reply: '550 5.1.1',
        permanent: true,
        about: 'recipient',
      })
      expect(await listNotices()).toEqual([{ kind: 'unsubscribed', state: 'dropped', email: null }])
      expect(await dump(database.db)).not.toMatch(/\bada\b/)
    })
  })

  it('suppresses an address that does not exist', async () => {
    const { sendNotices } = await queueConfirmation()
    await sendNotices({ status: 'refused', reply: '550 5.1.1', permanent: true, about: 'recipient' })
    expect(await database.db.selectFrom('suppression').select('reason').execute()).toEqual([
      { reason: 'bounced' },
    ])
    expect(await dump(database.db)).not.toMatch(/\bada\b/)
  })

  it('sends nothing that has become untrue', async () => {
    const fixture = createFixture(database.db)
    await fixture.subscribers.subscribe(ADA)
    await fixture.subscribers.unsubscribeByAddress(ADA)
    await fixture.subscribers.subscribe(ADA)
    await fixture.sendNotices()
    expect(fixture.inbox).toEqual([])
    expect(await listNotices()).toEqual([{ kind: 'unsubscribed', state: 'dropped', email: null }])
  })

  it('sends each mail once with several processes at once', async () => {
    const { subscribers, inbox, sendNotices } = createFixture(database.db, { subscribeConfirm: true })
    for (let person = 0; person < 10; person += 1) await subscribers.subscribe(`p${person}@mail.example`)
    await Promise.all([sendNotices(), sendNotices(), sendNotices()])
    expect(inbox.map(({ to }) => to).sort()).toEqual(
      Array.from({ length: 10 }, (_, person) => `p${person}@mail.example`),
    )
  })

  it('sends the one mail that a network asks for before the many of another', async () => {
    const { subscribers, inbox, sendNotices } = createFixture(database.db, { subscribeConfirm: true })
    for (let name = 0; name < 5; name += 1)
      await subscribers.subscribe(`p${name}@mail.example`, { origin: '203.0' })
    await subscribers.subscribe(ADA, { origin: '198.51' })
    await sendNotices()
    expect(inbox.map(({ to }) => to).indexOf(ADA)).toBe(1)
    expect(inbox).toHaveLength(6)
  })

  it('names its sender, escaped in the HTML, and asks for no automatic replies', async () => {
    const { inbox, sendNotices } = await queueConfirmation()
    await sendNotices()
    const [mail] = inbox
    expect(mail?.text).toContain('Pail & Sons, 1 Mill Lane')
    expect(mail?.html).toContain('Pail &amp; Sons, 1 Mill Lane')
    expect(mail?.headers?.['Auto-Submitted']).toBe('auto-generated')
    expect(mail?.messageId).toMatch(/^notice\.\d+\.\d+@lunchpail\.test$/)
  })

  it('forgets the traces of a mail after thirty days', async () => {
    const { subscribers, sendNotices } = await queueConfirmation()
    await sendNotices()
    await age(database.db, '31 days')
    await subscribers.forgetExpired()
    expect(await listNotices()).toEqual([])
  })
})

describe('createNoticeSender', () => {
  const submitted: Submission = { status: 'submitted', reply: '250 ok' }

  /** @param networks  of how many the five are */
  async function queueFive(networks = 5) {
    const { subscribers, noticeDepsWith } = createFixture(database.db, { subscribeConfirm: true })
    for (let name = 0; name < 5; name += 1)
      await subscribers.subscribe(`p${name}@mail.example`, { origin: `192.0.${name % networks}` })
    const begun: { mail: OutgoingMail; answer: (submission: Submission) => void }[] = []
    const mailer = {
      submit: (mail: OutgoingMail) =>
        new Promise<Submission>((answer) => {
          begun.push({ mail, answer })
        }),
      close: () => Promise.resolve(),
    }
    const sender = createNoticeSender(noticeDepsWith(mailer), 2)
    const sending = Array.from({ length: 5 }, () => sender.send())
    await vi.waitFor(() => expect(begun).toHaveLength(networks > 1 ? 2 : 1))
    return { subscribers, sender, sending, begun }
  }
  const listStates = async () => (await listNotices()).map(({ state }) => state).sort()

  it('claims no more than go out at once, so that a killed process loses no others', async () => {
    const { sender, begun } = await queueFive()
    expect(await listStates()).toEqual(['queued', 'queued', 'queued', 'sending', 'sending'])
    const closed = sender.close()
    for (const { answer } of begun) answer(submitted)
    await closed
    expect(await listStates()).toEqual(['queued', 'queued', 'queued', 'submitted', 'submitted'])
  })

  it('sends the first mail of a network however many of another are held up', async () => {
    const { subscribers, sender, begun } = await queueFive(1)
    await subscribers.subscribe(ADA, { origin: '198.51' })
    const sending = sender.send()
    await vi.waitFor(() => expect(begun).toHaveLength(2))
    expect(begun[1]?.mail.to).toBe(ADA)
    const closed = sender.close()
    for (const { answer } of begun) answer(submitted)
    await Promise.all([sending, closed])
  })

  it('sends also what was queued while as many went out as may at once', async () => {
    const { sending, begun } = await queueFive()
    for (let next = 0; next < 5; next += 1) {
      await vi.waitFor(() => expect(begun.length).toBeGreaterThan(next))
      begun[next]?.answer(submitted)
    }
    await Promise.all(sending)
    expect(await listStates()).toEqual(Array.from({ length: 5 }, () => 'submitted'))
  })

  it.each<[string, Submission]>([
    ['accepted', submitted],
    ['not answered for', { status: 'unknown', reason: 'closed after the data' }],
    ['not to be reached', unreachable],
    ['refused', { status: 'refused', reply: '550 no', permanent: true, about: 'policy' }],
  ])('leaves the later claim of another process if its own mail is at last %s', async (_, answer) => {
    const { subscribers, noticeDepsWith } = await queueConfirmation()
    const mailer = {
      async submit() {
        await age(database.db, '61 minutes')
        await closeAbandonedNotices(database.db)
        await subscribers.subscribe(ADA)
        await claimDueNotice(database.db)
        return answer
      },
      close: () => Promise.resolve(),
    }
    await createNoticeSender(noticeDepsWith(mailer), 2).send()
    expect(await listNotices()).toEqual([{ kind: 'confirmation', state: 'sending', email: ADA }])
  })

  describe('when the database goes away in the middle of a mail', () => {
    /** @param lostAt  before the mail is composed, or while the mail server gives its first answer */
    async function loseDatabase(lostAt: 'composing' | 'answering', answer: Submission) {
      const { subscribers, noticeDepsWith } = await queueConfirmation()
      let goesAt: typeof lostAt | undefined = lostAt
      let isLost = false
      const goDown = () => {
        goesAt = undefined
        isLost = true
      }
      const lost: KyselyPlugin = {
        transformQuery({ node }) {
          if (goesAt === 'composing' && node.kind === 'SelectQueryNode') goDown()
          if (isLost) throw new Error('Connection terminated unexpectedly')
          return node
        },
        transformResult: ({ result }) => Promise.resolve(result),
      }
      const inbox: OutgoingMail[] = []
      const mailer = {
        submit(mail: OutgoingMail) {
          inbox.push(mail)
          if (goesAt !== 'answering') return Promise.resolve(submitted)
          goDown()
          return Promise.resolve(answer)
        },
        close: () => Promise.resolve(),
      }
      const deps = { ...noticeDepsWith(mailer), db: database.db.withPlugin(lost) }
      const sender = createNoticeSender(deps, 2)
      await expect(sender.send()).rejects.toThrow('Connection terminated unexpectedly')
      expect(await listStates()).toEqual(['sending'])
      const comesBack = () => {
        isLost = false
      }
      return { subscribers, sender, inbox, comesBack }
    }
    it.each([
      ['before the mail is composed', 'composing', submitted, 1],
      ['while the mail server cannot be reached', 'answering', unreachable, 2],
      [
        'while the mail server refuses it for now',
        'answering',
        { status: 'refused', reply: '451 later', permanent: false, about: 'policy' },
        2,
      ],
    ] as const)('submits it afterwards if it went %s', async (_, lostAt, answer, attempts) => {
      const { sender, inbox, comesBack } = await loseDatabase(lostAt, answer)
      comesBack()
      await Promise.all([sender.send(), sender.send()])
      expect(inbox).toHaveLength(attempts)
      expect(await listStates()).toEqual(['submitted'])
    })

    it('never resends what a server may have accepted', async () => {
      const { sender, inbox, comesBack } = await loseDatabase('answering', submitted)
      comesBack()
      await sender.send()
      await age(database.db, '61 minutes')
      await sender.send()
      expect(inbox).toHaveLength(1)
      expect(await listStates()).toEqual(['unknown'])
    })

    it('leaves a mail that another process has given up since and claimed again', async () => {
      const { subscribers, sender, comesBack } = await loseDatabase('answering', unreachable)
      await age(database.db, '61 minutes')
      await closeAbandonedNotices(database.db)
      await subscribers.subscribe(ADA)
      await claimDueNotice(database.db)
      comesBack()
      await sender.send()
      expect(await listStates()).toEqual(['sending'])
    })
  })
})
