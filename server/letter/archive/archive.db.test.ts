import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import {
  type ChartContent,
  correctionListSchema,
  editionFiguresSchema,
  editionListSchema,
  publishedEditionSchema,
  SECTION_NAMES,
} from '../../../shared/edition-contract.ts'
import { createLogger } from '../../lib/logger.ts'
import { anEdition, resetTables, setDatabaseClock } from '../../testing/edition-fixtures.ts'
import { aWeek, factsOf, publishEdition } from '../../testing/published-edition.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { storeEdition } from '../../sending/editions/editions.ts'
import { chartVersion } from '../edition-input.ts'
import type { Fact } from '../facts/fact.ts'
import { UNSUBSCRIBE_URL_SLOT } from '../../sending/deliveries/recipient-mail.ts'
import type { EditionState } from '../../sending/editions/tables.ts'
import { anEditionContent } from '../testing/edition-content.ts'
import { askOnBehalfOf } from '../../lib/askers.ts'
import { createEditionArchive, findEditionChart } from './archive.ts'
import { markLine } from './mark-wrong.ts'

const database = setUpDatabase(resetTables)

const logLines: string[] = []
const logger = createLogger('info', { write: (line) => void logLines.push(line) })
let nowMs = Date.parse('2025-02-05T12:00:00Z')
const clock = { now: () => new Date(nowMs) }
/** The archive checks every two seconds whether anything has changed. */
const letChangesShow = () => void (nowMs += 2_000)
const open = () => createEditionArchive({ db: database.db, clock, logger, siteUrl: 'https://lunchpail.test' })

/** Words as an earlier program stored them. */
const EARLIER = {
  slotDate: '2025-02-03',
  week: { from: '2025-01-27', to: '2025-02-02' },
  subject: 'The rate fell',
  preheader: 'And no more.',
  sections: [
    {
      name: 'housing',
      title: 'Housing',
      state: 'ready',
      label: 'automated summary',
      summary: [[{ text: 'The rate fell.' }]],
      findings: [
        {
          id: 'housing/mortgage-30',
          tone: 'fall',
          kicker: 'Freddie Mac',
          title: '30-year mortgage rate',
          figure: { text: '6.95%' },
          sentences: [],
          links: [],
        },
      ],
      table: {
        title: 'Rates',
        columns: ['Loan', 'Rate'],
        rows: [[[{ text: '30 years' }], [{ text: '6.95%' }]]],
      },
      chart: {
        title: 'Mortgage rate',
        alt: [{ text: 'A line.' }],
        unit: 'percent',
        points: [
          ['2025-01-23', 6.96],
          ['2025-01-30', 6.95],
        ],
        credit: 'Freddie Mac',
      },
      meaning: ['A new loan costs less.'],
      coverage: [[{ text: 'All read.' }]],
      notices: [],
    },
  ],
  topFindings: [
    {
      section: 'housing',
      kicker: '- Freddie Mac',
      title: '30-year mortgage rate',
      figure: { text: '6.95%' },
      sentence: [{ text: 'It fell.' }],
    },
  ],
}

const storeContent = (content: unknown) =>
  database.db
    .updateTable('edition')
    .set({ content: JSON.stringify(content) })
    .execute()

async function correct(date: string, text: string, at: string, factId: string | null = null): Promise<void> {
  await sql`
    insert into edition_correction (edition_id, noted_at, text, fact_id)
    select id, ${at}::timestamptz, ${text}, ${factId} from edition where slot_date = ${date}`.execute(
    database.db,
  )
}

function housingChart(): ChartContent {
  const chart = anEditionContent().sections.find(({ name }) => name === 'housing')?.chart
  if (chart === undefined) throw new TypeError('The example has no chart of housing.')
  return chart
}

const setState = (date: string, state: EditionState) =>
  database.db.updateTable('edition').set({ state }).where('slot_date', '=', date).execute()

describe('the list of editions', () => {
  it('says when the first edition is due while there is none', async () => {
    expect(await open().listPublishedEditions({ limit: 20 })).toEqual({
      editions: [],
      nextBefore: null,
      nextDue: '2025-02-10',
      total: 0,
    })
  })

  it('has the newest first, with its top findings and the time of its last correction', async () => {
    await publishEdition(database.db, { content: aWeek('2025-01-27') })
    await publishEdition(database.db)
    await correct('2025-02-03', 'One thing', '2025-02-03T20:00:00Z')
    await correct('2025-02-03', 'Another', '2025-02-04T20:00:00Z')
    const list = editionListSchema.parse(await open().listPublishedEditions({ limit: 20 }))
    const content = anEditionContent()
    expect(list.editions[0]).toEqual({
      date: '2025-02-03',
      subject: content.subject,
      preheader: content.preheader,
      publishedAt: '2025-02-03T14:00:00.000Z',
      correctedAt: '2025-02-04T20:00:00.000Z',
      story: content.letter.story,
      topFindings: content.topFindings,
    })
    expect(list.editions.map(({ date, correctedAt }) => [date, correctedAt !== null])).toEqual([
      ['2025-02-03', true],
      ['2025-01-27', false],
    ])
  })

  it('is paged, with each edition once', async () => {
    const dates = ['2025-01-06', '2025-01-13', '2025-01-20', '2025-01-27', '2025-02-03']
    for (const date of dates) await publishEdition(database.db, { content: aWeek(date) })
    const pages: string[][] = []
    let before: string | undefined
    do {
      const page = await open().listPublishedEditions({ before, limit: 2 })
      pages.push(page.editions.map(({ date }) => date))
      before = page.nextBefore ?? undefined
    } while (before !== undefined)
    expect(pages).toEqual([['2025-02-03', '2025-01-27'], ['2025-01-20', '2025-01-13'], ['2025-01-06']])
  })

  it.each([
    ['frozen', 1],
    ['paused', 1],
    ['finished', 1],
    ['built', 0],
    ['missed', 0],
    ['cancelled', 0],
  ] as const)('has an edition that is %s: %i', async (state, count) => {
    await publishEdition(database.db)
    await correct('2025-02-03', 'One thing', '2025-02-04T20:00:00Z')
    await setState('2025-02-03', state)
    const archive = open()
    expect((await archive.listPublishedEditions({ limit: 20 })).editions.length).toBe(count)
    expect((await archive.listPublishedDates()).length).toBe(count)
    expect((await archive.listCorrections()).corrections.length).toBe(count)
    for (const read of ['getPublishedEdition', 'getEditionFigures'] as const) {
      const found = await archive[read]('2025-02-03').then(
        () => 1,
        (error: { code?: string }) => (error.code === 'not-found' ? 0 : error),
      )
      expect(found).toBe(count)
    }
  })
})

describe('an edition', () => {
  it('is returned whole, with its corrections and its neighbors', async () => {
    await publishEdition(database.db, { content: aWeek('2025-01-20') })
    await publishEdition(database.db)
    await publishEdition(database.db, { content: aWeek('2025-02-10') })
    await publishEdition(database.db, { content: aWeek('2025-01-27') })
    await setState('2025-01-27', 'cancelled')
    await correct('2025-02-03', 'One thing', '2025-02-03T20:00:00Z')
    await correct('2025-02-03', 'Another', '2025-02-04T20:00:00Z')
    await correct('2025-01-20', 'Of another edition', '2025-02-04T20:00:00Z')
    const edition = await open().getPublishedEdition('2025-02-03')
    // Only a chart's picture is published.
    const published: unknown = JSON.parse(
      JSON.stringify(anEditionContent(), (key, value: unknown) => {
        if (key === 'points') return undefined
        if (key !== 'chart') return value
        const chart = value as ChartContent
        return { ...chart, version: chartVersion(chart) }
      }),
    )
    expect(JSON.stringify(published)).toContain('"chart"')
    expect(edition.content).toEqual(published)
    expect(publishedEditionSchema.parse(edition)).toEqual(edition)
    expect(edition.text).toBeNull()
    expect(edition.correctedAt).toBe('2025-02-04T20:00:00.000Z')
    expect(edition.corrections).toMatchObject([
      { slotDate: '2025-02-03', notedAt: '2025-02-04T20:00:00.000Z', text: 'Another' },
      { slotDate: '2025-02-03', notedAt: '2025-02-03T20:00:00.000Z', text: 'One thing' },
    ])
    expect(edition.previous).toEqual({ date: '2025-01-20', subject: 'The edition of 2025-01-20' })
    expect(edition.next).toEqual({ date: '2025-02-10', subject: 'The edition of 2025-02-10' })
  })

  it('without content is its text, without any reader’s own links', async () => {
    await setDatabaseClock(database.db, '2025-02-03T14:00:00Z')
    await publishEdition(database.db)
    await database.db
      .updateTable('edition')
      .set({ content: null, text: `Hello\n\nUnsubscribe: ${UNSUBSCRIBE_URL_SLOT}\n` })
      .execute()
    const archive = open()
    expect(await archive.getPublishedEdition('2025-02-03')).toMatchObject({
      content: null,
      text: 'Hello\n\nUnsubscribe: https://lunchpail.test\n',
    })
    expect((await archive.listPublishedEditions({ limit: 1 })).editions[0]?.topFindings).toEqual([])
    expect(await archive.getEditionFigures('2025-02-03')).toMatchObject({ sections: [], facts: [] })
  })

  it('from a program that stored findings but no letter is its text, and its charts are still served', async () => {
    await publishEdition(database.db)
    await storeContent(EARLIER)
    const archive = open()
    const edition = await archive.getPublishedEdition('2025-02-03')
    expect([edition.content, edition.text !== null]).toEqual([null, true])
    expect((await archive.listPublishedEditions({ limit: 1 })).editions[0]?.topFindings).toEqual(
      EARLIER.topFindings,
    )
    expect(await archive.getEditionFigures('2025-02-03')).toMatchObject({ sections: [], facts: [] })
    expect((await findEditionChart(database.db, '2025-02-03', 'housing'))?.title).toBe('Mortgage rate')
  })

  it('from a program that stored a letter and findings is shown as its letter', async () => {
    const content = anEditionContent()
    await publishEdition(database.db, { content })
    const facts = new Set(
      content.letter.sections.flatMap(({ big }) => big.flat()).map(({ factId }) => factId),
    )
    await storeContent({ ...EARLIER, letter: content.letter })
    const archive = open()
    const edition = await archive.getPublishedEdition('2025-02-03')
    expect(edition.content?.letter).toEqual(content.letter)
    expect(edition.content?.sections).toMatchObject([
      { name: 'housing', tables: [], coverage: [[{ text: 'All read.' }]] },
    ])
    expect(edition.content?.sections[0]).not.toHaveProperty('findings')
    const figures = await archive.getEditionFigures('2025-02-03')
    expect(figures.facts.every(({ section }) => section === 'housing')).toBe(true)
    expect(figures.facts.some(({ id }) => facts.has(id))).toBe(true)
  })

  it.each(['2025-02-30', 'yesterday', '', '2025-2-3', '../2025-02-03'])(
    'is refused under %j',
    async (date) => {
      await expect(open().getPublishedEdition(date)).rejects.toMatchObject({ code: 'malformed-request' })
      await expect(open().getEditionFigures(date)).rejects.toMatchObject({ code: 'malformed-request' })
    },
  )

  it('is an error that the log explains if its content no longer fits', async () => {
    await publishEdition(database.db)
    await sql`update edition set content = jsonb_set(content, '{sections,0,state}', '"lost"')`.execute(
      database.db,
    )
    logLines.length = 0
    await expect(open().getPublishedEdition('2025-02-03')).rejects.toMatchObject({ code: 'internal' })
    expect(logLines.join('')).toContain('sections[0].state')
    // What lists need from it is intact.
    expect((await open().listPublishedEditions({ limit: 1 })).editions.length).toBe(1)
  })
})

describe('a figure that turned out wrong', () => {
  const sold: Fact = {
    id: 'insiders/sale/1/value',
    section: 'insiders',
    kind: 'value',
    subject: 'Tesla, Inc.',
    period: { from: '2025-01-27', to: '2025-02-02' },
    value: 5_204_461_362,
    unit: 'usd',
    precision: 2,
    asOf: '2025-02-02',
    retrievedAt: '2025-02-02T23:00:00.000Z',
    sourceName: 'SEC EDGAR',
    sourceUrl: 'https://www.sec.gov/1',
    formula: 'sum',
    inputs: ['1'],
  }
  const SUBJECT = 'Musk sold $5.2 billion, or 100,000 years at $1,000 a week'
  const MARKED = 'Musk sold $5.2 billion (corrected), or 100,000 years at $1,000 a week'

  it('is marked in the headline, in lists, next to its neighbors and among the figures', async () => {
    const content = aWeek('2025-02-03', { subject: SUBJECT })
    const [top] = content.topFindings
    const figure = { text: '$5.20 billion', href: 'https://www.sec.gov/1', factId: sold.id }
    const story = [[{ text: 'He sold ' }, figure, { text: '.' }]]
    const told = {
      ...content,
      letter: { ...content.letter, story },
      topFindings: [{ ...top!, title: SUBJECT, figure, sentence: story[0]! }],
    }
    await publishEdition(database.db, { content: aWeek('2025-01-27') })
    const others = factsOf(told).filter(({ id }) => id !== sold.id)
    await publishEdition(database.db, { content: told, facts: [...others, sold] })
    const before = await open().getPublishedEdition('2025-02-03')
    expect([before.subject, before.wrongInSubject]).toEqual([SUBJECT, undefined])
    await correct('2025-02-03', 'It was $4.2 billion.', '2025-02-04T20:00:00Z', sold.id)
    const archive = open()
    const wrongInSubject = [{ text: '$5.2 billion', factId: sold.id }]
    const edition = publishedEditionSchema.parse(await archive.getPublishedEdition('2025-02-03'))
    expect(edition).toMatchObject({ subject: MARKED, wrongInSubject })
    const marked = [[{ text: 'He sold ' }, figure, { text: ' (corrected)' }, { text: '.' }]]
    const list = editionListSchema.parse(await archive.listPublishedEditions({ limit: 1 }))
    expect(list.editions[0]).toMatchObject({
      subject: MARKED,
      wrongInSubject,
      story: marked,
      topFindings: [{ title: MARKED, sentence: marked[0] }],
    })
    expect((await archive.getPublishedEdition('2025-01-27')).next?.subject).toBe(MARKED)
    const figures = editionFiguresSchema.parse(await archive.getEditionFigures('2025-02-03'))
    expect(figures.facts.filter(({ correctionId }) => correctionId !== undefined)).toMatchObject([
      { id: sold.id, correctionId: edition.corrections[0]?.id },
    ])
  })

  it('is no longer marked once its correction was withdrawn', async () => {
    const content = aWeek('2025-02-03', { subject: SUBJECT })
    await publishEdition(database.db, { content, facts: [...factsOf(content), sold] })
    await correct('2025-02-03', 'It was $4.2 billion.', '2025-02-04T20:00:00Z', sold.id)
    await sql`update edition_correction set withdrawn_at = now()`.execute(database.db)
    expect((await open().getPublishedEdition('2025-02-03')).subject).toBe(SUBJECT)
  })

  it.each([
    ['$5.20 billion more', '$5.20 billion (corrected) more'],
    ['$5,204,461,362.00 in all', '$5,204,461,362.00 (corrected) in all'],
    ['a sale of $5.2 billion', 'a sale of $5.2 billion (corrected)'],
    ['$15.2 billion, $5.2 billions', '$15.2 billion, $5.2 billions'],
  ])('is marked in the form in which a line prints it: %s', (line, marked) => {
    expect(markLine(line, [sold]).line).toBe(marked)
  })
})

describe('the figures of an edition', () => {
  const listed: Fact = {
    id: 'insiders/coverage/listed',
    section: 'insiders',
    kind: 'filings-listed',
    subject: 'SEC daily index',
    period: { from: '2025-01-27', to: '2025-02-02' },
    value: 1214,
    unit: 'count',
    precision: 0,
    asOf: '2025-02-02',
    retrievedAt: '2025-02-02T23:00:00.000Z',
    sourceName: 'SEC EDGAR',
    sourceUrl: 'https://www.sec.gov/Archives/edgar/daily-index/2025/QTR1/',
    formula: 'lines of the daily indexes',
    inputs: [],
  }

  it('name companies as people write them, not in capitals as registries do', async () => {
    const id = 'insiders/coverage/filing'
    const facts = [...factsOf(anEditionContent()), { ...listed, id, subject: 'LINKEDIN CORP' }]
    await publishEdition(database.db, { facts })
    const figures = await open().getEditionFigures('2025-02-03')
    expect(figures.facts.find((fact) => fact.id === id)?.subject).toBe('LinkedIn Corp.')
  })

  it('are those in its words, those that they are computed from, and what was read', async () => {
    const content = anEditionContent()
    const named = factsOf(content)
    const sum: Fact = { ...listed, id: 'insiders/sum', kind: 'sum', value: 8_999_840, unit: 'usd' }
    const facts = [
      ...named.map((fact) => (fact.id === 'insiders/kettle/value' ? { ...fact, inputs: [sum.id] } : fact)),
      { ...listed, id: 'insiders/not-named' },
      sum,
      listed,
    ]
    await publishEdition(database.db, { content, facts })
    const figures = editionFiguresSchema.parse(await open().getEditionFigures('2025-02-03'))
    expect(figures.facts.map(({ id }) => id).toSorted()).toEqual(
      [...named.map(({ id }) => id), sum.id, listed.id].toSorted(),
    )
    expect(figures.facts.find(({ id }) => id === listed.id)).toEqual({
      id: 'insiders/coverage/listed',
      section: 'insiders',
      subject: 'SEC daily index',
      kind: 'filings listed',
      value: '1,214',
      period: { from: '2025-01-27', to: '2025-02-02' },
      asOf: '2025-02-02',
      retrievedAt: '2025-02-02T23:00:00.000Z',
      sourceName: 'SEC EDGAR',
      sourceUrl: 'https://www.sec.gov/Archives/edgar/daily-index/2025/QTR1/',
      formula: 'lines of the daily indexes',
      inputs: [],
    })
    expect(figures.facts.find(({ id }) => id === sum.id)?.value).toBe('$9.0 million ($8,999,840)')
    expect(figures.sections.map(({ name }) => name)).toEqual([...SECTION_NAMES])
    expect(figures.sections[0]?.coverage).toEqual(content.sections[0]?.coverage)
  })

  it.each([
    ['only the letter', 'housing/loan/payment'],
    ['only the page', 'insiders/listed'],
  ])('are an error if a word of %s names a fact that is not stored', async (_where, id) => {
    const content = anEditionContent()
    const facts = factsOf(content)
    const kept = facts.filter((fact) => fact.id !== id)
    expect(kept).toHaveLength(facts.length - 1)
    await publishEdition(database.db, { content, facts: kept })
    logLines.length = 0
    await expect(open().getEditionFigures('2025-02-03')).rejects.toMatchObject({ code: 'internal' })
    expect(logLines.join('')).toContain(`names ${id} and keeps no such fact`)
  })
})

describe('the JSON of an edition', () => {
  const MONDAY = '2025-02-03'
  const parts = ['edition', 'figures'] as const

  it.each(parts)('is created once for all requests: %s', async (part) => {
    await publishEdition(database.db)
    const archive = open()
    const asked = await Promise.all(Array.from({ length: 20 }, () => archive.getEditionJson(part, MONDAY)))
    asked.push(await archive.getEditionJson(part, MONDAY))
    expect(new Set(asked).size).toBe(1)
    const whole =
      part === 'edition' ? await archive.getPublishedEdition(MONDAY) : await archive.getEditionFigures(MONDAY)
    expect(JSON.parse(String(asked[0]))).toEqual(whole)
  })

  it('is made by turns of clients, however many one asks for', async () => {
    const dates = ['2025-01-06', '2025-01-13', '2025-01-20', '2025-01-27', MONDAY]
    for (const date of dates) await publishEdition(database.db, { content: aWeek(date) })
    const archive = open()
    await archive.listPublishedDates()
    const done: string[] = []
    const ask = async (client: string, part: (typeof parts)[number], date: string) => {
      await askOnBehalfOf(client, () => archive.getEditionJson(part, date))
      done.push(client)
    }
    const [last = '', ...others] = dates
    await Promise.all([
      ...others.flatMap((date) => parts.map((part) => ask('many', part, date))),
      ask('one', 'figures', last),
    ])
    expect(done.indexOf('one')).toBeLessThan(4)
  })

  it('changes only after a correction, a changed word or a new neighbor', async () => {
    await publishEdition(database.db)
    const archive = open()
    const seen: Buffer[] = []
    const look = async () => {
      letChangesShow()
      seen.push(await archive.getEditionJson('edition', MONDAY))
    }
    await look()
    await correct(MONDAY, 'One thing', '2025-02-03T20:00:00Z')
    await look()
    await correct(MONDAY, 'Another at the same moment', '2025-02-03T20:00:00Z')
    await look()
    await sql`update edition set subject = 'Other words'`.execute(database.db)
    await look()
    await publishEdition(database.db, { content: aWeek('2025-01-27') })
    await look()
    await publishEdition(database.db, { content: aWeek('2025-02-10') })
    await look()
    await look()
    expect(new Set(seen).size).toBe(6)
    expect(JSON.parse(String(seen.at(-1)))).toMatchObject({
      subject: 'Other words',
      corrections: [{ text: 'Another at the same moment' }, { text: 'One thing' }],
      previous: { date: '2025-01-27' },
      next: { date: '2025-02-10' },
    })
    await setState(MONDAY, 'cancelled')
    letChangesShow()
    await expect(archive.getEditionJson('edition', MONDAY)).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('what lists need from all editions', () => {
  const THREE = ['2025-01-20', '2025-01-27', '2025-02-03']
  const publishThree = async () => {
    for (const date of THREE) await publishEdition(database.db, { content: aWeek(date) })
  }

  /** @returns an archive with the parameters of each of its statements, in order */
  function openObserved() {
    const statements: (readonly unknown[])[] = []
    const db = database.db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        statements.push(database.db.getExecutor().compileQuery(node, queryId).parameters)
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    const archive = createEditionArchive({ db, clock, logger, siteUrl: 'https://lunchpail.test' })
    return { statements, archive }
  }

  it('is read once for all requests, and again only after a change of that edition', async () => {
    await publishThree()
    const { archive, statements } = openObserved()
    const daysRead = () => statements.flat().filter((value) => /^\d{4}-/.test(String(value)))
    const askAll = () =>
      Promise.all([
        archive.listPublishedEditions({ limit: 20 }),
        archive.findList({ limit: 50 }).then(({ getJson }) => getJson()),
        archive.findList({ limit: 2, before: '2025-02-02' }).then(({ getJson }) => getJson()),
        archive.listPublishedDates(),
        archive.listPublishedEditions({ limit: 1 }),
      ])
    await askAll()
    await askAll()
    expect(daysRead()).toEqual(THREE.toReversed())
    expect(statements.length).toBe(2)
    await correct('2025-01-27', 'One thing', '2025-02-03T20:00:00Z')
    letChangesShow()
    const [{ editions }] = await askAll()
    expect(editions[1]?.correctedAt).toBe('2025-02-03T20:00:00.000Z')
    expect(daysRead().slice(THREE.length)).toEqual(['2025-01-27'])
    letChangesShow()
    await askAll()
    expect(statements.length).toBe(5)
  })

  it('is available as JSON, created once for all days that show the same list', async () => {
    await publishThree()
    const archive = open()
    const getJson = async (query: { limit: number; before: string }) =>
      (await archive.findList(query)).getJson()
    const json = await getJson({ limit: 2, before: '2025-01-30' })
    expect(JSON.parse(String(json))).toEqual(
      await archive.listPublishedEditions({ limit: 2, before: '2025-01-30' }),
    )
    expect(await getJson({ limit: 2, before: '2025-02-03' })).toBe(json)
    expect(await getJson({ limit: 1, before: '2025-02-03' })).not.toBe(json)
  })

  it('is named by what it shows, not by what was asked for', async () => {
    await publishThree()
    const archive = open()
    const nameOf = async (query: { limit: number; before?: string; ticker?: string }) =>
      (await archive.findList(query)).name
    const last = await nameOf({ limit: 2 })
    expect(await nameOf({ limit: 2, before: '2031-01-01' })).toBe(last)
    expect(await nameOf({ limit: 2, before: '2025-01-30' })).not.toBe(last)
    expect(await nameOf({ limit: 1 })).not.toBe(last)
    const none = await nameOf({ limit: 2, before: '1990-01-01' })
    expect(await nameOf({ limit: 7, ticker: 'NONE' })).toBe(none)
  })

  it('is available for the other editions if one can no longer be read', async () => {
    await publishEdition(database.db, { content: aWeek('2025-01-27') })
    await publishEdition(database.db)
    await sql`
      update edition set content = jsonb_set(content, '{topFindings}', '7')
      where slot_date = '2025-01-27'`.execute(database.db)
    const archive = open()
    expect((await archive.listPublishedEditions({ limit: 1 })).editions.length).toBe(1)
    expect((await archive.listPublishedDates()).length).toBe(2)
    await expect(archive.listPublishedEditions({ limit: 2 })).rejects.toMatchObject({ code: 'internal' })
  })

  it('includes charts, each read only once', async () => {
    await publishEdition(database.db)
    const { archive, statements } = openObserved()
    const charts = await Promise.all(
      Array.from({ length: 5 }, () => archive.findChart('2025-02-03', 'housing')),
    )
    const chart = housingChart()
    const published = { chart, version: chartVersion(chart), isPublished: true }
    expect([...charts, await archive.findChart('2025-02-03', 'housing')]).toEqual(
      Array.from({ length: 6 }, () => published),
    )
    expect(statements.length).toBe(3)
  })

  it('includes charts of an edition that has not gone out, read once in ten seconds', async () => {
    await publishEdition(database.db)
    await sql`update edition set state = 'built', finished_at = null, frozen_at = null`.execute(database.db)
    const { archive, statements } = openObserved()
    const charts = []
    for (let count = 0; count < 5; count += 1) charts.push(await archive.findChart('2025-02-03', 'housing'))
    const chart = housingChart()
    expect(charts).toEqual(
      Array.from({ length: 5 }, () => ({ chart, version: chartVersion(chart), isPublished: false })),
    )
    expect(statements.flat().filter((value) => value === '2025-02-03').length).toBe(1)
  })

  it('gives the chart of an edition that was built again another version', async () => {
    const chart = housingChart()
    const changed = { ...chart, points: chart.points.slice(1) }
    const versionWith = async (housing: ChartContent) => {
      const content = anEditionContent()
      const sections = content.sections.map((section) =>
        section.name === 'housing' ? { ...section, chart: housing } : section,
      )
      await storeEdition(
        database.db,
        anEdition({ slotDate: '2025-02-03', content: { ...content, sections } }),
      )
      return (await open().findChart('2025-02-03', 'housing'))?.version
    }
    const versions = [await versionWith(chart), await versionWith(changed), await versionWith(chart)]
    expect(versions).toEqual([chartVersion(chart), chartVersion(changed), chartVersion(chart)])
    expect(versions[1]).not.toBe(versions[0])
  })
})

it('lists the corrections of all editions, newest first', async () => {
  await publishEdition(database.db)
  await publishEdition(database.db, { content: aWeek('2025-01-27') })
  await correct('2025-02-03', 'First noted', '2025-02-03T20:00:00Z')
  await correct('2025-01-27', 'Then this', '2025-02-04T20:00:00Z')
  expect(correctionListSchema.parse(await open().listCorrections()).corrections).toMatchObject([
    { slotDate: '2025-01-27', notedAt: '2025-02-04T20:00:00.000Z', text: 'Then this' },
    { slotDate: '2025-02-03', notedAt: '2025-02-03T20:00:00.000Z', text: 'First noted' },
  ])
  expect(await open().listPublishedDates()).toEqual([
    { date: '2025-02-03', changedAt: '2025-02-03T20:00:00.000Z' },
    { date: '2025-01-27', changedAt: '2025-02-04T20:00:00.000Z' },
  ])
})

it('reports an unreadable archive while the database does not answer, never an empty one', async () => {
  const archive = createEditionArchive({
    db: database.db.withSchema('nowhere'),
    clock,
    logger,
    siteUrl: 'https://lunchpail.test',
  })
  const unreadable = { code: 'not-ready', retryAfterSeconds: 30 }
  await expect(archive.listPublishedEditions({ limit: 1 })).rejects.toMatchObject(unreadable)
  await expect(archive.getPublishedEdition('2025-02-03')).rejects.toMatchObject(unreadable)
  await expect(archive.getEditionFigures('2025-02-03')).rejects.toMatchObject(unreadable)
  await expect(archive.listCorrections()).rejects.toMatchObject(unreadable)
})

it('does not show an edition that is written but not sent', async () => {
  await storeEdition(database.db, anEdition({ slotDate: '2025-02-03' }))
  expect((await open().listPublishedEditions({ limit: 20 })).editions).toEqual([])
})
