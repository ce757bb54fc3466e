import { sql } from 'kysely'
import request from 'supertest'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'

import {
  correctionListSchema,
  editionFiguresSchema,
  editionListSchema,
  publishedEditionSchema,
} from '../../../shared/edition-contract.ts'
import { createTestSite, type TestSite } from '../../testing/app-fixture.ts'
import { resetTables } from '../../testing/edition-fixtures.ts'
import { aWeek, publishEdition } from '../../testing/published-edition.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { textOf } from '../statements/tell.ts'
import { anEditionContent } from '../testing/edition-content.ts'

const database = setUpDatabase(resetTables)
let site: TestSite
beforeAll(() => void (site = createTestSite(database)))
beforeEach(() => letChangesShow())

/** The archive checks every two seconds whether anything has changed. */
const letChangesShow = () => site.pass(2_000)

const get = (path: string) => request(site.app).get(path)

async function correct(): Promise<void> {
  await sql`
    insert into edition_correction (edition_id, noted_at, text)
    select id, '2025-02-04T20:00:00Z', 'The right rate is 6.95%.' from edition`.execute(database.db)
  letChangesShow()
}

describe('the editions', () => {
  it('are listed and returned whole, with their figures and corrections', async () => {
    await publishEdition(database.db)
    await correct()
    const list = await get('/api/editions').expect(200)
    expect(list.headers['cache-control']).toBe('public, max-age=30, stale-while-revalidate=30')
    expect(editionListSchema.parse(list.body).editions.map(({ date }) => date)).toEqual(['2025-02-03'])
    const edition = await get('/api/editions/2025-02-03').expect(200)
    expect(publishedEditionSchema.parse(edition.body).corrections.length).toBe(1)
    // A whole series may not be redistributed, so only a chart's picture is published.
    expect(edition.text).toContain('"chart"')
    expect(edition.text).not.toContain('"points"')
    const figures = await get('/api/editions/2025-02-03/figures').expect(200)
    expect(editionFiguresSchema.parse(figures.body).facts.length).toBeGreaterThan(40)
    const corrections = await get('/api/corrections').expect(200)
    expect(correctionListSchema.parse(corrections.body).corrections).toMatchObject([
      { slotDate: '2025-02-03', notedAt: '2025-02-04T20:00:00.000Z', text: 'The right rate is 6.95%.' },
    ])
  })

  it('return 404 for a date without a letter, unlike a malformed date', async () => {
    const unknown = await get('/api/editions/2025-01-27')
    expect([unknown.status, unknown.type, unknown.body.code]).toEqual([
      404,
      'application/problem+json',
      'not-found',
    ])
    const malformed = await get('/api/editions/2025-02-30/figures')
    expect([malformed.status, malformed.type, malformed.body.code]).toEqual([
      400,
      'application/problem+json',
      'malformed-request',
    ])
    const before = await get('/api/editions?before=2025')
    expect([before.status, before.body.detail]).toEqual([
      400,
      'The parameter before is a day such as 2025-02-03.',
    ])
  })
})

describe('a client that has an edition', () => {
  it('is told that it is unchanged, until it is corrected', async () => {
    await publishEdition(database.db)
    const first = await get('/api/editions/2025-02-03')
    const etag = String(first.headers['etag'])
    expect((await get('/api/editions/2025-02-03').set('If-None-Match', etag)).status).toBe(304)
    await correct()
    const corrected = await get('/api/editions/2025-02-03').set('If-None-Match', etag)
    expect([corrected.status, corrected.body.corrections.length]).toEqual([200, 1])
  })
})

it('an unreadable edition is our failure, explained only in the log', async () => {
  await publishEdition(database.db)
  await sql`update edition set content = '{"secret": 1}'`.execute(database.db)
  const answer = await get('/api/editions/2025-02-03')
  expect([answer.status, answer.body.code]).toEqual([500, 'internal'])
  expect(answer.text).not.toContain('cannot be read as')
  expect(site.logLines.join('')).toContain('cannot be read as this release reads them')
})

it('a list is paged by the date of its last edition', async () => {
  for (const date of ['2025-01-20', '2025-01-27', '2025-02-03']) {
    await publishEdition(database.db, { content: aWeek(date) })
  }
  const first = editionListSchema.parse((await get('/api/editions?limit=2')).body)
  expect([first.editions.length, first.nextBefore]).toEqual([2, '2025-01-27'])
  const second = editionListSchema.parse((await get(`/api/editions?limit=2&before=${first.nextBefore}`)).body)
  expect([second.editions.map(({ date }) => date), second.nextBefore]).toEqual([['2025-01-20'], null])
})

describe('pages of the archive', () => {
  it('are rendered once for all dates that show the same letters, and again when a letter changes', async () => {
    for (const date of ['2025-01-20', '2025-01-27', '2025-02-03']) {
      await publishEdition(database.db, { content: aWeek(date) })
    }
    const before = site.rendered.length
    const days = [
      '2025-01-21',
      '2025-01-24',
      '2025-01-27',
      '2025-01-28',
      '2025-02-03',
      '1990-01-01',
      '2025-01-20',
    ]
    for (const day of days) await get(`/newsletter/archive?before=${day}`).expect(200)
    await get('/newsletter/archive?before=2031-01-01').expect(200)
    await get('/newsletter/archive').expect(200)
    const pages = ['?before=2025-01-27', '?before=2025-02-03', '?before=2025-01-20', '']
    const addresses = pages.map((page) => `/newsletter/archive${page}`)
    expect(site.rendered.slice(before)).toEqual(addresses)
    await correct()
    for (const address of addresses) await get(address).expect(200)
    expect(site.rendered.slice(before)).toEqual([...addresses, ...addresses])
  })

  it('for one letter are rendered again only when it or a neighbor changes', async () => {
    for (const date of ['2024-12-30', '2025-01-27', '2025-02-03']) {
      await publishEdition(database.db, { content: aWeek(date) })
    }
    const before = site.rendered.length
    const look = async () => {
      for (const part of ['', '/figures']) await get(`/newsletter/archive/2024-12-30${part}`).expect(200)
      return site.rendered.length - before
    }
    expect(await look()).toBe(2)
    await sql`update edition set subject = 'Other words' where slot_date = '2025-02-03'`.execute(database.db)
    letChangesShow()
    expect(await look()).toBe(2)
    await sql`update edition set subject = 'Other words' where slot_date = '2025-01-27'`.execute(database.db)
    letChangesShow()
    expect(await look()).toBe(4)
  })

  it('for a day without a letter are not cached, since there are as many as there are days', async () => {
    await publishEdition(database.db)
    const before = site.rendered.length
    await get('/newsletter/archive/2025-02-10')
    await get('/newsletter/archive/2025-02-10')
    expect(site.rendered.length - before).toBe(2)
  })
})

describe('/newsletter/feed.xml', () => {
  it('has the editions with their top findings and absolute links', async () => {
    await publishEdition(database.db)
    const feed = await get('/newsletter/feed.xml').expect(200)
    expect(feed.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    expect(feed.text).toContain('<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">')
    expect(feed.text).toContain(
      '<atom:link href="https://lunchpail.test/newsletter/feed.xml" rel="self" type="application/rss+xml"/>',
    )
    expect(feed.text).toContain('<link>https://lunchpail.test/newsletter/archive/2025-02-03</link>')
    expect(feed.text).toContain('<pubDate>Mon, 03 Feb 2025 14:00:00 GMT</pubDate>')
    const { letter, topFindings } = anEditionContent()
    for (const { title } of topFindings) expect(feed.text).toContain(`<strong>${title}`)
    expect(feed.text).toContain(letter.story.map((sentence) => textOf([sentence])).join(' '))
    // The story and the findings rather than the whole letter.
    expect(feed.text).not.toContain('Harbor')
  })

  it('is unchanged for a client that has it, until a correction', async () => {
    await publishEdition(database.db)
    const etag = String((await get('/newsletter/feed.xml')).headers['etag'])
    expect((await get('/newsletter/feed.xml').set('If-None-Match', etag)).status).toBe(304)
    await correct()
    const corrected = await get('/newsletter/feed.xml').set('If-None-Match', etag)
    expect(corrected.status).toBe(200)
    expect(corrected.text).toContain('<lastBuildDate>Tue, 04 Feb 2025 20:00:00 GMT</lastBuildDate>')
  })

  it('has no items before the first edition, and is the same each time', async () => {
    const first = await get('/newsletter/feed.xml').expect(200)
    expect(first.text).toContain('<title>Lunchpail</title>')
    expect(first.text).not.toContain('<item>')
    const again = await get('/newsletter/feed.xml').set('If-None-Match', String(first.headers['etag']))
    expect(again.status).toBe(304)
  })
})
