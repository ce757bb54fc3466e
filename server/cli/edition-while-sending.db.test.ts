import { describe, expect, it } from 'vitest'

import { DatabaseUnavailableError } from '../db/database-unavailable.ts'
import { storeEdition } from '../sending/editions/editions.ts'
import { addSubscribers, anEdition, readers } from '../testing/edition-fixtures.ts'
import { runTyped } from './testing/run-typed.ts'
import { setUpTypedCommands } from './testing/typed-commands.ts'

const MONDAY = '2026-11-23'

const given = setUpTypedCommands()
const { run } = given

describe('an edition that another process is sending', () => {
  async function send(settings: Readonly<Record<string, string>> = {}) {
    const before = given.smtp.received.length
    const sending = run(`edition send --date ${MONDAY}`, { SEND_PER_SECOND: '20', ...settings })
    await expect.poll(() => given.smtp.received.length - before).toBeGreaterThan(2)
    return { sending, takenSince: () => given.smtp.received.length - before }
  }

  it.each([
    [
      'pause',
      'paused',
      'pending',
      `Paused: by hand. To let it go on: lunchpail edition resume --date ${MONDAY}\n`,
    ],
    ['cancel --yes', 'cancelled', 'skipped', 'Cancelled: nothing more of it goes out.\n'],
  ])('stops within a chunk at %s', async (command, state, rest, lastWords) => {
    await addSubscribers(given.database.db, readers(1_000))
    await storeEdition(given.database.db, anEdition())
    const { sending, takenSince } = await send()
    expect((await run(`edition ${command} --date ${MONDAY}`)).exitCode).toBe(0)
    const takenBefore = takenSince()
    const sent = await sending
    // Messages under way may still go out: two chunks, and one message on each connection.
    expect(takenSince() - takenBefore).toBeLessThan(60)
    expect([sent.exitCode, (JSON.parse(sent.out) as { state: string }).state]).toEqual([1, state])
    const states = (await given.database.db.selectFrom('delivery').select('state').execute()).map(
      ({ state }) => state,
    )
    expect(states.filter((one) => one === 'submitted')).toHaveLength(takenSince())
    expect(states.filter((one) => one === rest)).toHaveLength(1_000 - takenSince())
    expect(sent.error).toContain(lastWords)
  })

  it('stops cleanly, and says so, when its process or the server that runs it receives a signal', async () => {
    await addSubscribers(given.database.db, readers(200))
    await storeEdition(given.database.db, anEdition())
    const { sending } = await send()
    process.emit('SIGTERM', 'SIGTERM')
    const { exitCode, out, error } = await sending
    expect([exitCode, (JSON.parse(out) as { state: string }).state]).toEqual([1, 'frozen'])
    expect(error).toContain(
      `Stopped: the rest stays for the next time. A running server goes on within a minute; without one: lunchpail edition send --date ${MONDAY}\n`,
    )
  })

  it('waits for a database that does not answer at its start', async () => {
    await addSubscribers(given.database.db, readers(2))
    await storeEdition(given.database.db, anEdition())
    const outage = new DatabaseUnavailableError(
      'postgres://db.test/pail',
      Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    )
    let tries = 0
    const sent = await runTyped(given.database, given.folder, `edition send --date ${MONDAY}`, {
      settings: { SMTP_URL: given.smtp.url },
      beforeOpening: () => ((tries += 1) === 1 ? Promise.reject(outage) : Promise.resolve()),
    })
    expect(sent.exitCode).toBe(0)
    expect(sent.error).toContain(
      'The database does not answer, Postgres at db.test:5432, database "pail": nothing listens there. Start it or look at DATABASE_URL, then try again. It is waited for, up to a quarter of an hour.\n',
    )
    expect(tries).toBe(2)
  })

  it('resumes a paused edition, and says so', async () => {
    await addSubscribers(given.database.db, readers(200))
    await storeEdition(given.database.db, anEdition())
    const { sending } = await send()
    await run(`edition pause --date ${MONDAY} --reason look`)
    await sending
    const again = await run(`edition send --date ${MONDAY}`, { SEND_PER_SECOND: '1000' })
    expect(again.error).toContain('It was paused: by hand: look. It goes on now, for 48 hours.\n')
    expect([again.exitCode, (JSON.parse(again.out) as { state: string }).state]).toEqual([0, 'finished'])
  })
})
