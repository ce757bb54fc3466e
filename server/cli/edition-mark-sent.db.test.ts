import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'

import { freezeEdition } from '../sending/editions/freeze-edition.ts'
import { storeEdition } from '../sending/editions/editions.ts'
import { createTestDeps } from '../testing/app-fixture.ts'
import {
  addSubscribers,
  anEdition,
  readers,
  resetTables,
  setDatabaseClock,
} from '../testing/edition-fixtures.ts'
import { setUpTypedCommands } from './testing/typed-commands.ts'

const MONDAY = '2026-11-23'
const AT_TEN = '2026-11-23T16:00:00Z'
const MARK = `edition mark-sent --date ${MONDAY}`

const given = setUpTypedCommands()
beforeEach(async () => {
  await setDatabaseClock(given.database.db, AT_TEN)
  await addSubscribers(given.database.db, readers(3))
})
const { run } = given
const setState = (state: string) => sql`update edition set state = ${state}`.execute(given.database.db)
async function readArchived() {
  const { deps } = createTestDeps(given.database, { DATA_DIR: given.folder })
  try {
    return await deps.newsletter.archive.getPublishedEdition(MONDAY)
  } finally {
    await deps.mailer.close()
  }
}

describe('edition mark-sent', () => {
  it.each(['built', 'missed', 'cancelled', 'held'])(
    'brings a %s edition into the archive, mails nobody, and lets it be corrected',
    async (state) => {
      await storeEdition(given.database.db, anEdition())
      if (state === 'held') await run(`edition hold --date ${MONDAY}`)
      else await setState(state)
      await expect(readArchived()).rejects.toThrow('No edition of 2026-11-23 went out.')
      expect(await run(`${MARK} --sent 5000`)).toEqual({
        exitCode: 0,
        out: '',
        error: `Marked: the edition of ${MONDAY} went out Monday, Nov 23, 8:00 AM Chicago. Nobody is mailed; it is in the archive.\nWhat was wrong in it: lunchpail edition correct --date ${MONDAY} --text TEXT\n`,
      })
      expect(await readArchived()).toMatchObject({ publishedAt: '2026-11-23T14:00:00.000Z' })
      const { out } = await run(`edition status --date ${MONDAY}`)
      expect(out).toContain(`Edition of ${MONDAY}: finished\n`)
      expect(out).toMatch(
        /marked +as sent Monday, Nov 23, 8:00 AM Chicago to 5,000, by a person's word of Monday, Nov 23, 10:00 AM Chicago\n/,
      )
      for (const order of ['send', 'resume', 'retry', 'resolve --resend']) {
        const refused = await run(`edition ${order} --date ${MONDAY}`)
        expect(refused).toMatchObject({ exitCode: 1, out: '' })
        expect(refused.error).toContain('is marked as sent: nothing more of it is mailed.')
      }
      expect(given.smtp.received).toEqual([])
      expect(
        await run(['edition', 'correct', '--date', MONDAY, '--text', 'A figure was wrong.']),
      ).toMatchObject({
        exitCode: 0,
      })
      expect((await readArchived()).corrections).toMatchObject([{ text: 'A figure was wrong.' }])
    },
  )

  it('can follow a sending begun here and cancelled: what was submitted stays, the rest is dropped', async () => {
    await storeEdition(given.database.db, anEdition())
    await freezeEdition(given.database.db, MONDAY, { by: 'hand' })
    await sql`update delivery set state = 'submitted' where subscriber_id = 1`.execute(given.database.db)
    const refused = await run(MARK)
    expect(refused.exitCode).toBe(1)
    expect(refused.error).toContain('is being sent from here')
    await run(`edition pause --date ${MONDAY}`)
    expect((await run(MARK)).error).toContain('is paused in the middle of its sending from here')
    await run(`edition cancel --date ${MONDAY} --yes`)
    expect(await run(MARK)).toMatchObject({ exitCode: 0 })
    const { out } = await run(`edition status --date ${MONDAY} --json`)
    expect(JSON.parse(out)).toMatchObject({ state: 'finished', counts: { submitted: 1, skipped: 0 } })
  })

  it('keeps failed and unknown deliveries from ever being sent again, and resolves the unknown', async () => {
    await storeEdition(given.database.db, anEdition())
    await freezeEdition(given.database.db, MONDAY, { by: 'hand' })
    await sql`update delivery set state = 'failed', reply = '550 5.7.1 policy' where subscriber_id = 1`.execute(
      given.database.db,
    )
    await sql`update delivery set state = 'unknown' where subscriber_id = 2`.execute(given.database.db)
    await run(`edition cancel --date ${MONDAY} --yes`)
    expect(await run(`${MARK} --sent 5000`)).toMatchObject({ exitCode: 0 })
    const { out } = await run(`edition status --date ${MONDAY}`)
    expect(out).not.toContain('edition retry')
    expect(out).toContain(`To resolve what is unknown: lunchpail edition resolve --date ${MONDAY} --assume`)
    for (const order of ['retry', 'resolve --resend', 'resume', 'send']) {
      expect(await run(`edition ${order} --date ${MONDAY}`)).toMatchObject({ exitCode: 1 })
    }
    expect(await run(`edition resolve --date ${MONDAY} --assume-submitted`)).toMatchObject({ exitCode: 0 })
    const after = await run(`edition status --date ${MONDAY} --json`)
    expect(JSON.parse(after.out)).toMatchObject({
      state: 'finished',
      counts: { pending: 0, submitted: 1, failed: 1, unknown: 0 },
    })
    await expect(setState('frozen')).rejects.toThrow('edition_marked_is_finished')
    expect(given.smtp.received).toEqual([])
  })

  it('changes nothing when it is done again, and refuses another time or number', async () => {
    await storeEdition(given.database.db, anEdition())
    const known = '--at 2026-11-23T06:30-06:00 --sent 4000'
    expect(await run(`${MARK} ${known}`)).toMatchObject({ exitCode: 0 })
    for (const same of [known, '', '--sent 4000', '--at 2026-11-23T12:30Z']) {
      const again = await run(`${MARK} ${same}`.trim())
      expect(again).toMatchObject({ exitCode: 0 })
      expect(again.error).toContain('went out Monday, Nov 23, 6:30 AM Chicago')
    }
    for (const other of ['--sent 4001', '--at 2026-11-23T14:00Z', `${known}1`]) {
      const refused = await run(`${MARK} ${other}`)
      expect(refused.exitCode).toBe(1)
      expect(refused.error).toContain('is marked as sent Monday, Nov 23, 6:30 AM Chicago to 4,000 already')
    }
    expect(await readArchived()).toMatchObject({ publishedAt: '2026-11-23T12:30:00.000Z' })
  })

  it('refuses with a reason if marking makes no sense', async () => {
    expect(await run(MARK)).toEqual({
      exitCode: 1,
      out: '',
      error: `There is no edition of ${MONDAY}. Build it first.\n`,
    })
    await storeEdition(given.database.db, anEdition())
    await setDatabaseClock(given.database.db, '2026-11-23T13:59:00Z')
    const early = await run(MARK)
    expect(early.exitCode).toBe(1)
    expect(early.error).toContain(
      `nobody has it yet. If it was sent by hand before, say when: --at. To keep it from going out: lunchpail edition hold --date ${MONDAY}`,
    )
    for (const at of [
      '2026-11-23T14:00Z',
      '2026-11-23T05:59Z',
      '2026-11-18T08:00-06:00',
      '2026-11-01T00:00Z',
    ]) {
      const { exitCode, error } = await run(`${MARK} --at ${at}`)
      expect(exitCode).toBe(2)
      expect(error).toContain('cannot have gone out on')
    }
    await setState('finished')
    const sent = await run(MARK)
    expect(sent.exitCode).toBe(1)
    expect(sent.error).toContain('was sent from here: there is nothing to mark')
  })

  it('is suggested by "edition send", which sends nothing, if the database was restored from before the sending', async () => {
    await storeEdition(given.database.db, anEdition())
    expect(await run(`edition send --date ${MONDAY} --json`)).toMatchObject({ exitCode: 0 })
    const copies = given.smtp.received.length
    expect(copies).toBe(3)
    await resetTables(given.database.db)
    await setDatabaseClock(given.database.db, AT_TEN)
    await addSubscribers(given.database.db, readers(3))
    await storeEdition(given.database.db, anEdition())
    const refused = await run(`edition send --date ${MONDAY}`)
    expect(refused).toMatchObject({ exitCode: 1, out: '' })
    expect(refused.error).toContain(
      `this database is a restored backup, and does not know what went out after it; begun 2026-11-23T16:00:00.000Z, 3 submitted by then). Nothing was sent. To take over who has it from the log of the machine that sent it: lunchpail edition resolve --date ${MONDAY} --from-log\nIf it went out all the same, before a backup was restored: lunchpail edition mark-sent --date ${MONDAY}\nTo let it go out: lunchpail edition release --date ${MONDAY} --yes`,
    )
    expect((await run(`edition status --date ${MONDAY}`)).out).toContain(
      `if it went out: lunchpail edition mark-sent --date ${MONDAY}`,
    )
    const asked = await run(`edition release --date ${MONDAY}`)
    expect(asked.exitCode).toBe(2)
    expect(asked.error).toContain('whoever has it gets it a second time. To take over who has it first')
    expect(await run(`edition send --date ${MONDAY}`)).toMatchObject({ exitCode: 1 })
    expect(await run(MARK)).toMatchObject({ exitCode: 0 })
    expect(given.smtp.received).toHaveLength(copies)
  })

  it('is not needed if the hand-over log says who has the edition', async () => {
    const refused = await run(`edition resolve --date ${MONDAY} --from-log --resend`)
    expect([refused.exitCode, refused.error]).toEqual([
      2,
      'Say one of --resend, --assume-submitted and --from-log.\n',
    ])
    await storeEdition(given.database.db, anEdition())
    await run(`edition send --date ${MONDAY} --json`)
    const copies = given.smtp.received.length
    await resetTables(given.database.db)
    await setDatabaseClock(given.database.db, AT_TEN)
    await addSubscribers(given.database.db, readers(3))
    await storeEdition(given.database.db, anEdition())
    await run(`edition send --date ${MONDAY}`)
    // The log names the first two, and a reader that the backup does not know.
    const log = given.read(`handed-over-${MONDAY}.log`)
    const [first, second] = new Set(log.match(/^[\w-]{22}/gm))
    await sql`update subscriber set email_hash = case id when 1 then ${first} when 2 then ${second} else 'new' end`.execute(
      given.database.db,
    )
    const resolved = await run(`edition resolve --date ${MONDAY} --from-log`)
    expect(resolved).toEqual({
      exitCode: 0,
      out: '',
      error:
        `Resolved by the log: 2 more readers had the edition of ${MONDAY}. No delivery is unknown. 1 reader would get it; it stays paused. ` +
        'Named there and not among its readers here: 1, who joined or were erased after the backup.\n' +
        `To let it go on: lunchpail edition resume --date ${MONDAY} --yes\n`,
    })
    await run(`edition resume --date ${MONDAY} --yes`)
    expect(await run(`edition send --date ${MONDAY} --json`)).toMatchObject({ exitCode: 0 })
    expect(given.smtp.received).toHaveLength(copies + 1)
  })

  it('is not needed if the restored database had begun the sending and nobody has started a server on it yet', async () => {
    await storeEdition(given.database.db, anEdition())
    await run(`edition send --date ${MONDAY} --json`)
    const log = given.read(`handed-over-${MONDAY}.log`)
    const hashes = [...new Set(log.match(/^[\w-]{22}/gm))]
    await sql`update subscriber set email_hash = (${hashes}::text[])[id]`.execute(given.database.db)
    await sql`update edition set state = 'frozen', finished_at = null, sent_mark = 1`.execute(
      given.database.db,
    )
    await sql`update delivery set state = 'pending' where subscriber_id > 1`.execute(given.database.db)
    const { error } = await run(`edition resolve --date ${MONDAY} --from-log`)
    expect(error).toContain(
      `2 more readers had the edition of ${MONDAY}. No delivery is unknown. 0 readers would get it; it stays paused.`,
    )
  })

  it('is not needed if the restored database had begun the sending, which is then paused until a person decides', async () => {
    await storeEdition(given.database.db, anEdition())
    await run(`edition send --date ${MONDAY} --json`)
    const copies = given.smtp.received.length
    await sql`update edition set state = 'frozen', finished_at = null, sent_mark = 1`.execute(
      given.database.db,
    )
    await sql`update delivery set state = 'pending' where subscriber_id > 1`.execute(given.database.db)
    const refused = await run(`edition send --date ${MONDAY}`)
    expect(refused).toMatchObject({ exitCode: 1, out: '' })
    expect(refused.error).toContain(
      'more of it may have gone out than this database, a restored backup, knows',
    )
    expect(refused.error).toContain(`lunchpail edition cancel --date ${MONDAY} --yes`)
    expect(given.smtp.received).toHaveLength(copies)
    const asked = await run(`edition resume --date ${MONDAY}`)
    expect(asked.exitCode).toBe(2)
    expect(asked.error).toContain('whoever it does not know gets it a second time')
    expect(asked.error).toContain(
      `lunchpail edition resolve --date ${MONDAY} --from-log\nTo resume it then: lunchpail edition resume --date ${MONDAY} --yes`,
    )
    expect((await run(`edition status --date ${MONDAY}`)).out).toContain(
      `to let it go on: lunchpail edition resume --date ${MONDAY} --yes`,
    )
    const sent = await run(`edition send --date ${MONDAY}`)
    expect(sent.exitCode).toBe(1)
    expect(sent.error).not.toContain('It goes on now')
    // Pausing it for another reason does not answer the question.
    const paused = await run(`edition pause --date ${MONDAY} --reason wait`)
    expect(paused.error).toContain(`To let it go on: lunchpail edition resume --date ${MONDAY} --yes`)
    expect(await run(`edition resume --date ${MONDAY}`)).toMatchObject({ exitCode: 2 })
    expect(given.smtp.received).toHaveLength(copies)
    await run(`edition resume --date ${MONDAY} --yes`)
    expect(await run(`edition send --date ${MONDAY} --json`)).toMatchObject({ exitCode: 0 })
    expect(given.smtp.received).toHaveLength(copies + 2)
  })

  it('marks the edition in the list, alongside those that were sent from here', async () => {
    expect(await run('edition list')).toEqual({ exitCode: 0, out: '', error: 'There are no editions.\n' })
    await storeEdition(given.database.db, anEdition({ slotDate: '2026-11-16' }))
    await storeEdition(given.database.db, anEdition())
    await storeEdition(given.database.db, anEdition({ slotDate: '2026-11-30' }))
    await run(`${MARK} --sent 5000`)
    await run('edition send --date 2026-11-16 --json')
    await run('edition hold --date 2026-11-30')
    const { out } = await run('edition list')
    expect(out.split('\n').map((line) => line.replaceAll(/ {2,}/g, ' | '))).toEqual([
      '2026-11-30 | built, held | not sent | What insiders bought',
      "2026-11-23 | finished | Monday, Nov 23, 8:00 AM | to 5,000, by a person's word | What insiders bought",
      '2026-11-16 | finished | Monday, Nov 23, 10:00 AM | submitted 3 | bounced 0%, complained 0%, left 0% | What insiders bought',
      '',
    ])
    const newest = await run('edition list --limit 1 --json')
    expect(JSON.parse(newest.out)).toMatchObject({ date: '2026-11-30', state: 'built', isHeld: true })
  })

  it('is suggested for a cancelled edition, which can neither be built nor corrected', async () => {
    await storeEdition(given.database.db, anEdition())
    await setState('cancelled')
    const words = `before a backup was restored: lunchpail edition mark-sent --date ${MONDAY}`
    expect((await run(['edition', 'correct', '--date', MONDAY, '--text', 'x'])).error).toContain(words)
    expect((await run(`edition build --as-of ${MONDAY}`)).error).toContain(words)
  })

  it.each([
    ['edition mark-sent', "error: required option '--date <date>' not specified"],
    ['edition mark-sent --date 2026-11-24', '2026-11-24 is not a Monday written as YYYY-MM-DD.'],
    [`${MARK} --at yesterday`, '--at: yesterday is not a time with its zone'],
    [`${MARK} --at 2026-11-23T08:00`, '--at: 2026-11-23T08:00 is not a time with its zone'],
    [`${MARK} --at 2026-13-23T08:00Z`, '--at: 2026-13-23T08:00Z is not a time with its zone'],
    [`${MARK} --sent many`, '--sent: "many" is not a whole number from 0 to 999999999.'],
    [`${MARK} --sent -3`, '--sent: "-3" is not a whole number from 0 to 999999999.'],
    [`${MARK} --sent`, "error: option '--sent <number>' argument missing"],
    [`${MARK} now`, 'error: too many arguments'],
  ])('%s ends with 2 and says why', async (typed, sentence) => {
    const { exitCode, out, error } = await run(typed)
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' })
    expect(error).toContain(sentence)
  })
})
