import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { renderEdition } from '../../server/letter/render/render-edition.tsx'
import { SITE, anEditionContent } from '../../server/letter/testing/edition-content.ts'
import { factsOf } from '../../server/testing/published-edition.ts'
import { requireDone, type RunningProcess } from './support/processes.ts'
import { MONDAY, openTrial, until, type Trial } from './support/trial.ts'

const READER = 'reader@mail.example'
const VICTIM = 'victim@mail.example'
/** The host of the links in the mail; the sites accept any host name. */
const SITE_URL = 'https://pail.test'
const WINDOW_DAYS = 31

let trial: Trial
let sites: { running: RunningProcess; url: string }[]
beforeAll(async () => {
  trial = await openTrial()
  await trial.begin()
  sites = await Promise.all([serve(), serve()])
})
afterAll(async () => {
  await trial?.end()
  await trial?.close()
})

async function serve() {
  const running = trial.start('site', [], {
    settings: { PORT: '0', HOST: '127.0.0.1', SUBSCRIBE_CONFIRM: 'true', TRUST_PROXY: '1' },
  })
  await running.says('"serving"')
  const port = /"port":(\d+)/.exec(running.written())?.[1]
  return { running, url: `http://127.0.0.1:${port}` }
}

describe('20: scanners that follow every link of a letter', () => {
  const SCANNERS = [
    'Mozilla/5.0 (compatible; SafeLinksBot/1.0)',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  ]

  it('change nothing by GET and HEAD; the one-click POST works, even twice', async () => {
    await trial.addSubscribers([READER, 'stays@mail.example'])
    const content = anEditionContent({ slotDate: MONDAY })
    const letter = await renderEdition({ content, site: { ...SITE, url: SITE_URL } })
    await trial.storeEdition({ content, facts: factsOf(content), ...letter })
    requireDone(await trial.run('edition', 'send', '--date', MONDAY))
    const { links, oneClick } = await readLinks(
      trial.peer.accepted.find(({ to }) => to === READER)?.raw ?? '',
    )
    expect(links.length).toBeGreaterThan(5)
    expect(links).toContain(oneClick)
    expect(links.filter((link) => link.includes('/unsubscribe?'))).toHaveLength(1)

    const before = await readEverything()
    const visits = links.flatMap((link) =>
      SCANNERS.flatMap((scanner) => ['GET', 'HEAD'].map((method) => ({ link, scanner, method }))),
    )
    const surprises: string[] = []
    for (const { link, scanner, method } of visits) {
      const response = await fetch(atSite(link), { method, headers: { 'User-Agent': scanner } })
      await response.arrayBuffer()
      if (response.status !== 200) surprises.push(`${method} ${link}: ${response.status}`)
    }
    expect(surprises).toEqual([])
    expect(await readEverything()).toEqual(before)

    for (const time of ['first', 'second']) {
      const response = await fetch(atSite(oneClick), {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      })
      expect({ time, status: response.status }).toEqual({ time, status: 200 })
    }
    const suppressed = await trial.db.selectFrom('suppression').select('reason').execute()
    expect(suppressed).toEqual([{ reason: 'unsubscribed' }])
    expect(trial.copies()).toEqual([READER, 'stays@mail.example'])
    expect((await trial.run('subscribers', 'count')).output).toBe('1\n')
  })
})

/** The site's own addresses in a mail, wherever they appear. */
async function readLinks(raw: string): Promise<{ links: string[]; oneClick: string }> {
  const { html = '', text = '', headers } = await PostalMime.parse(raw)
  const header = headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  const oneClick = /<(https:[^>]+)>/.exec(header)?.[1] ?? ''
  const found = [html.replaceAll('&amp;', '&'), text].flatMap(
    (part) => part.match(/https:\/\/pail\.test[^\s"'<>)]*/g) ?? [],
  )
  return { links: [...new Set([...found, oneClick])], oneClick }
}

const atSite = (link: string) => link.replace(SITE_URL, sites[0]?.url ?? '')

/** Everything stored about readers and editions. */
async function readEverything(): Promise<unknown> {
  const tables = ['subscriber', 'suppression', 'notice', 'delivery', 'edition', 'bounce', 'visit']
  const read = tables.map(async (table) => {
    const { rows } = await sql`select * from ${sql.table(table)} order by 1, 2`.execute(trial.db)
    return [table, rows] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

describe('21: one address, signed up a thousand times', () => {
  const mailsTo = () => trial.peer.accepted.filter(({ to }) => to === VICTIM).length
  let client = 0

  /** From a thousand clients, at two sites alternately. */
  async function signUp(times: number): Promise<number[]> {
    const statuses: number[] = []
    const next = async () => {
      while (statuses.length + underWay < times) {
        underWay += 1
        client += 1
        const response = await fetch(`${sites[client % 2]?.url}/prod/subscribe`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'X-Forwarded-For': `10.${client >> 8}.${client & 255}.7`,
          },
          body: JSON.stringify({ email: VICTIM }),
        })
        await response.arrayBuffer()
        underWay -= 1
        statuses.push(response.status)
      }
    }
    let underWay = 0
    await Promise.all(Array.from({ length: 50 }, next))
    return statuses
  }

  it('gets one mail in a window', async () => {
    const statuses = await signUp(1000)
    expect(statuses).toHaveLength(1000)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    const notices = () => trial.db.selectFrom('notice').select(['kind', 'state']).execute()
    await until(
      async () => (await notices()).some(({ state }) => state === 'submitted'),
      () => 'the mail is sent',
    )
    expect(await notices()).toEqual([{ kind: 'confirmation', state: 'submitted' }])
    expect(mailsTo()).toBe(1)
    const kept = await trial.db
      .selectFrom('subscriber')
      .select('confirmed_at')
      .where('email', '=', VICTIM)
      .execute()
    expect(kept).toEqual([{ confirmed_at: null }])

    // The next window allows one more.
    await trial.advanceClock(WINDOW_DAYS * 86_400)
    await sql`truncate rate_limit`.execute(trial.db)
    await signUp(100)
    await until(
      () => mailsTo() > 1,
      () => 'the second mail comes',
    )
    await sql`truncate rate_limit`.execute(trial.db)
    await signUp(100)
    expect(mailsTo()).toBe(2)
  })
})
