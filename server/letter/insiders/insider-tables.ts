import type { SectionContent, Sentence, TableContent, TableRow } from '../../../shared/edition-contract.ts'
import { formatDayOfYear } from '../../../shared/format-date.ts'
import { presentIssuer } from '../../records/names/present-names.ts'
import { type Fact, isOfSeveralTrades, SECTION_TITLES } from '../facts/fact.ts'
import { figure, formatCount, formatExactMoney, formatPrice, plain } from '../facts/format-fact.ts'
import { linkRecords, tableOf, tellDays } from '../facts/table-parts.ts'
import type { Attempts } from '../statements/leave-out-unwritable.ts'
import { capitalize } from '../statements/make-statement.ts'
import type { Slot } from '../statements/statement.ts'
import { fillTemplate, recordOf } from '../statements/tell.ts'
import { describeVia, listNotes } from './insider-notes.ts'
import type { InsiderFinding, InsiderSection } from './insider-section.ts'
import { describeParty } from './describe-party.ts'

import { tellInsiderCoverage } from './tell-coverage.ts'

const COLUMNS = ['Who and what', 'Dollars', 'Shares and price', 'Traded', 'Record']

/** Composes what the page adds to the letter.
 *  @param slotDate  the edition's Monday
 *  @param attempts  one for each row and for what was read */
export function composeInsiders(
  section: InsiderSection,
  slotDate: string,
  attempts: Attempts,
): SectionContent {
  const note = { id: 'insiders/coverage', kind: 'note' } as const
  return {
    name: 'insiders',
    title: SECTION_TITLES.insiders,
    state: 'ready',
    tables: listTables(section, slotDate, attempts),
    coverage: attempts.attempt(note, () => tellInsiderCoverage(section, slotDate)) ?? [],
    notices: ['Source: SEC EDGAR, public domain.'],
  }
}

/** Lists what was bought and sold on the open market or in private, largest first; and separately what changed hands in
 *  offerings, was sold for taxes alone, or is on a form with a note that we do not understand. */
function listTables(
  { buys, sales, others }: InsiderSection,
  slotDate: string,
  { each }: Attempts,
): TableContent[] {
  const all = [...buys, ...sales, ...others].toSorted(
    (a, b) => Number(b.facts.value.value) - Number(a.facts.value.value),
  )
  const table = (title: string, isIn: (finding: InsiderFinding) => boolean) =>
    tableOf(
      title,
      COLUMNS,
      each(all.filter(isIn), (finding) => tellRow(finding, slotDate), { kind: 'row', idOf: ({ id }) => id }),
    )
  return [
    ...table('Bought', ({ side, via }) => side === 'buy' && via === undefined),
    ...table('Sold', ({ side, via }) => side === 'sale' && via === undefined),
    ...table('In offerings and private deals', ({ via }) => via === 'offering' || via === 'placement'),
    ...table('Sold only to cover taxes, in no sum', ({ via }) => via === 'taxes'),
    ...table(
      'With a note that we do not understand, in no sum; prices are as filed, perhaps in another currency',
      ({ via }) => via === 'unread note',
    ),
  ]
}

function tellRow(finding: InsiderFinding, slotDate: string): TableRow {
  const { id, facts, filings, issuer } = finding
  const [page, ...more] = filings
  const hrefOf = (fact: Fact) => (page && more.length === 0 ? page.pageUrl : recordOf(fact, slotDate))
  const { averagePrice, lowestPrice, highestPrice, rangeLow, rangeHigh } = facts
  const price = (fact: Fact) => figure(fact, formatPrice(fact), hrefOf(fact))
  const prices = averagePrice
    ? [
        plain(isOfSeveralTrades(averagePrice) || rangeLow ? ' at an average of ' : ' at '),
        price(averagePrice),
        ...(rangeLow && rangeHigh
          ? [plain(', from '), price(rangeLow), plain(' to '), price(rangeHigh)]
          : []),
      ]
    : lowestPrice && highestPrice
      ? [plain(' at '), price(lowestPrice), plain(' to '), price(highestPrice)]
      : []
  const { who, role, brief, wrapLong, through } = describeParty(finding)
  const slot = (fact: Fact | undefined): Slot => (fact ? { figure: fact, href: hrefOf(fact) } : { name: '' })
  const slots = {
    who,
    plan: slot(facts.planValue),
    indirect: slot(facts.indirectValue),
    lag: slot(facts.lag),
  }
  const fill = (template: string) => fillTemplate({ id, slots }, capitalize(template), { slotDate })
  return {
    head: fill(role === undefined ? brief('{who}') : wrapLong('{who}', role).replace(/,$/, ''))[0] ?? [],
    about: [[plain(presentIssuer(issuer))], ...fill(describeKind(finding, through)).filter(isSaid)],
    cells: [
      [figure(facts.value, formatExactMoney(facts.value), hrefOf(facts.value))],
      [figure(facts.shares, formatCount(facts.shares), hrefOf(facts.shares)), ...prices],
      [plain(tellDays(facts))],
      linkRecords(
        filings.map(({ pageUrl, filedOn }) => ({
          text: `Form 4 of ${formatDayOfYear(filedOn)}`,
          href: pageUrl,
        })),
        recordOf(facts.value, slotDate),
      ),
    ],
  }
}

const isSaid = (sentence: Sentence) => sentence.some(({ text }) => text !== '')

/** What kind of trade it is and what readers must know about it; '' for an ordinary one. */
function describeKind(finding: InsiderFinding, through: string): string {
  const { side, via, isLate } = finding
  const how = via === undefined ? '' : `${side === 'buy' ? 'bought' : 'sold'}${describeVia(finding)}`
  const notes = listNotes(finding).map(({ short }) => short)
  const lag = isLate && !finding.isMaybeSlip ? 'up to {lag} from trade to report' : ''
  const parts = [how, through, ...notes, lag].filter((part) => part !== '')
  // In a sentence they follow the trade.
  const alone = parts.map((part) => capitalize(part.replace(/^(?:with|which) /, '')))
  return alone.length > 1 ? alone.map((part) => `${part}.`).join(' ') : alone.join('')
}
