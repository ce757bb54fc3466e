import { describe, expect, it } from 'vitest'

import { resetTables } from '../testing/edition-fixtures.ts'
import { setUpTypedCommands } from './testing/typed-commands.ts'

const { database, run, write, read } = setUpTypedCommands()

/** The initial readers, with the time of their consent. */
const READERS = [
  ['ada@mail.example', '2019-03-04T08:15:00.000Z'],
  ['bo@mail.example', '2024-02-29T23:59:59.000Z'],
  ['cy@mail.example', '2026-11-01T00:00:00.000Z'],
] as const
/** On the do-not-mail list, for having left and for having bounced. */
const GONE = ['left@mail.example', 'dead@mail.example']

const sql = (time: string) => time.slice(0, 19).replace('T', ' ')
const onOff = (isOn: boolean, on: string, off: string) => (isOn ? on : off)

/** Exports of other programs: the header, and lines of people who get mail there or have left. */
const FILES: Readonly<
  Record<string, { header: string; line: (email: string, time: string, isOn: boolean) => string }>
> = {
  listmonk: {
    header: 'uuid,email,name,attributes,status,created_at,updated_at',
    line: (email, time, isOn) =>
      `u,${email},,{},${onOff(isOn, 'enabled', 'disabled')},${sql(time)}.000 +0000 UTC,${sql(time)} +0000 UTC`,
  },
  ghost: {
    header:
      'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers',
    line: (email, time, isOn) => `1,${email},,,${isOn},false,,${time},,,`,
  },
  substack: {
    header: 'email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at',
    line: (email, time, isOn) => `${email},false,,other,${!isOn},${time},`,
  },
  beehiiv: {
    header: 'email,First Name,status,tier,created_at,unsubscribed_at',
    line: (email, time, isOn) => `${email},,${onOff(isOn, 'active', 'inactive')},free,${sql(time)} UTC,`,
  },
  mailchimp: {
    header:
      'Email Address,First Name,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LAST_CHANGED,UNSUB_TIME',
    line: (email, time, isOn) =>
      `${email},,2,${sql(time)},192.0.2.7,${sql(time)},192.0.2.7,${sql(time)},${onOff(isOn, '', sql(time))}`,
  },
  buttondown: {
    header: 'email,notes,tags,type,source,creation_date,unsubscription_date',
    line: (email, time, isOn) => `${email},,,${onOff(isOn, 'regular', 'unsubscribed')},api,${time},`,
  },
  keila: {
    header: 'Email,First name,Last name,Data,Status,External ID',
    line: (email, _time, isOn) => `${email},,,{},${onOff(isOn, 'active', 'unsubscribed')},`,
  },
}

/** Fills an empty Lunchpail.
 *  @returns its exports: the subscribers by line without the header, and the do-not-mail list */
async function begin() {
  write('start.csv', ['email,consented_at', ...READERS.map((reader) => reader.join(','))].join('\n'))
  await run('subscribers import start.csv')
  for (const email of GONE) await run(`subscribers add ${email}`)
  await run(`subscribers remove ${GONE[0]}`)
  write('bounced.csv', `email\n${GONE[1]}\n`)
  await run('suppressions import bounced.csv --reason bounced')
  return { subscribers: await exported(), suppressions: (await run('suppressions export')).out }
}

const exported = async () => (await run('subscribers export')).out.trim().split('\n').slice(1).toSorted()

describe('moving', () => {
  it.each(Object.entries(FILES))(
    'to %s and back into an empty Lunchpail keeps every subscriber, time of consent and do-not-mail entry',
    async (program, { header, line }) => {
      const before = await begin()
      // In the other program somebody joined and somebody left, and our do-not-mail addresses were added by hand.
      const there = [
        ...before.subscribers.map((row) => line(row.split(',')[0]!, row.split(',')[1]!, true)),
        ...GONE.map((email) => line(email, '2020-01-01T00:00:00.000Z', true)),
        line('new@mail.example', '2026-11-10T12:00:00.000Z', true),
        line('away@mail.example', '2020-01-01T00:00:00.000Z', false),
      ]
      write('back.csv', [header, ...there].join('\n'))
      write('suppressions.csv', before.suppressions)
      await resetTables(database.db)
      await run('suppressions import suppressions.csv')
      const { exitCode, error } = await run(
        `subscribers import back.csv --from ${program} --report report.csv`,
      )
      expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' })
      const after = (await exported()).map((row) => row.split(','))
      const time = (iso: string) => (program === 'keila' ? '' : iso)
      expect(after.map(([email, consentedAt]) => [email, consentedAt])).toEqual([
        ...READERS.map(([email, iso]) => [email, time(iso)]),
        ['new@mail.example', time('2026-11-10T12:00:00.000Z')],
      ])
      const source = program === 'buttondown' ? 'import:buttondown (api)' : `import:${program}`
      expect(new Set(after.map((row) => row[3]))).toEqual(new Set([source]))
      expect((await run('suppressions export')).out).toBe(before.suppressions)
      for (const email of GONE) expect(read('report.csv')).toContain(`${email},do-not-mail,`)
      expect(read('report.csv')).toContain('away@mail.example,unsubscribed,,,\n')
      expect(JSON.stringify(await database.db.selectFrom('subscriber').selectAll().execute())).not.toContain(
        '192.0.2.7',
      )
    },
  )

  it('to another Lunchpail keeps each consent as it was, and to the same one changes nothing', async () => {
    const before = await begin()
    const file = (await run('subscribers export')).out
    write('own.csv', file)
    write('suppressions.csv', before.suppressions)
    await run('subscribers import own.csv')
    expect(await exported()).toEqual(before.subscribers)
    await resetTables(database.db)
    await run('suppressions import suppressions.csv')
    await run('subscribers import own.csv')
    expect(await exported()).toEqual(before.subscribers)
    expect((await run('suppressions export')).out).toBe(before.suppressions)
  })
})

describe("Mailchimp's file of contacts who never agreed", () => {
  it.each(['nonsubscribed_members_export_1a2b.csv', 'Non-subscribed.csv', '1-nonsubscribed-members.csv'])(
    'is recognized only by its name, and refused: %s',
    async (name) => {
      write(name, 'Email Address,OPTIN_TIME,CONFIRM_TIME\nshopper@mail.example,,\n')
      const { exitCode, error } = await run(`subscribers import ${name} --from mailchimp`)
      expect(exitCode).toBe(2)
      expect(error).toContain('who never agreed to get mail. Leave it out')
      expect(await exported()).toEqual([])
    },
  )
})

describe('a file whose name says that those in it get no mail', () => {
  it.each([
    'unsubscribes.csv',
    'suppression_bounces.csv',
    'Do not mail.csv',
    'spam-reports.csv',
    'BlockedContacts.csv',
    'opt_outs.csv',
    'abgemeldete.csv',
    'désinscrits.csv',
  ])('is refused, unless a column says who gets mail: %s', async (name) => {
    write(name, 'email,created\nleft@mail.example,1708868400\n')
    const words = ['subscribers', 'import', name]
    expect(await run(words)).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('suppressions import') as string,
    })
    expect(await exported()).toEqual([])
    write(name, 'email,status\nleft@mail.example,unsubscribed\nada@mail.example,active\n')
    expect(await run(words)).toMatchObject({ exitCode: 0 })
    expect(await exported()).toHaveLength(1)
  })

  it.each(['subscribers.csv', 'active.csv', 'Leftovers of spring.csv', 'newsletter.csv'])(
    'is not one named %s, which is imported',
    async (name) => {
      write(name, 'email,created\nada@mail.example,1708868400\n')
      expect(await run(['subscribers', 'import', name])).toMatchObject({ exitCode: 0 })
    },
  )
})

describe('a time of consent', () => {
  it('that cannot be read is reported by line, not guessed, and can be filled in by a later import', async () => {
    const header = 'email,subscribed_to_emails,created_at'
    write('ghost.csv', `${header}\nada@mail.example,true,03/04/2024\nbo@mail.example,true,2099-01-01\n`)
    expect(await run('subscribers import ghost.csv --from ghost')).toEqual({
      exitCode: 0,
      out: 'Lines: 2. Subscribed: 2, before already: 0. Subscribed without a time of consent that could be read: 2.\n',
      error:
        'line 2: Its "created_at" is not a time that can be read. Kept without that time.\n' +
        'line 3: Its "created_at" is in the future. Kept without that time.\n',
    })
    expect((await run('subscribers find ada@mail.example')).out).toContain(
      'Consent: at a time that is not known, import:ghost; recorded here ',
    )
    const again = await run('subscribers import ghost.csv --from ghost --report who.csv')
    expect(again.error).toBe('')
    expect(read('who.csv')).toContain('2,ada@mail.example,already,,import:ghost,"Its ""created_at""')
    write('ghost.csv', `${header}\nada@mail.example,true,2024-04-03T08:00:00.000Z\n`)
    expect((await run('subscribers import ghost.csv --from ghost')).out).toContain('before already: 1.')
    expect((await run('subscribers find ada@mail.example')).out).toContain(
      'Consent: 2024-04-03T08:00:00.000Z, import:ghost; recorded here ',
    )
    // A known one stays, whatever a later file says.
    write('ghost.csv', `${header}\nada@mail.example,true,2011-01-01T00:00:00.000Z\n`)
    await run('subscribers import ghost.csv --from ghost')
    expect((await run('subscribers export-one ada@mail.example')).out).toContain(
      '"consentedAt": "2024-04-03T08:00:00.000Z",\n    "consentSource": "import:ghost"',
    )
  })
})
