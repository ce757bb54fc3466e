import { describe, expect, it } from 'vitest'

import { setUpDatabase } from '../testing/set-up-database.ts'
import { claimDueNotice } from './notices.queries.ts'
import { age, clear, createFixture, dump } from './testing/subscriber-fixtures.ts'

const ADA = 'ada@mail.example'

const database = setUpDatabase(clear)

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

  it('gives up after a day', async () => {
    const { sendNotices } = await queueConfirmation()
    await age(database.db, '25 hours')
    await sendNotices({ status: 'unreachable', reason: 'connection refused', cause: 'connection' })
    expect(await listNotices()).toEqual([{ kind: 'confirmation', state: 'failed', email: null }])
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
