import { describe, expect, it } from 'vitest'

import { createSigner } from '../sending/tokens.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import { age, clear, createFixture, keys, readConfirmationToken } from './testing/subscriber-fixtures.ts'

const ADA = 'ada@mail.example'
const signer = createSigner(keys.secretKey)

const database = setUpDatabase(clear)

const open = (settings: { subscribeConfirm?: boolean; welcomeMail?: boolean } = {}) =>
  createFixture(database.db, { welcomeMail: true, ...settings })

const subjects = ({ inbox }: ReturnType<typeof open>) => inbox.map(({ subject }) => subject)
const unsubscribeByLetter = async ({ subscribers }: ReturnType<typeof open>): Promise<void> => {
  const { id } = await database.db
    .selectFrom('subscriber')
    .select('id')
    .where('email', '=', ADA)
    .executeTakeFirstOrThrow()
  await subscribers.unsubscribeByToken(signer.signUnsubscribe(id))
}

describe('the welcome mail', () => {
  it('tells people and mail programs when the next letter goes out, and how to unsubscribe', async () => {
    const site = open()
    await site.subscribers.subscribe(ADA)
    await site.sendNotices()
    expect(site.inbox).toHaveLength(1)
    const [mail] = site.inbox
    expect(mail).toMatchObject({ to: ADA, subject: 'Welcome to Lunchpail' })
    expect(mail?.text).toContain('Monday, November 30, 2026 at 8:00 AM CST')
    expect(mail?.text).toContain('add monday@lunchpail.test to your contacts')
    expect(mail?.text).toContain('Pail & Sons, 1 Mill Lane')
    expect(mail?.html).toContain('Pail &amp; Sons, 1 Mill Lane')

    const oneClick =
      /^<https:\/\/lunchpail\.test\/api\/unsubscribe\/one-click\?token=([\w.-]+)>, <mailto:hello@lunchpail\.test\?subject=unsubscribe>$/
    const token = oneClick.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
    expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    expect(mail?.text).toContain(`https://lunchpail.test/unsubscribe?email=ada%40mail.example&token=${token}`)
    expect(await site.subscribers.unsubscribeByToken(token)).toBe('unsubscribed')
    expect(await site.subscribers.count()).toBe(0)
  })

  it('repeats nothing typed into the form but the address, as part of a link', async () => {
    const site = open()
    await site.subscribers.subscribe('"<b>win&a=1</b>"@mail.example')
    await site.sendNotices()
    const { html, text, subject } = site.inbox[0]!
    expect(html).not.toContain('<b>')
    expect(`${html}${text}${subject}`.match(/win/g)).toHaveLength(2)
    expect(text).toContain('email=%22%3Cb%3Ewin%26a%3D1%3C%2Fb%3E%22%40mail.example&token=')
  })

  it('is sent once, however often somebody signs up', async () => {
    const site = open()
    for (let round = 0; round < 3; round += 1) {
      await site.subscribers.subscribe(ADA)
      await site.sendNotices()
    }
    expect(subjects(site)).toEqual(['Welcome to Lunchpail'])
  })

  it('is sent once in thirty days to someone who leaves and comes back', async () => {
    const site = open()
    const comeAndGo = async () => {
      await site.subscribers.subscribe(ADA)
      await site.sendNotices()
      await unsubscribeByLetter(site)
    }
    await comeAndGo()
    await comeAndGo()
    await age(database.db, '29 days')
    await comeAndGo()
    expect(site.inbox).toHaveLength(1)
    await age(database.db, '1 day')
    await comeAndGo()
    expect(site.inbox).toHaveLength(2)
  })

  it('is sent once after the confirmation, if there is one', async () => {
    const site = open({ subscribeConfirm: true })
    await site.subscribers.subscribe(ADA)
    await site.sendNotices()
    expect(subjects(site)).toEqual(['One click left: do you want Lunchpail?'])
    const token = readConfirmationToken(site.inbox[0])
    await site.subscribers.confirm(token)
    await site.subscribers.confirm(token)
    await site.sendNotices()
    expect(subjects(site).slice(1)).toEqual(['Welcome to Lunchpail'])
  })

  it('is sent after the confirmation even after a complaint', async () => {
    const site = open()
    await site.subscribers.suppress(ADA, 'complained')
    await site.subscribers.subscribe(ADA)
    await site.sendNotices()
    await site.subscribers.confirm(readConfirmationToken(site.inbox[0]))
    await site.sendNotices()
    expect(subjects(site).slice(1)).toEqual(['Welcome to Lunchpail'])
  })

  it.each([
    [
      'unsubscribes with the form',
      (site: ReturnType<typeof open>): Promise<void> => site.subscribers.unsubscribeByAddress(ADA),
    ],
    ['unsubscribes with a letter’s link', unsubscribeByLetter],
    [
      'complains',
      (site: ReturnType<typeof open>): Promise<unknown> => site.subscribers.suppress(ADA, 'complained'),
    ],
    [
      'is erased',
      async (site: ReturnType<typeof open>): Promise<void> => void (await site.subscribers.erase(ADA)),
    ],
  ] as const)('is not sent to someone who %s before it goes out', async (_what, leave) => {
    const site = open()
    await site.subscribers.subscribe(ADA)
    await leave(site)
    await site.sendNotices()
    expect(subjects(site).filter((subject) => subject.startsWith('Welcome'))).toEqual([])
  })

  it('is not sent to those added by an operator or a file, nor when they sign up later', async () => {
    const site = open()
    await site.subscribers.add(ADA)
    await site.subscribers.importCsv(csv('email\nbob@mail.example\n'))
    await site.subscribers.subscribe(ADA)
    await site.subscribers.subscribe('bob@mail.example')
    await site.sendNotices()
    expect(site.inbox).toEqual([])
  })

  it('is not sent unless it is switched on', async () => {
    const site = open({ welcomeMail: false })
    await site.subscribers.subscribe(ADA)
    await site.sendNotices()
    expect(site.inbox).toEqual([])
  })
})

async function* csv(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}
