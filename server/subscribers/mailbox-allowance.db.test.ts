import { describe, expect, it } from 'vitest'

import { FORM_TOKEN_HEADER } from '../../shared/posted-form.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import { deleteEndedAllowances, describeUnverifiedAddress, foldMailbox } from './mailbox-allowance.ts'
import { age, clear, createFixture, dump, readConfirmationToken } from './testing/subscriber-fixtures.ts'
import { createSubscriberSite, visible } from './testing/mount-routes.ts'

const ADA = 'ada@mail.example'

const database = setUpDatabase(clear)

const confirming = () => createFixture(database.db, { subscribeConfirm: true })
const tagged = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `ada+${from + index}@mail.example`)
/** Makes every allowance of which something was taken as good as used up. */
const setTaken = (taken: number) => database.db.updateTable('mailbox_allowance').set({ taken }).execute()

it.each([
  ['jane.doe+news@mail.example', 'jane.doe@mail.example'],
  ['jane.doe+news@gmail.com', 'janedoe@gmail.com'],
  ['j.ane.doe+news@pm.me', 'janedoe@pm.me'],
  ['jane@sub.mail.example', 'jane@sub.mail.example'],
  ['j.d+a+b@googlemail.com', 'jd@gmail.com'],
  ['+news@mail.example', '+news@mail.example'],
  ['a@b+c.example', 'a@b+c.example'],
  ['jane-news@yahoo.co.uk', 'jane@yahoo.co.uk'],
  ['j.ane-a+b@ymail.com', 'j.ane@ymail.com'],
  ['-news@yahoo.com', '-news@yahoo.com'],
  ['jane-news@mail.example', 'jane-news@mail.example'],
  ['news@jane.fastmail.com', 'jane@fastmail.com'],
  ['jane+news@fastmail.com', 'jane@fastmail.com'],
])('counts %s as the mailbox %s', (address, mailbox) => {
  expect(foldMailbox(address)).toBe(mailbox)
})

it.each([
  'mail.example',
  'x.mail.example',
  '_x.mail.example',
  '-1.mail.example',
  '1-.mail.example',
  'x.-.mail.example',
])('counts %s as mail.example, whether or not a host may have the name', (domain) => {
  const count = (email: string) =>
    describeUnverifiedAddress(email, {
      origin: '192.0',
      isFromForm: false,
      suppressionKey: 'key',
    }).domainCountKey?.('consents')
  expect(count(`ada@${domain}`)).toBe(count(ADA))
})

describe('the links sent to one mailbox in a day', () => {
  it('are two for its other spellings from one network, four from all networks, and as many the next day', async () => {
    const { subscribers, inbox, sendNotices } = confirming()
    const signUpAll = async (spellings: readonly string[], origin: string) => {
      await Promise.all(spellings.map((email) => subscribers.subscribe(email, { origin })))
      await sendNotices()
      return inbox.length
    }
    expect(await signUpAll(tagged(0, 8), '2001:db8::/32')).toBe(2)
    expect(await signUpAll(tagged(8, 16), '192.0')).toBe(4)
    expect(await signUpAll(tagged(16, 24), '198.51')).toBe(4)
    await age(database.db, '1 day')
    expect(await signUpAll(tagged(24, 32), '2001:db8::/32')).toBe(6)
  })

  it('count spellings with dots as one mailbox where servers ignore dots', async () => {
    const { subscribers, inbox, sendNotices } = confirming()
    for (const email of ['j.anedoe', 'ja.nedoe', 'jan.edoe'])
      await subscribers.subscribe(`${email}@gmail.com`)
    await sendNotices()
    expect(inbox).toHaveLength(2)
  })

  it('are not used up for an address with dots by others at a server where dots count', async () => {
    const { subscribers, inbox, sendNotices } = confirming()
    for (const email of ['j.anedoe', 'ja.nedoe'])
      await subscribers.subscribe(`${email}@mail.example`, { origin: '192.0' })
    for (const email of ['jan.edoe', 'jane.d.oe'])
      await subscribers.subscribe(`${email}@mail.example`, { origin: '2001:db8::/32' })
    await subscribers.subscribe('jane.doe@mail.example', { origin: '198.51' })
    await sendNotices()
    expect(inbox.map(({ to }) => to)).toContain('jane.doe@mail.example')
  })

  it('include three reserved for the plain spelling', async () => {
    const { subscribers, inbox, sendNotices } = confirming()
    for (const email of tagged(0, 8)) await subscribers.subscribe(email)
    for (let hour = 0; hour < 5; hour += 1) {
      await subscribers.subscribe(ADA)
      await sendNotices()
      await database.db
        .updateTable('notice')
        .set({ created_at: new Date('2026-01-01') })
        .execute()
    }
    expect(inbox.filter(({ to }) => to === ADA)).toHaveLength(3)
  })

  it('still work for its owner once used up, even if a stranger unsubscribed the address', async () => {
    const { subscribers, inbox, sendNotices } = confirming()
    await subscribers.subscribe(ADA)
    await sendNotices()
    await subscribers.unsubscribeByAddress(ADA)
    await subscribers.subscribe(ADA)
    await sendNotices()
    expect(inbox).toHaveLength(1)
    expect(await subscribers.confirm(readConfirmationToken(inbox[0]))).toBe('confirmed')
    expect(await subscribers.count()).toBe(1)
  })

  it('are not withheld by a stranger who unsubscribes the address before they go out', async () => {
    const { subscribers, inbox, sendNotices } = confirming()
    for (const email of [ADA, 'ada+news@mail.example']) {
      for (let hour = 0; hour < 5; hour += 1) {
        await subscribers.subscribe(email, { origin: '192.0' })
        await subscribers.unsubscribeByAddress(email, { origin: '192.0' })
        await age(database.db, '1 hour')
      }
      await subscribers.subscribe(email, { origin: '198.51' })
      await sendNotices()
      expect(inbox.at(-1)?.to).toBe(email)
      expect(await subscribers.confirm(readConfirmationToken(inbox.at(-1)))).toBe('confirmed')
    }
  })

  it('cannot be saved up by dropping them', async () => {
    const { subscribers, inbox, sendNotices } = confirming()
    for (let day = 0; day < 3; day += 1) {
      for (const email of tagged(4 * day, 4 * day + 4))
        await subscribers.subscribe(email, { origin: '192.0' })
      for (let hours = 0; hours < 24; hours += 12) {
        for (const email of tagged(0, 12)) {
          await subscribers.unsubscribeByAddress(email)
          await subscribers.subscribe(email, { origin: '192.0' })
          await subscribers.unsubscribeByAddress(email)
        }
        await age(database.db, '12 hours')
      }
    }
    for (const email of tagged(0, 12)) await subscribers.subscribe(email, { origin: '192.0' })
    await sendNotices()
    expect(inbox.length).toBeLessThanOrEqual(2)
  })

  it('are not used up by sign-ups that send no mail', async () => {
    const { subscribers, inbox, sendNotices } = confirming()
    for (let time = 0; time < 6; time += 1) await subscribers.subscribe('ada+a@mail.example')
    await subscribers.subscribe('ada+b@mail.example')
    await sendNotices()
    expect(inbox.map(({ to }) => to)).toEqual(['ada+a@mail.example', 'ada+b@mail.example'])
  })
})

const people = (domain: string, from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `p${from + index}@${domain}`)

describe('the links sent to one domain in a day', () => {
  it('are 30, and 60 with sign-ups from loaded forms, whatever happens at once', async () => {
    const { subscribers, inbox, sendNotices } = confirming()
    const signUpAll = async (
      addresses: readonly string[],
      request: { isFromForm: boolean; origin?: string },
    ) => {
      await Promise.all(addresses.map((email) => subscribers.subscribe(email, request)))
      await sendNotices()
      return inbox.length
    }
    const fromForm = { isFromForm: true, origin: '198.51' }
    expect(await signUpAll(people('mail.example', 0, 33), { isFromForm: false })).toBe(30)
    expect(await signUpAll(people('mail.example', 40, 33), fromForm)).toBe(60)
    expect(await signUpAll(people('mail.example', 80, 2), { ...fromForm, origin: '203.0' })).toBe(60)
    expect(await signUpAll(people('other.example', 0, 2), { isFromForm: false })).toBe(62)
    await age(database.db, '1 day')
    expect(await signUpAll(people('mail.example', 90, 2), { isFromForm: false })).toBe(64)
  })

  it('are not used up by one network, even with tokens of forms that it loaded', async () => {
    const { subscribers, inbox, sendNotices } = confirming()
    for (const email of people('mail.example', 0, 60))
      await subscribers.subscribe(email, { isFromForm: true, origin: '2001:db8::/32' })
    await subscribers.subscribe(ADA, { isFromForm: true, origin: '192.0' })
    await sendNotices()
    expect(inbox).toHaveLength(31)
    expect(inbox.map(({ to }) => to)).toContain(ADA)
  })

  it.each([
    ['subdomains', 2, (number: number) => `ada@x${number}.mail.example`],
    ['domains below a public suffix', 3, (number: number) => `ada@x${number}.co.uk`],
    ['domains that a provider gives away', 3, (number: number) => `ada@x${number}.github.io`],
  ])('count %s by who owns them', async (_what, links, spell) => {
    const { subscribers, inbox, sendNotices } = confirming()
    await subscribers.subscribe(spell(0))
    await setTaken(29)
    for (const number of [1, 2]) await subscribers.subscribe(spell(number))
    await sendNotices()
    expect(inbox).toHaveLength(links)
  })

  it('change no answer, and leave room for people who loaded the form', async () => {
    const { http, inbox, time, sendNotices } = createSubscriberSite(database.db, { subscribeConfirm: true })
    const signUp = (email: string, client: string, formToken = '') =>
      http
        .post('/api/subscribe')
        .set({ 'X-Forwarded-For': client, [FORM_TOKEN_HEADER]: formToken })
        .send({ email })
    const answered = visible(await signUp('first@mail.example', '192.0.2.1'))
    await setTaken(30)
    expect(visible(await signUp('late@mail.example', '192.0.2.2'))).toEqual(answered)
    const { token } = (await http.get('/api/subscribe/token').expect(200)).body as { token: string }
    time.now = new Date(time.now.getTime() + 3_000)
    await signUp(ADA, '198.51.100.7', token).expect(200)
    await sendNotices()
    expect(inbox.map(({ to }) => to)).toEqual(['first@mail.example', ADA])
  })

  it.each(['gmail.com', 'yahoo.co.uk', 'hotmail.fr', 'privaterelay.appleid.com'])(
    'are not limited at %s',
    async (domain) => {
      const { subscribers, inbox, sendNotices } = confirming()
      await subscribers.subscribe(`first@${domain}`)
      await setTaken(30)
      await subscribers.subscribe(`second@${domain}`)
      await sendNotices()
      expect(inbox).toHaveLength(2)
    },
  )

  it.each([
    ['a tag after a hyphen', (number: number) => `ada-${number}@yahoo.com`],
    ['a subdomain', (number: number) => `x${number}@ada.fastmail.com`],
  ])('are two for a mailbox spelled with %s', async (_what, spell) => {
    const { subscribers, inbox, sendNotices } = confirming()
    for (let number = 0; number < 6; number += 1) await subscribers.subscribe(spell(number))
    await sendNotices()
    expect(inbox).toHaveLength(2)
  })
})

describe('without confirmation', () => {
  it('subscribes three spellings of a mailbox in 30 days, and asks the others to confirm', async () => {
    const { subscribers, inbox, sendNotices } = createFixture(database.db)
    for (const email of tagged(0, 10)) await subscribers.subscribe(email)
    await sendNotices()
    expect(await subscribers.count()).toBe(3)
    expect(inbox.map(({ subject }) => subject)).toEqual([
      'One click left: do you want Lunchpail?',
      'One click left: do you want Lunchpail?',
    ])
    await age(database.db, '30 days')
    await subscribers.subscribe('ada+10@mail.example')
    expect(await subscribers.count()).toBe(4)
  })

  it.each([
    ['any name at a domain', (number: number) => `p${number}@mail.example`],
    ['any subdomain of it', (number: number) => `ada@x${number}.mail.example`],
  ])(
    'subscribes and welcomes 20 people of a domain in 30 days, and asks more to confirm: %s',
    async (_who, spell) => {
      const { subscribers, inbox, sendNotices } = createFixture(database.db, { welcomeMail: true })
      await Promise.all(Array.from({ length: 25 }, (_, number) => subscribers.subscribe(spell(number))))
      await sendNotices()
      expect(await subscribers.count()).toBe(20)
      const welcomes = inbox.filter(({ subject }) => subject.startsWith('Welcome'))
      expect([welcomes.length, inbox.length]).toEqual([20, 25])
      await age(database.db, '30 days')
      await subscribers.subscribe('late@mail.example')
      expect(await subscribers.count()).toBe(21)
    },
  )

  it('subscribes everybody at a large provider', async () => {
    const { subscribers } = createFixture(database.db)
    await subscribers.subscribe('first@gmail.com')
    await setTaken(20)
    await subscribers.subscribe('second@gmail.com')
    expect(await subscribers.count()).toBe(2)
  })
})

it('tells everybody whom strangers unsubscribed, however many spellings of the mailbox that is', async () => {
  const { subscribers, inbox, sendNotices } = createFixture(database.db)
  const csv = ['email', ...tagged(0, 6), ''].join('\n')
  await subscribers.importCsv(
    (async function* () {
      yield new TextEncoder().encode(csv)
    })(),
  )
  for (const email of tagged(0, 6)) await subscribers.unsubscribeByAddress(email)
  await sendNotices()
  expect(inbox.map(({ to }) => to).toSorted()).toEqual(tagged(0, 6))
  expect(await subscribers.count()).toBe(0)
})

it('stores the address as typed, and counts without addresses or networks until they expire', async () => {
  const { subscribers } = createFixture(database.db)
  await subscribers.subscribe('Ada.L+news@mail.example'.toLowerCase(), { origin: '192.0' })
  const rows = await database.db.selectFrom('mailbox_allowance').select('key').execute()
  const hashed = { key: expect.stringMatching(/^[\w-]{43}$/) as string }
  expect(rows).toEqual([hashed, hashed])
  expect(await dump(database.db)).toContain('ada.l+news@mail.example')
  expect(await dump(database.db)).not.toContain('adal@')
  await subscribers.forgetExpired()
  expect(await database.db.selectFrom('mailbox_allowance').select('key').execute()).toHaveLength(2)
  await age(database.db, '30 days')
  await subscribers.forgetExpired()
  expect(await database.db.selectFrom('mailbox_allowance').select('key').execute()).toEqual([])
})

// The embedded database has one connection.
it.runIf(process.env['LUNCHPAIL_TEST_POSTGRES'])(
  'deletes no count that a sign-up is just taking, nor waits for it: each would hold what the other needs',
  async () => {
    const { subscribers } = confirming()
    await subscribers.subscribe(ADA, { origin: '192.0' })
    await age(database.db, '30 days')
    const rows = await database.db.selectFrom('mailbox_allowance').select('key').execute()
    await database.db.transaction().execute(async (trx) => {
      await trx.updateTable('mailbox_allowance').set({ taken: 1 }).where('key', '=', rows[0]!.key).execute()
      expect(await deleteEndedAllowances(database.db)).toBe(rows.length - 1)
    })
    expect(await deleteEndedAllowances(database.db)).toBe(1)
  },
)
