import { describe, expect, it } from 'vitest'

import { setUpDatabase } from '../testing/set-up-database.ts'
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

describe('without confirmation', () => {
  it('still asks somebody to whose address not every mail server can send', async () => {
    const { subscribers, inbox, sendNotices } = createFixture(database.db)
    await subscribers.subscribe('jörg@mail.example')
    expect(await subscribers.count()).toBe(0)
    await sendNotices()
    expect(await subscribers.confirm(readConfirmationToken(inbox[0]))).toBe('confirmed')
    expect(await subscribers.count()).toBe(1)
  })
})

describe('with confirmation', () => {
  it('sends one mail an hour for any number of simultaneous sign-ups', async () => {
    const { subscribers, inbox, sendNotices } = createFixture(database.db, { subscribeConfirm: true })
    await Promise.all(Array.from({ length: 100 }, () => subscribers.subscribe(ADA)))
    await sendNotices()
    await subscribers.subscribe(ADA)
    await sendNotices()
    expect(inbox).toHaveLength(1)
    await age(database.db, '1 hour')
    await subscribers.subscribe(ADA)
    await sendNotices()
    expect(inbox).toHaveLength(2)
  })

  it('sends a link at once to someone who confirmed, left and comes back, and then one an hour', async () => {
    const { subscribers, inbox, sendNotices } = createFixture(database.db, { subscribeConfirm: true })
    await subscribers.subscribe(ADA)
    await sendNotices()
    await subscribers.confirm(readConfirmationToken(inbox[0]))
    await subscribers.unsubscribeByToken(signer.signUnsubscribe(await findSubscriberId(database.db, ADA)))
    for (let signUp = 0; signUp < 3; signUp += 1) {
      await subscribers.subscribe(ADA)
      await sendNotices()
    }
    expect(inbox).toHaveLength(2)
    expect(await subscribers.confirm(readConfirmationToken(inbox[1]))).toBe('confirmed')
    expect(await subscribers.count()).toBe(1)
  })

  it('sends no second link within the hour to someone who left without following the first', async () => {
    const { subscribers, inbox, sendNotices } = createFixture(database.db, { subscribeConfirm: true })
    for (let round = 0; round < 3; round += 1) {
      await subscribers.subscribe(ADA)
      await sendNotices()
      await subscribers.unsubscribeByAddress(ADA)
    }
    expect(inbox).toHaveLength(1)
  })

  it('waits a month after a complaint, even if an earlier link was followed', async () => {
    const { subscribers, inbox, sendNotices } = createFixture(database.db, { subscribeConfirm: true })
    await subscribers.subscribe(ADA)
    await sendNotices()
    await subscribers.confirm(readConfirmationToken(inbox[0]))
    await subscribers.suppress(ADA, 'complained')
    await subscribers.subscribe(ADA)
    await sendNotices()
    expect(inbox).toHaveLength(1)
  })

  it('mails nobody before they confirm, and accepts a link for seven days', async () => {
    const { subscribers, inbox, time, sendNotices } = createFixture(database.db, { subscribeConfirm: true })
    await subscribers.subscribe(ADA)
    await sendNotices()
    const token = readConfirmationToken(inbox[0])
    expect(await subscribers.count()).toBe(0)
    time.now = new Date('2026-11-30T14:00:01Z')
    expect(await subscribers.confirm(token)).toBe('invalid-token')
    time.now = new Date('2026-11-30T13:59:00Z')
    expect(await subscribers.confirm(token)).toBe('confirmed')
    expect(await subscribers.count()).toBe(1)
  })

  it('changes nothing for a subscriber who signs up again', async () => {
    await createFixture(database.db).subscribers.subscribe(ADA)
    const { subscribers, inbox, sendNotices } = createFixture(database.db, { subscribeConfirm: true })
    await subscribers.subscribe(ADA)
    await sendNotices()
    expect(inbox).toEqual([])
    expect(await subscribers.count()).toBe(1)
  })

  it('does not bring back someone who unsubscribed after confirming', async () => {
    const { subscribers, inbox, sendNotices } = createFixture(database.db, { subscribeConfirm: true })
    await subscribers.subscribe(ADA)
    await sendNotices()
    const token = readConfirmationToken(inbox[0])
    await subscribers.confirm(token)
    await subscribers.unsubscribeByAddress(ADA)
    expect(await subscribers.confirm(token)).toBe('invalid-token')
    expect(await subscribers.count()).toBe(0)
  })

  it('forgets an address that was not confirmed within seven days', async () => {
    const { subscribers, sendNotices } = createFixture(database.db, { subscribeConfirm: true })
    await subscribers.subscribe(ADA)
    await sendNotices()
    await age(database.db, '6 days')
    await subscribers.forgetExpired()
    expect(await listSubscribers(database.db)).toHaveLength(1)
    await age(database.db, '2 days')
    await subscribers.forgetExpired()
    expect(await listSubscribers(database.db)).toEqual([])
    expect(await dump(database.db)).not.toMatch(/\bada\b/)
  })
})
