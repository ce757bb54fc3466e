import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { SECTION_NAMES, type SectionContent, type SectionName } from '../../shared/edition-contract.ts'
import { InvalidInputError } from '../lib/errors.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import type { BuildEditionDeps, Edition } from './build-edition.ts'
import { createRecordSources } from '../records/collect-records.ts'
import { startRun } from '../records/core/runs.ts'
import { readInsiderCoverage } from '../records/insiders/stored-filings.ts'
import {
  startFakeUpstream,
  type AnswerUpstream,
  type FakeUpstream,
  withoutWaiting,
} from '../records/core/testing/fake-upstream.ts'
import { reviewEdition } from '../sending/editions/review-edition.ts'
import { storeEdition } from '../sending/editions/editions.ts'
import {
  buildTestEdition,
  forgetRecords,
  forgetSources,
  keepRecords,
  readInventedCloses,
  readNoCloses,
  recallRecords,
} from './testing/edition-builder.ts'
import { createWeekUpstream, recordAddress } from './testing/week-upstream.ts'

const opened = setUpDatabase(forgetRecords)
let upstream: FakeUpstream
let progress: string[] = []
/** An edition built while all sources answer, with the progress lines shown to people. */
let whole: { edition: Edition; progress: readonly string[] }
let giveUpRecords: () => Promise<void>
beforeAll(async () => {
  upstream = await startFakeUpstream(createWeekUpstream())
  whole = { edition: await build(), progress }
  giveUpRecords = await keepRecords(opened.db)
})
afterAll(async () => {
  await giveUpRecords()
  await upstream.close()
})
beforeEach(() => {
  progress = []
  upstream.asked.length = 0
  upstream.answer = createWeekUpstream()
})

const build = (changes: Partial<BuildEditionDeps> = {}, slotDate?: string) =>
  buildTestEdition(
    { db: opened.db, upstreamBaseUrl: upstream.baseUrl, progress, ...(slotDate && { slotDate }) },
    changes,
  )

const HOSTS = {
  insiders: 'www.sec.gov',
  house: 'disclosures-clerk',
  members: 'unitedstates.github.io',
  pmms: 'www.freddiemac.com',
  fhfa: 'www.fhfa.gov',
  zillow: 'files.zillowstatic.com',
  treasury: 'home.treasury.gov',
  bls: 'api.bls.gov',
  fred: 'fred.stlouisfed.org',
}
type Source = keyof typeof HOSTS
const EVERY_SOURCE = Object.keys(HOSTS) as Source[]

/** All sources answer except these. */
const without =
  (...sources: Source[]): AnswerUpstream =>
  (address, request) =>
    sources.some((source) => address.startsWith(HOSTS[source]))
      ? { status: 503 }
      : createWeekUpstream()(address, request)

/** Keeps the stored records of all other sources, so that only these are read again. */
async function recallAllBut(...sources: Source[]): Promise<void> {
  await recallRecords(opened.db)
  await forgetSources(opened.db, sources)
}

const statesOf = ({ content }: Edition) =>
  Object.fromEntries(content.sections.map(({ name, state }) => [name, state]))
const allReady = Object.fromEntries(SECTION_NAMES.map((name) => [name, 'ready']))

function getSection({ content }: Edition, name: SectionName): SectionContent {
  const section = content.sections.find((one) => one.name === name)
  if (!section) throw new Error(`there is no section ${name}`)
  return section
}

/** The figures of what was read of the insiders' filings. */
const countInsiders = ({ facts }: Edition) =>
  Object.fromEntries(
    ['listed', 'read', 'unread', 'daysUnread'].map((kind) => [
      kind,
      facts.find(({ id }) => id === `insiders/coverage/${kind}`)?.value,
    ]),
  )

const wordsOf = (sentences: SectionContent['coverage']) =>
  sentences.map((sentence) => sentence.map(({ text }) => text).join(''))

/** Another process reads the sources for longer than a build waits. */
const busy: Partial<BuildEditionDeps> = {
  whileNobodyElseCollects: () => Promise.resolve(false),
  leaseWaitMs: 1,
}

describe('an edition whose sources all answer', () => {
  it('has five sections in the letter’s order, each with its words, figures and audit', () => {
    const { edition, progress } = whole
    expect(edition.content.sections.map(({ name }) => name)).toEqual([...SECTION_NAMES])
    expect(statesOf(edition)).toEqual(allReady)
    for (const section of edition.content.sections) {
      const told = edition.content.letter.sections.find(({ name }) => name === section.name)
      expect(told?.label).toBe('automated summary')
      expect(told?.big.length).toBeGreaterThan(0)
      expect(section.tables.length).toBeGreaterThan(0)
      expect(section.coverage.length).toBeGreaterThan(0)
      expect(edition.text).toContain(section.title.toUpperCase())
    }
    expect(edition.subject).toBe(edition.content.subject)
    // The release day of the monthly figures is only assumed, so they never lead.
    expect(edition.subject).toMatch(/^Gas rose to \$\d\.\d\d a gallon\b/)
    expect(new Set(edition.facts.map(({ section }) => section))).toEqual(new Set(SECTION_NAMES))
    expect(Buffer.byteLength(edition.html)).toBeLessThan(100_000)
    expect(edition.audits).toMatchObject([
      { section: 'letter', outcome: 'rules', reason: 'no model is set up', model: undefined },
    ])
    expect(edition.audits.every(({ factsHash }) => /^[0-9a-f]{64}$/.test(factsHash))).toBe(true)
    expect(countInsiders(edition)).toEqual({ listed: 2, read: 2, unread: 0, daysUnread: 0 })
    expect(progress[0]).toBe('Reading the public records of 2025-01-27 to 2025-02-02.')
    expect(progress).toContain('SEC EDGAR: complete, 2 of 2 read.')
    expect(progress.at(-1)).toBe('Chosen by rules: no model is set up.')
  })

  it('shows only numbers that its content contains', () => {
    const { html, text, content } = whole.edition
    const visible = html.replaceAll(/<style>.*?<\/style>|<!--.*?-->|<[^<>]+>/gs, ' ')
    const withoutAddresses = text.replaceAll(/https?:\/\/\S+/g, ' ')
    // '3' and '2025' are from the date at its head.
    const known = new Set([...(JSON.stringify(content).match(/\d+/g) ?? []), '3', '2025'])
    const shown = [visible, withoutAddresses].flatMap((body) => body.match(/\d+/g) ?? [])
    expect(shown.length).toBeGreaterThan(200)
    expect(shown.filter((number) => !known.has(number))).toEqual([])
  })

  it('is stored as built', async () => {
    await storeEdition(opened.db, whole.edition)
    const review = await reviewEdition(opened.db, '2025-02-03')
    expect(review).toMatchObject({ date: '2025-02-03', state: 'built' })
    expect(review?.audits).toEqual(JSON.parse(JSON.stringify(whole.edition.audits)))
  })

  it('is rebuilt from stored records without a request to any source', async () => {
    await recallRecords(opened.db)
    const again = await buildTestEdition(
      { db: opened.db, upstreamBaseUrl: upstream.baseUrl, records: 'kept' },
      { whileNobodyElseCollects: () => Promise.reject(new Error('a source was asked')) },
    )
    expect(again.html).toBe(whole.edition.html)
  })

  it('is rebuilt byte for byte, without fetching stored records again', async () => {
    const first = whole.edition
    await recallRecords(opened.db)
    const second = await build()
    expect(second.html).toBe(first.html)
    expect(second.text).toBe(first.text)
    // The lists were read again, so this differs.
    const figures = ({ facts }: Edition) => facts.map((fact) => ({ ...fact, retrievedAt: undefined }))
    expect(figures(second)).toEqual(figures(first))
    // Sources with daily lists are asked only for the lists; whole files are not requested at all.
    expect(new Set(upstream.asked.map((address) => address.split('/')[0]))).toEqual(
      new Set(['www.sec.gov', 'data.sec.gov', 'disclosures-clerk.house.gov']),
    )
    expect(upstream.asked.filter((address) => /\.txt$|\.pdf$/.test(address))).toEqual([])
  })

  it('asks for records through today if its week is not over', async () => {
    await recallRecords(opened.db)
    await opened.db.deleteFrom('collect_run').execute()
    await build({ clock: { now: () => new Date('2025-01-31T20:00:00Z') } })
    const runs = await opened.db.selectFrom('collect_run').select('as_of').distinct().execute()
    expect(runs).toEqual([{ as_of: '2025-01-31' }])
    expect(progress[1]).toBe(
      'The week goes on until 2025-02-02: build this edition again then, for it lacks what comes.',
    )
  })
})

describe('an edition while one of its sources is down', () => {
  it.each<
    [
      string,
      Partial<Record<SectionName, RegExp>>,
      {
        down: Source[]
        unread?: Source[]
        changes?: Partial<BuildEditionDeps>
        named?: Partial<Record<SectionName, string>>
      },
    ]
  >([
    ['the SEC', { insiders: /The SEC gave no usable answer/ }, { down: ['insiders'] }],
    ['the House', { congress: /The Clerk of the House gave no usable answer/ }, { down: ['house'] }],
    ['the list of members', {}, { down: ['members'], unread: ['members', 'house'] }],
    // The first source asked; all others are read after it.
    ['Freddie Mac', {}, { down: ['pmms'], unread: EVERY_SOURCE }],
    ['FHFA', {}, { down: ['fhfa'] }],
    ['Zillow', {}, { down: ['zillow'] }],
    ['the Treasury', {}, { down: ['treasury'] }],
    [
      'the Bureau of Labor Statistics',
      {},
      {
        down: ['bls'],
        // Named even though others stood in for it.
        named: {
          economy:
            'The Bureau of Labor Statistics gave no usable answer for this letter: nothing here is from there.',
        },
      },
    ],
    ['FRED', {}, { down: ['fred'] }],
    [
      'every source of housing',
      { housing: /Freddie Mac, .* gave no usable answer/ },
      { down: ['pmms', 'fhfa', 'zillow', 'fred'] },
    ],
    [
      'every source of the economy',
      { economy: /The Bureau of Labor Statistics, .* gave no usable answer/ },
      { down: ['treasury', 'bls', 'fred'] },
    ],
    [
      'prices',
      {},
      {
        down: [],
        changes: { readCloses: readNoCloses },
        named: { markets: 'We could not get: the S&P 500 (Yahoo Finance gave no usable answer).' },
      },
    ],
    [
      'every source of the markets',
      { markets: /Yahoo Finance gave no usable answer/ },
      { down: ['treasury', 'fred'], changes: { readCloses: readNoCloses } },
    ],
  ])('builds what it can while %s is down, and says why a section is missing', async (_, missing, given) => {
    const { down, unread = down, changes, named = {} } = given
    await recallAllBut(...unread)
    upstream.answer = without(...down)
    const edition = await build(changes)
    const lost = Object.keys(missing).map((name) => [name, 'unavailable'])
    expect(statesOf(edition)).toEqual({ ...allReady, ...Object.fromEntries(lost) })
    expect(edition.subject).not.toBe('')
    for (const [name, words] of Object.entries(named)) {
      expect(wordsOf(getSection(edition, name as SectionName).coverage)).toContain(words)
    }
    for (const [name, words] of Object.entries(missing)) {
      const section = getSection(edition, name as SectionName)
      expect(wordsOf(section.coverage).join(' ')).toMatch(words)
      expect(wordsOf(section.coverage).join(' ')).toContain('That does not mean nothing happened.')
      expect(edition.text.replaceAll(/\s+/g, ' ')).toContain('That does not mean nothing happened.')
      expect(section.tables).toEqual([])
      expect(edition.audits.map((audit) => audit.section)).not.toContain(name)
      expect(progress).toContainEqual(expect.stringMatching(new RegExp(`^Unavailable: ${name}\\. .+\\.$`)))
    }
  })

  it('uses what was read before, names its day, and says that the latest reading failed', async () => {
    await recallRecords(opened.db)
    upstream.answer = without('insiders')
    const edition = await build()
    expect(statesOf(edition)).toEqual(allReady)
    const section = getSection(edition, 'insiders')
    const [sentence = []] = section.coverage
    expect(wordsOf([sentence])[0]).toMatch(
      /^The SEC gave no usable answer for this letter; what we have from there was read by [A-Z][a-z]{2} \d{1,2}, \d{4}\.$/,
    )
    const fact = edition.facts.find(({ id }) => id === 'insiders/coverage/read-by/insiders')
    expect(sentence.map(({ factId }) => factId)).toContain(fact?.id)
    expect(section.tables.flatMap(({ rows }) => rows)).toHaveLength(2)
  })

  it('has no section if forty filings are listed and none can be read', async () => {
    await recallAllBut('insiders')
    const forty = Array.from({ length: 40 }, () => ({ company: 'Acme Corp', shares: 1 }))
    const answer = createWeekUpstream({ purchases: forty })
    upstream.answer = (address, request) =>
      address.endsWith('.txt') ? { status: 404 } : answer(address, request)
    const edition = await build()
    expect(statesOf(edition)).toEqual({ ...allReady, insiders: 'unavailable' })
    expect(progress).toContain(
      'Unavailable: insiders. SEC EDGAR: it listed 40 Form 4 filings and none of them was read: SEC EDGAR answered 404.',
    )
  })

  it('says that a part is missing if some filings cannot be read', async () => {
    await recallAllBut('insiders')
    const answer = createWeekUpstream()
    upstream.answer = (address, request) =>
      address === recordAddress(1) ? { status: 404 } : answer(address, request)
    const edition = await build()
    expect(wordsOf(getSection(edition, 'insiders').coverage).join(' ')).toMatch(
      /list 2 Form 4 filings of the week\. We read 1 of them; 1 is unread/,
    )
  })

  it('is not built if no source answers, since the letter would be empty', async () => {
    upstream.answer = () => ({ status: 503 })
    const building = build({ readCloses: readNoCloses })
    await expect(building).rejects.toMatchObject({ code: 'source-unavailable' })
    await expect(building).rejects.toThrow(
      'No section of the edition of 2025-02-03 could be built, so there is none. insiders: SEC EDGAR, No daily index of SEC EDGAR',
    )
  })
})

it('an edition is built of what is kept if a mistake of ours ends the reading of a source', async () => {
  await recallAllBut('insiders')
  const [insiders, ...others] = createRecordSources({}).toSorted((a) => (a.id === 'insiders' ? -1 : 0))
  const sources = [{ ...insiders!, collect: () => Promise.reject(new Error('a mistake')) }, ...others]
  const edition = await build({
    sources: withoutWaiting(
      sources,
      sources.map(({ id }) => id),
    ),
  })
  expect(statesOf(edition)).toEqual({ ...allReady, insiders: 'unavailable' })
  expect(progress).toContain(
    'A source was not read to its end, by a mistake of ours: this edition is made of what is kept.',
  )
})

it('an edition waits if the database interrupts the reading of a source, since that passes', async () => {
  await recallAllBut('insiders')
  const [insiders, ...others] = createRecordSources({}).toSorted((a) => (a.id === 'insiders' ? -1 : 0))
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })
  const sources = [{ ...insiders!, collect: () => Promise.reject(deadlock) }, ...others]
  const building = build({
    sources: withoutWaiting(
      sources,
      sources.map(({ id }) => id),
    ),
  })
  await expect(building).rejects.toBe(deadlock)
})

describe('an edition built while another process reads the sources', () => {
  it('waits for the other process, and says so', async () => {
    await recallAllBut('treasury')
    let asked = 0
    const edition = await build({
      leaseWaitMs: 1,
      whileNobodyElseCollects: async (job) => {
        if (asked++ === 0) return false
        await job()
        return true
      },
    })
    expect(statesOf(edition)).toEqual(allReady)
    expect(progress).toContain('Another process is reading the public records: waiting for it.')
  })

  it('uses stored records if the other process never finishes, and shows what is only half read', async () => {
    await recallRecords(opened.db)
    await startRun(opened.db, { source: 'insiders', asOf: '2025-02-02' })
    await startRun(opened.db, { source: 'pmms', asOf: '2025-02-02' })
    const edition = await build(busy)
    expect(upstream.asked).toEqual([])
    expect(progress).toContain(
      'Another process is still reading the public records: this edition is made of what is kept.',
    )
    expect(statesOf(edition)).toEqual(allReady)
    for (const [name, source] of [
      ['insiders', 'The SEC'],
      ['housing', 'Freddie Mac'],
    ] as const) {
      expect(wordsOf(getSection(edition, name).coverage)[0]).toMatch(
        new RegExp(`^${source} was still being read for this letter, or its reading broke off[:;]`),
      )
    }
  })

  it('leaves out what was never read: an unfinished reading is not an empty week', async () => {
    await recallAllBut('insiders', 'house')
    await startRun(opened.db, { source: 'insiders', asOf: '2025-02-02' })
    await startRun(opened.db, { source: 'house', asOf: '2025-02-02' })
    const edition = await build(busy)
    expect(statesOf(edition)).toEqual({ ...allReady, insiders: 'unavailable', congress: 'unavailable' })
    expect(progress).toContain('Unavailable: insiders. SEC EDGAR: its reading was not finished.')
  })

  it('stops when its signal aborts', async () => {
    const stopping = new AbortController()
    stopping.abort(new Error('the server stops'))
    await expect(build({ ...busy, signal: stopping.signal })).rejects.toThrow('the server stops')
  })
})

describe('an edition', () => {
  it('says so if nobody reported trades in its week, and does not count that as a failure', async () => {
    await recallAllBut('insiders', 'house')
    upstream.answer = createWeekUpstream({ purchases: [], houseReports: [] })
    const edition = await build()
    expect(statesOf(edition)).toEqual(allReady)
    for (const name of ['insiders', 'congress'] as const) {
      const told = edition.content.letter.sections.find((section) => section.name === name)
      expect(wordsOf(told?.big ?? []).join(' ')).toMatch(/\bno\b|\bnothing\b|\bnone\b/i)
      expect(getSection(edition, name).tables).toEqual([])
    }
    expect(edition.subject).not.toBe('')
  })

  it('does not miss the index of a holiday', async () => {
    upstream.answer = createWeekUpstream({
      secDays: ['2025-01-21', '2025-01-22', '2025-01-23', '2025-01-24'],
    })
    const edition = await build({}, '2025-01-27')
    expect(countInsiders(edition)).toMatchObject({ read: 2, daysUnread: 0 })
    expect(
      await readInsiderCoverage(opened.db, { filedFrom: '2025-01-20', filedTo: '2025-01-26' }),
    ).toMatchObject({ daysRead: ['2025-01-21', '2025-01-22', '2025-01-23', '2025-01-24'] })
  })

  it('is built only for a Monday', async () => {
    await expect(build({}, '2025-02-04')).rejects.toBeInstanceOf(InvalidInputError)
    expect(upstream.asked).toEqual([])
  })

  it('is refused if its week has not begun', async () => {
    const early = { clock: { now: () => new Date('2025-01-27T03:00:00Z') } }
    await expect(build(early)).rejects.toThrow(
      'The week from 2025-01-27 to 2025-02-02 has not begun: in New York it is 2025-01-26.',
    )
    expect(upstream.asked).toEqual([])
  })
})

describe('an edition with Forms 4 that carry the ticker of another company', () => {
  it('uses nothing from the other company, such as its closing prices', async () => {
    const askedOf = async (changes: Partial<BuildEditionDeps>) => {
      const asked: string[] = []
      await recallRecords(opened.db)
      await sql`update insider_filing set issuer_ticker = 'ACME'`.execute(opened.db)
      await build({
        ...changes,
        listDailyCloses: ({ ticker }) => {
          asked.push(ticker)
          return Promise.resolve([])
        },
      })
      return asked.length
    }
    expect(await askedOf({})).toBeGreaterThan(0)
    const findCompany = () => Promise.resolve({ cik: '99', name: 'Zenith Shell Inc.' })
    expect(await askedOf({ findCompany })).toBe(0)
  })
})

describe('an edition with a figure that no fact supports', () => {
  it('is not stored, and the error names the figure', async () => {
    await recallRecords(opened.db)
    const building = build({
      readCloses: async (query) => ({ ...(await readInventedCloses(query)), sourceName: 'Prices 3000' }),
    })
    await expect(building).rejects.toMatchObject({ code: 'internal' })
    await expect(building).rejects.toThrow(
      /^The edition of 2025-02-03 is not kept: "3000" in (?:topFindings\/\d\/kicker|markets\/)/,
    )
  })
})
