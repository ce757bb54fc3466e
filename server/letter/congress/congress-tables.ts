import { CONGRESS_REPORT_DAYS } from '../../../shared/trade-rules.ts'
import type { SectionContent, Sentence, TableContent, TableRow } from '../../../shared/edition-contract.ts'
import { type Fact, SECTION_TITLES } from '../facts/fact.ts'
import { figure, numberOf, plain, plural } from '../facts/format-fact.ts'
import { linkRecords, tableOf, tellDays } from '../facts/table-parts.ts'
import type { Attempts } from '../statements/leave-out-unwritable.ts'
import { capitalize } from '../statements/make-statement.ts'
import { fillTemplate, recordOf } from '../statements/tell.ts'
import type { CongressFinding, CongressSection, NoTradeFinding } from './congress-section.ts'
import { describeHolder, REPORT_NOTES } from './state-congress-trade.ts'
import { describeNoTrade } from './state-no-trade.ts'
import { nameReports, tellCongressCoverage } from './tell-coverage.ts'

const COLUMNS = ['Who and what', 'Reported range', 'Traded', 'Made public after', 'Record']
const NO_TRADE_COLUMNS = ['Who and what', 'Reported range', 'On', 'Record']

const LAW =
  'By law (5 U.S.C. 13107) nobody may obtain or use reports of members of Congress for an unlawful purpose; for a commercial purpose, other than by news and communications media for dissemination to the general public; to determine a credit rating; or to solicit money for a political, charitable or other purpose.'
const SOURCES =
  'Sources: the Clerk of the House and the Secretary of the Senate, public records. Party, state and committees: the congress-legislators project, public domain.'
const HERD = 'That several members traded the same shares is a count. It is not a claim of coordination.'
const OVERLAP =
  'A link between a committee and an asset is a heuristic, made from the report’s own words and today’s list of committees. It is not proof of access or intent.'

/** Composes what the page adds to the letter.
 *  @param slotDate  the edition's Monday
 *  @param attempts  one for each row and for what was read */
export function composeCongress(
  section: CongressSection,
  slotDate: string,
  attempts: Attempts,
): SectionContent {
  const note = { id: 'congress/coverage', kind: 'note' } as const
  const { findings, others, herds } = section
  return {
    name: 'congress',
    title: SECTION_TITLES.congress,
    state: 'ready',
    tables: listTables(section, slotDate, attempts),
    coverage: attempts.attempt(note, () => tellCongressCoverage(section)) ?? [],
    notices: [
      LAW,
      SOURCES,
      ...(herds.length > 0 ? [HERD] : []),
      ...([...findings, ...others].some(({ overlap }) => overlap) ? [OVERLAP] : []),
    ],
  }
}

/** Lists what was bought, what was sold, and what is neither according to the report itself, each with the largest first;
 *  then the shares that several filers traded. */
function listTables(section: CongressSection, slotDate: string, { each }: Attempts): TableContent[] {
  const row = { kind: 'row', idOf: ({ id }: { readonly id: string }) => id } as const
  const all = [...section.findings, ...section.others].toSorted((a, b) => b.midpoint - a.midpoint)
  const ofSide = (side: CongressFinding['side']) =>
    each(
      all.filter((finding) => finding.side === side),
      (finding) => tellTrade(finding, slotDate),
      row,
    )
  const noTrades = (title: string, isIn: (kind: NoTradeFinding['kind']) => boolean) =>
    tableOf(
      title,
      NO_TRADE_COLUMNS,
      each(
        section.noTrades.filter(({ kind }) => isIn(kind)),
        (finding) => tellNoTrade(finding, slotDate),
        row,
      ),
    )
  return [
    ...tableOf('Bought', COLUMNS, ofSide('buy')),
    ...tableOf('Sold', COLUMNS, ofSide('sale')),
    ...noTrades('Neither bought nor sold', (kind) => kind !== 'unread note'),
    ...noTrades('With a note that we do not understand, in no sum', (kind) => kind === 'unread note'),
    ...tableOf(
      'Traded by several: a count, no sign that they acted together',
      ['Shares', 'Bought', 'Sold'],
      each(
        section.tickers,
        ({ buyers, sellers, bought, sold }) => ({
          head: [plain(buyers.subject)],
          about: [],
          cells: [tellSide(buyers, bought, slotDate), tellSide(sellers, sold, slotDate)],
        }),
        { kind: 'row', idOf: ({ buyers }) => buyers.id },
      ),
    ),
  ]
}

function tellTrade(finding: CongressFinding, slotDate: string): TableRow {
  // The record next to it is named by the same day, on which it was made public.
  const { publicLag } = finding.facts
  return tellRow(finding, describeKind(finding), slotDate, (hrefOf) => [
    publicLag ? [figure(publicLag, undefined, hrefOf(publicLag))] : [plain('–')],
  ])
}

function tellNoTrade(finding: NoTradeFinding, slotDate: string): TableRow {
  const { markedAs } = finding
  const label = { buy: 'a purchase', sale: 'a sale', exchange: 'an exchange' }[markedAs]
  const what = describeNoTrade(finding)
  const kind = finding.kind === markedAs ? what : `${what}, marked as ${label}`
  return tellRow(finding, kind, slotDate)
}

/** Who, what, whose account it is, and what readers must know about it.
 *  @param listMore  the cells between its days and its record */
function tellRow(
  finding: CongressFinding | NoTradeFinding,
  kind: string,
  slotDate: string,
  listMore: (hrefOf: (fact: Fact) => string) => Sentence[] = () => [],
): TableRow {
  const { id, facts, reports } = finding
  const [page, ...more] = reports
  const hrefOf = (fact: Fact) => (page && more.length === 0 ? page.url : recordOf(fact, slotDate))
  const { slots, tail } = describeHolder(finding)
  const [account, ...others] = finding.accounts
  const whose =
    others.length > 0 ? '' : account === 'SP' ? 'the spouse’s' : account === 'DC' ? 'a child’s' : ''
  const template = [whose, tail.replace(/^, /, ''), kind].filter((part) => part !== '').join(', ')
  const { shares, lag } = { shares: undefined, lag: undefined, ...facts }
  const withFigures = {
    ...slots,
    ...(shares ? { shares: { figure: shares, href: hrefOf(shares) } } : {}),
    ...(lag ? { lag: { figure: lag, href: hrefOf(lag) } } : {}),
  }
  return {
    head: fillTemplate({ id, slots }, '{who}', { slotDate })[0] ?? [],
    about: [
      [figure(facts.asset, undefined, hrefOf(facts.asset))].map(({ text }) => plain(text)),
      ...(template === ''
        ? []
        : fillTemplate({ id, slots: withFigures }, capitalize(template), { slotDate })),
    ],
    cells: [
      [figure(facts.amount, undefined, hrefOf(facts.amount))],
      [plain(tellDays(facts))],
      ...listMore(hrefOf),
      linkRecords(nameReports(reports), recordOf(facts.amount, slotDate)),
    ],
  }
}

/** '' for an ordinary purchase or sale. */
function describeKind(finding: CongressFinding): string {
  const { isPartial, isLate, isPartlyLate, isMaybeSlip, assetType, notes, notesOfSome, facts, overlap } =
    finding
  return [
    assetType,
    isPartial ? 'part of the holding' : '',
    numberOf(facts.rows) > 1 ? 'several trades' : '',
    ...notes.map((note) => `by the report’s note ${REPORT_NOTES[note]}`),
    ...notesOfSome.map((note) => `part of it by the report’s note ${REPORT_NOTES[note]}`),
    isMaybeSlip
      ? 'an old trade, or a slip in the year'
      : isLate
        ? `reported late${isPartlyLate ? ' in part (after {lag})' : ''}, by its own date`
        : isReportedInTime(facts)
          ? 'reported in time, by its own date'
          : '',
    facts.lag ? '' : 'with days that contradict each other',
    overlap ? `sits on the ${overlap.committee} (${overlap.field})` : '',
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(', ')
}

/** Told of a report that looks late by the day on which it became public. */
const isReportedInTime = ({ lag, publicLag }: CongressFinding['facts']) =>
  lag !== undefined &&
  publicLag !== undefined &&
  numberOf(lag) <= CONGRESS_REPORT_DAYS &&
  numberOf(publicLag) > CONGRESS_REPORT_DAYS

function tellSide(filers: Fact, sum: Fact | undefined, slotDate: string): Sentence {
  if (!sum) return [plain('nobody')]
  return [
    figure(filers, undefined, recordOf(filers, slotDate)),
    plain(plural(filers, ' filer, ', ' filers, ')),
    figure(sum, undefined, recordOf(sum, slotDate)),
  ]
}
