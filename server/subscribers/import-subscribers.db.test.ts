import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import { setUpDatabase } from '../testing/set-up-database.ts'
import { NOTHING, type ImportSummary, type LineOutcome, type RejectedLine } from './import-subscribers.ts'
import { clear, createFixture } from './testing/subscriber-fixtures.ts'

const database = setUpDatabase(clear)

async function* fileOf(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part)
}
const readers = (count: number) =>
  Array.from({ length: count }, (_, index) => `reader${index}@mail.example\n`).join('')

describe('importCsv', () => {
  it('lets the planner know how long the list is while it grows', async () => {
    await sql`analyze subscriber`.execute(database.db)
    const { subscribers } = createFixture(database.db)
    const known: number[] = []
    await subscribers.importCsv(fileOf('email\n', readers(4_000)), {
      async onSaved({ added }) {
        const { rows } = await sql<{ rows: number }>`
          select reltuples::integer as rows from pg_class where oid = 'subscriber'::regclass`.execute(
          database.db,
        )
        known.push((rows[0]?.rows ?? 0) / added)
      },
    })
    expect(known).toHaveLength(9)
    expect(Math.min(...known)).toBeGreaterThanOrEqual(0.5)
  })

  it('tells new, known, repeated, suppressed and rejected addresses apart', async () => {
    const { subscribers } = createFixture(database.db)
    await subscribers.subscribe('known@mail.example')
    await subscribers.subscribe('gone@mail.example')
    await subscribers.remove('gone@mail.example')
    const rejected: RejectedLine[] = []
    const file = fileOf(
      '\uFEFFname,Email\r\n"Lovelace, Ada",ADA@mail.example \r\n',
      '\r\nB,known@mail.example\r\nC,nonsense\r\nD,gone@mail.exa',
      'mple\r\nE,ada@mail.example\r\nF,\r\nG,ada lovelace@mail.example\r\nH,',
    )
    const summary = await subscribers.importCsv(file, { onRejected: (line) => void rejected.push(line) })
    expect(summary).toEqual({
      ...NOTHING,
      lines: 8,
      added: 1,
      already: 1,
      repeated: 1,
      suppressed: 1,
      rejected: 4,
    })
    expect(rejected).toEqual([
      { line: 5, reason: 'Please enter a valid email address.', masked: 'n***' },
      { line: 8, reason: 'There is no address in the column "Email".', masked: '' },
      { line: 9, reason: 'Please enter a valid email address.', masked: 'a***@***.example' },
      { line: 10, reason: 'There is no address in the column "Email".', masked: '' },
    ])
    expect(await subscribers.count()).toBe(2)
  })

  it('resumes after it was stopped, counts earlier rows and duplicates nothing', async () => {
    const { subscribers } = createFixture(database.db)
    const file = `email\n${readers(1_200)}`
    const saved: ImportSummary[] = []
    const stopped = subscribers.importCsv(fileOf(file), {
      onSaved(summary) {
        saved.push(summary)
        if (summary.lines === 1_000) throw new Error('nobody waits for it')
      },
    })
    await expect(stopped).rejects.toThrow('nobody waits for it')
    expect(saved.map(({ lines, added }) => [lines, added])).toEqual([
      [500, 500],
      [1_000, 1_000],
    ])
    expect(await subscribers.count()).toBe(1_000)
    expect(await subscribers.importCsv(fileOf(file))).toMatchObject({ added: 200, already: 1_000 })
    expect(await subscribers.importCsv(fileOf(file))).toMatchObject({ added: 0, already: 1_200, repeated: 0 })
    expect(await subscribers.count()).toBe(1_200)
  })

  it('counts repeated addresses in the file, however far apart', async () => {
    const { subscribers } = createFixture(database.db)
    const file = fileOf(`email\n${readers(700)}${readers(700)}`)
    expect(await subscribers.importCsv(file)).toEqual({
      ...NOTHING,
      lines: 1_400,
      added: 700,
      repeated: 700,
    })
  })

  it('reports each line as the summary counts it, however far apart lines of one address are', async () => {
    const { subscribers } = createFixture(database.db)
    await subscribers.subscribe('known@mail.example')
    await subscribers.erase('gone@mail.example')
    const text = [
      'email,status',
      ...['ada', 'ada', 'known', 'gone', 'angry', 'left'].map((name) => `${name}@mail.example,active`),
      'angry@mail.example,spam complaint\nleft@mail.example,unsubscribed',
      readers(700).trim().replaceAll('\n', ',active\n').concat(',active'),
      ...['ada', 'known', 'gone', 'angry', 'left', 'reader0'].map((name) => `${name}@mail.example,active`),
    ].join('\n')
    for (const isDryRun of [true, false]) {
      const told: LineOutcome[] = []
      const summary = await subscribers.importCsv(fileOf(text), {
        isDryRun,
        onOutcome: (line) => void told.push(line),
      })
      const outcomesOf = (name: string) =>
        told.filter(({ email }) => email === `${name}@mail.example`).map(({ outcome }) => outcome)
      expect(outcomesOf('ada')).toEqual(['subscribed', 'repeated', 'repeated'])
      expect(outcomesOf('known')).toEqual(['already', 'repeated'])
      expect(outcomesOf('gone')).toEqual(['do-not-mail', 'repeated'])
      expect(outcomesOf('angry')).toEqual(['do-not-mail', 'complained', 'repeated'])
      expect(outcomesOf('left')).toEqual(['repeated', 'unsubscribed', 'repeated'])
      expect(outcomesOf('reader0')).toEqual(['subscribed', 'repeated'])
      const count = (outcome: string) => told.filter((line) => line.outcome === outcome).length
      expect(summary).toMatchObject({
        lines: told.length,
        added: count('subscribed'),
        already: count('already'),
        repeated: count('repeated'),
        suppressed: count('do-not-mail'),
        complained: count('complained'),
        unsubscribed: count('unsubscribed'),
      })
    }
  })

  it('reports a rejected line with the text found in place of its address', async () => {
    const { subscribers } = createFixture(database.db)
    const told: LineOutcome[] = []
    await subscribers.importCsv(fileOf('email,status\nAda@Mail.Example,dormant\nnobody,active\n,active\n'), {
      isDryRun: true,
      onOutcome: (line) => void told.push(line),
    })
    expect(told.map(({ email, outcome }) => [email, outcome])).toEqual([
      ['ada@mail.example', 'rejected'],
      ['nobody', 'rejected'],
      ['', 'rejected'],
    ])
  })

  it('confirms unconfirmed addresses, and brings back nobody who left', async () => {
    const { subscribers } = createFixture(database.db, { subscribeConfirm: true })
    await subscribers.subscribe('new@mail.example')
    await subscribers.erase('gone@mail.example')
    const file = fileOf('email\nnew@mail.example\ngone@mail.example\ngone@mail.example\n')
    expect(await subscribers.importCsv(file)).toMatchObject({ added: 1, suppressed: 1, repeated: 1 })
    expect(await subscribers.count()).toBe(1)
  })

  it('imports two files at once with the same addresses in another order', async () => {
    const { subscribers } = createFixture(database.db)
    const lines = readers(1_500).trim().split('\n')
    const [one, other] = await Promise.all([
      subscribers.importCsv(fileOf(`email\n${lines.join('\n')}`)),
      subscribers.importCsv(fileOf(`email\n${lines.toReversed().join('\n')}`)),
    ])
    expect(one.added + other.added).toBe(1_500)
    expect(await subscribers.count()).toBe(1_500)
  })

  it('leaves every address either subscribed or erased if owners erase theirs meanwhile', async () => {
    const { subscribers } = createFixture(database.db)
    const emails = Array.from({ length: 20 }, (_, index) => `reader${index}@mail.example`)
    await Promise.all([
      subscribers.importCsv(fileOf(`email\n${readers(2_000)}`)),
      ...emails.map((email) => subscribers.erase(email)),
    ])
    const { rows } = await sql`
      select 1 from subscriber join suppression using (email_hash)`.execute(database.db)
    expect(rows).toEqual([])
    expect(await subscribers.count()).toBe(1_980)
  })

  it.each(['name\nAda\n', 'address\nada@mail.example\n'])(
    'refuses a file without the column: %j',
    async (file) => {
      const { subscribers } = createFixture(database.db)
      await expect(subscribers.importCsv(fileOf(file))).rejects.toThrow('no column of addresses')
      expect(await subscribers.count()).toBe(0)
    },
  )

  it('subscribes nobody who left according to the file, and suppresses those who complained', async () => {
    const { subscribers } = createFixture(database.db)
    await subscribers.subscribe('angry@mail.example')
    const file = () =>
      fileOf(
        'uuid,email,name,attributes,status,created_at,updated_at\n',
        'u,on@mail.example,On,{},enabled,2024-01-01,2024-01-01\n',
        'u,off@mail.example,Off,{},disabled,2024-01-01,2024-01-01\n',
        'u,angry@mail.example,Angry,{},blocklisted,2024-01-01,2024-01-01\n',
        'u,odd@mail.example,Odd,{},zapped,2024-01-01,2024-01-01\n',
      )
    const expected = { ...NOTHING, lines: 4, added: 1, unsubscribed: 1, blocked: 1, ended: 1, rejected: 1 }
    const rejected: string[] = []
    expect(await subscribers.importCsv(file(), { isDryRun: true, from: 'listmonk' })).toEqual(expected)
    expect(await subscribers.count()).toBe(1)
    expect(
      await subscribers.importCsv(file(), {
        from: 'listmonk',
        onRejected: ({ reason }) => void rejected.push(reason),
      }),
    ).toEqual(expected)
    expect(rejected).toEqual(['Its "status" is not a word that is known here.'])
    const rows = await database.db.selectFrom('subscriber').select('email').orderBy('id').execute()
    expect(rows).toEqual([{ email: null }, { email: 'on@mail.example' }])
    expect(await subscribers.countSuppressions()).toEqual({
      complained: 0,
      bounced: 0,
      blocked: 1,
      unsubscribed: 0,
      erased: 0,
    })
    expect(await subscribers.importCsv(fileOf('email\nangry@mail.example\n'))).toMatchObject({
      added: 0,
      suppressed: 1,
    })
  })

  it('subscribes nobody who also appears in the file as having left, whichever line comes first', async () => {
    const { subscribers } = createFixture(database.db)
    await subscribers.subscribe('before@mail.example')
    const many = readers(600).replaceAll('\n', ',active\n')
    const file = () =>
      fileOf(
        'email,status\nearly@mail.example,active\nnear@mail.example,active\nnear@mail.example,unsubscribed\n',
        'late@mail.example,inactive\nbefore@mail.example,active\n',
        many,
        'early@mail.example,unsubscribed\nlate@mail.example,active\nbefore@mail.example,unsubscribed\n',
      )
    const expected = {
      ...NOTHING,
      lines: 608,
      added: 600,
      already: 1,
      repeated: 3,
      unsubscribed: 4,
      stillSubscribed: 1,
    }
    expect(await subscribers.importCsv(file(), { isDryRun: true })).toEqual(expected)
    expect(await subscribers.importCsv(file())).toEqual(expected)
    const { rows } = await sql`
      select email from subscriber where email in ('early@mail.example', 'near@mail.example', 'late@mail.example')`.execute(
      database.db,
    )
    expect(rows).toEqual([])
    expect(await subscribers.count()).toBe(601)
    expect(await subscribers.countSuppressions()).toMatchObject({ unsubscribed: 0 })
  })

  it('saves nothing from a file with an unexplained column of 0 and 1', async () => {
    const { subscribers } = createFixture(database.db)
    const file = fileOf(`email,Circular\n${readers(700).replaceAll('\n', ',1\n')}x@mail.example,0\n`)
    await expect(subscribers.importCsv(file)).rejects.toThrow('The column "Circular" holds 0 and 1 alone')
    expect(await subscribers.count()).toBe(0)
  })

  it('counts the result in a dry run, and saves nothing', async () => {
    const { subscribers } = createFixture(database.db)
    await subscribers.subscribe('reader5@mail.example')
    await subscribers.erase('reader6@mail.example')
    const text = `email,status\n${readers(700).replaceAll('\n', ',active\n')}${readers(600).replaceAll('\n', ',\n')}x@mail.example,spam complaint\n`
    const dry = await subscribers.importCsv(fileOf(text.replaceAll(',\n', ',active\n')), { isDryRun: true })
    expect(dry).toEqual({
      ...NOTHING,
      lines: 1_301,
      added: 698,
      already: 1,
      suppressed: 1,
      repeated: 600,
      complained: 1,
    })
    expect(await subscribers.count()).toBe(1)
    expect((await subscribers.countSuppressions()).complained).toBe(0)
  })

  it('never weakens the reason for a suppression', async () => {
    const { subscribers } = createFixture(database.db)
    await subscribers.erase('gone@mail.example')
    await subscribers.subscribe('left@mail.example')
    await subscribers.remove('left@mail.example')
    await subscribers.importCsv(
      fileOf('email,status\ngone@mail.example,bounced\nleft@mail.example,cleaned\n'),
    )
    expect(await subscribers.countSuppressions()).toMatchObject({ erased: 1, bounced: 1, unsubscribed: 0 })
  })

  it('counts subscribers who left according to the file, and changes nothing', async () => {
    const { subscribers } = createFixture(database.db)
    await subscribers.subscribe('left@mail.example')
    const file = () =>
      fileOf('email,status\nleft@mail.example,unsubscribed\nnever@mail.example,unsubscribed\n')
    const expected = { ...NOTHING, lines: 2, unsubscribed: 2, stillSubscribed: 1 }
    expect(await subscribers.importCsv(file(), { isDryRun: true })).toEqual(expected)
    expect(await subscribers.importCsv(file())).toEqual(expected)
    expect(await subscribers.count()).toBe(1)
  })
})
