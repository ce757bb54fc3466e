import request from 'supertest'
import { beforeEach, describe, expect, it } from 'vitest'

import { createPreviewLinks } from '../reader-links.ts'
import { findEditionHead, storeEdition } from '../sending/editions/editions.ts'
import { createTestSite, type TestSite } from '../testing/app-fixture.ts'
import { anEdition, resetTables, setDatabaseClock } from '../testing/edition-fixtures.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'

const MONDAY = '2026-11-23'
const DAY_MS = 86_400_000

const database = setUpDatabase(resetTables)
let site: TestSite
let link = ''
beforeEach(async () => {
  await setDatabaseClock(database.db, '2026-11-23T01:00:00Z')
  await storeEdition(database.db, anEdition())
  site = createTestSite(database)
  link = await linkOf()
})

async function linkOf(): Promise<string> {
  const review = await site.deps.reviews.findReview(MONDAY)
  const [first] = createPreviewLinks(site.deps.config, site.deps.keys)(review!)
  return new URL(first!.url).pathname + new URL(first!.url).search
}
const open = (address = link) => request(site.app).get(address).set('Accept', 'text/html')
const press = (order: string, headers: Record<string, string> = {}) =>
  request(site.app)
    .post('/review')
    .set({ Accept: 'text/html', 'Sec-Fetch-Site': 'same-origin', ...headers })
    .type('form')
    .send({ token: new URLSearchParams(link.split('?')[1]).get('token') ?? '', order })
const heldOf = async () => (await findEditionHead(database.db, MONDAY))?.held

describe('the page behind the links of a preview', () => {
  it('shows the edition’s state, changes nothing when it is opened, and is cached nowhere', async () => {
    const { status, text, headers } = await open()
    expect(status).toBe(200)
    expect(text).toContain('The edition of Monday, Nov 23, 2026')
    expect(text).toContain('It goes out Monday, Nov 23, 8:00 AM Chicago, unless it is held.')
    expect(text).toContain('>Hold it</button>')
    expect(text).toContain('can do this until Monday, Nov 23, 8:00 PM Chicago.')
    expect([headers['cache-control'], headers['referrer-policy']]).toEqual(['no-store', 'no-referrer'])
    await request(site.app).head(link)
    expect(await heldOf()).toBeUndefined()
  })

  it('holds and releases by its buttons, and leads back to itself', async () => {
    const held = await press('hold')
    expect([held.status, held.headers['location']]).toEqual([303, link])
    expect(await heldOf()).toMatchObject({ kind: 'by-hand', reason: 'by the link of its preview' })
    const { text } = await open()
    expect(text).toContain('It does not go out until it is released.')
    expect(text).not.toContain('>Hold it</button>')
    expect((await press('release')).status).toBe(303)
    expect(await heldOf()).toBeUndefined()
  })

  it('holds a version written since, but releases only the one that was previewed', async () => {
    await setDatabaseClock(database.db, '2026-11-23T02:00:00Z')
    await storeEdition(database.db, anEdition())
    expect((await open()).text).toContain('It was written again after the preview')
    expect((await press('hold')).status).toBe(303)
    const refused = await press('release')
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('is no longer the one of this preview')
    expect(await heldOf()).toBeDefined()
    link = await linkOf()
    expect((await press('release')).status).toBe(303)
  })

  it('refuses a link that is made up, signed with another key, or expired', async () => {
    expect((await open('/review')).status).toBe(403)
    expect((await open(link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).status).toBe(403)
    const other = createTestSite(database, { settings: { SECRET_KEY: 'o'.repeat(40) } })
    expect((await request(other.app).get(link)).status).toBe(403)
    site.pass(4 * DAY_MS)
    expect((await open()).text).toContain('This link is not valid, or not any more')
    expect((await press('hold')).status).toBe(403)
    expect(await heldOf()).toBeUndefined()
  })

  it('accepts neither an order from another site’s page nor an unknown order', async () => {
    expect((await press('hold', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect((await press('send')).status).toBe(400)
    expect(await heldOf()).toBeUndefined()
  })

  it('does not release what went out before a backup was restored', async () => {
    site.deps.newsletter.weekly.sentRecord.keep([
      { date: MONDAY, mark: 1, begunAt: '2026-11-23T14:00:00.000Z', submitted: 3 },
    ])
    await site.deps.jobs['send-edition'](new AbortController().signal)
    expect((await open()).text).toContain('lunchpail edition mark-sent')
    expect((await press('release')).status).toBe(409)
    expect(await heldOf()).toMatchObject({ kind: 'restored' })
  })
})
