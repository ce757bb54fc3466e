import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { openDatabase } from '../db/open-database.ts'
import { hashAddress } from '../sending/tokens.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { describeUnverifiedAddress } from './mailbox-allowance.ts'
import { lockAddress } from './subscribers.queries.ts'
import { age, clear, createFixture, findSubscriberId, keys, signer } from './testing/subscriber-fixtures.ts'
import { createSubscriberSite } from './testing/mount-routes.ts'

const ADA = 'ada@mail.example'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** Opens a second process on Postgres; the embedded database belongs to one process. */
async function openSecond() {
  if (database.url === undefined) return database.db
  const second = await openDatabase({ url: database.url }, (error) => {
    throw error
  })
  onTestFinished(() => second.close())
  return second.db
}

/** Reads the outcome of the sign-ups at both processes. */
async function readOutcome(processes: readonly ReturnType<typeof createFixture>[]) {
  await Promise.all(processes.map(({ sendNotices }) => sendNotices()))
  return {
    mails: processes.flatMap(({ inbox }) => inbox).map(({ to, subject }) => ({ to, subject })),
    subscribers: await database.db.selectFrom('subscriber').select('email').execute(),
    active: await processes[0]?.subscribers.count(),
  }
}

describe('simultaneous sign-ups for one address at two processes', () => {
  // A thousand on Postgres; fewer on the embedded database, which would take seconds.
  it.each([
    { subscribeConfirm: false, mail: 'Welcome to Lunchpail', active: 1 },
    { subscribeConfirm: true, mail: 'One click left: do you want Lunchpail?', active: 0 },
  ])('make one subscriber and one mail with %j', async ({ subscribeConfirm, mail, active }) => {
    await clear(database.db)
    const count = database.url === undefined ? 100 : 1_000
    const settings = { subscribeConfirm, welcomeMail: true }
    const processes = [
      createFixture(database.db, settings),
      createFixture(await openSecond(), settings),
    ] as const
    await Promise.all(
      Array.from({ length: count }, (_, index) => processes[index % 2 ? 1 : 0].subscribers.subscribe(ADA)),
    )
    expect(await readOutcome(processes)).toEqual({
      mails: [{ to: ADA, subject: mail }],
      subscribers: [{ email: ADA }],
      active,
    })
  })
  it('are all accepted over HTTP, from many clients, and make one subscriber and one mail', async () => {
    await clear(database.db)
    const settings = { welcomeMail: true }
    const processes = [
      createSubscriberSite(database.db, settings),
      createSubscriberSite(await openSecond(), settings),
    ] as const
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        processes[index % 2 ? 1 : 0].http
          .post('/api/subscribe')
          .set('X-Forwarded-For', `192.0.2.${index}`)
          .send({ email: ADA }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
    expect(await readOutcome(processes)).toEqual({
      mails: [{ to: ADA, subject: 'Welcome to Lunchpail' }],
      subscribers: [{ email: ADA }],
      active: 1,
    })
  })
})

it('simultaneous sign-ups for one address by one network take what one takes, others what they take', async () => {
  await clear(database.db)
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const { subscribers } = createFixture(database.db.withPlugin(counting), { subscribeConfirm: true })
  type Request = Parameters<typeof subscribers.subscribe>[1]
  const countFor = async (email: string, requests: readonly Request[]) => {
    statements = 0
    await Promise.all(requests.map((request) => subscribers.subscribe(email, request)))
    return statements
  }
  const alike = (count: number) => Array.from({ length: count }, () => ({ origin: '192.0' }))
  await subscribers.add('reader@mail.example')
  // No more links to this one today: each sign-up takes the whole way, and changes nothing.
  await countFor(ADA, alike(1))
  await age(database.db, '2 hours')
  await database.db.updateTable('mailbox_allowance').set({ taken: 1_000 }).execute()
  for (const email of ['reader@mail.example', ADA]) {
    const one = await countFor(email, alike(1))
    expect(await countFor(email, alike(16))).toBe(one)
    const others: Request[] = [{ origin: '198.51' }, { origin: '192.0', isFromForm: true }]
    // Would subscribe the other address.
    if (email !== ADA) others.push({ origin: '192.0', confirmation: 'if-suppressed' })
    for (const other of others) {
      const alone = await countFor(email, [other])
      expect(await countFor(email, [...alike(2), other])).toBe(one + alone)
    }
  }
})

// The embedded database has one connection for everybody.
describe.runIf(process.env['LUNCHPAIL_TEST_POSTGRES'])('a domain whose lock is taken', () => {
  it('leaves connections to sign-ups for another, and keeps nobody from unsubscribing', async () => {
    await clear(database.db)
    const { subscribers } = createFixture(await openSecond(), { subscribeConfirm: false })
    const many = Array.from({ length: 30 }, (_, index) => `reader${index}@crowd.example`)
    await subscribers.add('leaver@crowd.example')
    const { domainCountKey } = describeUnverifiedAddress('anybody@crowd.example', {
      origin: '',
      isFromForm: false,
      suppressionKey: keys.suppressionKey,
    })
    let signUps: Promise<unknown> | undefined
    await database.db.transaction().execute(async (trx) => {
      await lockAddress(trx, domainCountKey!('links'))
      signUps = Promise.all(many.map((email) => subscribers.subscribe(email)))
      await subscribers.subscribe(ADA)
      expect(await subscribers.count()).toBe(2)
      await subscribers.unsubscribeByAddress('leaver@crowd.example')
      expect(await subscribers.count()).toBe(1)
    })
    await signUps
    expect(await subscribers.count()).toBeGreaterThan(2)
  })
})

it('the mails that one network causes at the same moment have turns one after the other', async () => {
  await clear(database.db)
  const { subscribers } = createFixture(database.db, { subscribeConfirm: true })
  const signUps = Array.from({ length: 6 }, (_, index) =>
    subscribers.subscribe(`ada@mail${index}.example`, { origin: '192.0' }),
  )
  await Promise.all(signUps)
  const notices = await database.db.selectFrom('notice').select('turn').orderBy('turn').execute()
  expect(notices.map(({ turn }) => turn)).toEqual([0, 1, 2, 3, 4, 5])
})

describe.runIf(process.env['LUNCHPAIL_TEST_POSTGRES'])('changes of one address while it is locked', () => {
  type Subscribers = ReturnType<typeof createFixture>['subscribers']
  it.each<[what: string, outcome: string, change: (subscribers: Subscribers, id: string) => Promise<string>]>(
    [
      ['links that confirm', 'confirmed', (their, id) => their.confirm(tokenFor('confirm', id))],
      [
        'links that unsubscribe',
        'unsubscribed',
        (their, id) => their.unsubscribeByToken(tokenFor('unsubscribeByToken', id)),
      ],
      [
        'unsubscriptions by address',
        'done',
        async (their) => (await their.unsubscribeByAddress(ADA, { origin: '192.0' }), 'done'),
      ],
      ['suppressions', 'done', async (their) => (await their.suppress(ADA, 'complained'), 'done')],
      ['removals', 'done', async (their) => (await their.remove(ADA), 'done')],
      ['additions by a program', 'done', async (their) => (await addByProgram(their), 'done')],
    ],
  )('leave connections to requests for others: %s', async (_, outcome, change) => {
    await clear(database.db)
    const { subscribers } = createFixture(await openSecond(), { subscribeConfirm: true })
    await subscribers.subscribe(ADA)
    const id = await findSubscriberId(database.db, ADA)
    const settings = { subscribeConfirm: false }
    const acting = outcome === 'done' ? createFixture(await openSecond(), settings).subscribers : subscribers
    let requests: Promise<string[]> | undefined
    await database.db.transaction().execute(async (trx) => {
      await lockAddress(trx, hashAddress(ADA, keys.suppressionKey))
      requests = Promise.all(Array.from({ length: 30 }, () => change(acting, id)))
      await acting.subscribe('bob@mail.example')
      expect(await acting.count()).toBe(outcome === 'done' ? 1 : 0)
    })
    expect(new Set(await requests)).toEqual(new Set([outcome]))
  })

  it('confirm at once what is confirmed', async () => {
    await clear(database.db)
    const { subscribers } = createFixture(await openSecond())
    await subscribers.subscribe(ADA)
    const token = tokenFor('confirm', await findSubscriberId(database.db, ADA))
    await database.db.transaction().execute(async (trx) => {
      await lockAddress(trx, hashAddress(ADA, keys.suppressionKey))
      expect(await subscribers.confirm(token)).toBe('confirmed')
    })
  })

  const tokenFor = (request: 'confirm' | 'unsubscribeByToken', id: string) =>
    request === 'confirm'
      ? signer.signConfirmation(id, new Date('2026-11-30T14:00:00Z'))
      : signer.signUnsubscribe(id)
  const addByProgram = (their: Subscribers) =>
    their.addByProgram(ADA, { program: 'shop', consent: { at: '2026-11-20T10:00:00Z', source: 'a form' } })
})
