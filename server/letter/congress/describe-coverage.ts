import type { Fact } from '../facts/fact.ts'
import type { ChamberCoverage, ChamberState, CongressInput, CongressSection } from './congress-section.ts'
import type { Chamber, CongressCoverage, ReportUnreadCode } from '../../records/congress/congress-trade.ts'
import { cleanText, compareText } from '../../lib/text.ts'
import type { TradeKind } from '../../records/names/trade-kinds.ts'
import { addAmounts, amountValue, CHAMBER_NAMES, type FactMaker } from './congress-facts.ts'
import { rowId, type AmendedTrades } from '../../records/congress/apply-amendments.ts'

const CHAMBERS: readonly Chamber[] = ['house', 'senate']
const REPORT_FORMULAS = {
  listed: 'periodic transaction reports that the chamber lists as public within the week',
  read: 'listed reports of which every row was read',
  onPaper: 'listed reports that are pictures of paper; nothing in them is guessed at',
  unread: 'listed reports that were not read, or only in part',
  unknownFilers: 'reports with rows whose filer fits no member of that day for certain',
} as const
type ReportKind = Exclude<keyof typeof REPORT_FORMULAS, 'unknownFilers'>

/** What each chamber listed, and how much of it was read. */
export function describeChambers(
  { coverage, runs, trades }: CongressInput,
  make: FactMaker,
): ChamberCoverage[] {
  const readIds = new Set(trades.map(({ chamber, reportId }) => `${chamber} ${reportId}`))
  return CHAMBERS.map((chamber) => {
    const own = coverage.find((one) => one.chamber === chamber) ?? nothingListed(chamber)
    const fact = (
      kind: keyof typeof REPORT_FORMULAS,
      value: number,
      reports: readonly { readonly url: string }[],
    ) =>
      make.ofWeek(
        {
          id: `coverage/${chamber}/${kind}`,
          subject: `the week’s ${CHAMBER_NAMES[chamber]} reports`,
          value,
          unit: 'count',
          formula: REPORT_FORMULAS[kind],
          inputs: reports.map(({ url }) => url).sort(),
        },
        chamber,
      )
    const unknown = own.unknownFilers.filter(({ reportId }) => readIds.has(`${chamber} ${reportId}`))
    const listed = [...own.readReports, ...own.onPaper, ...own.unread]
    const unknownIds = new Set(unknown.map(({ reportId }) => reportId))
    return {
      chamber,
      state: stateOf(chamber, runs),
      listed: fact('listed', own.listed, listed),
      read: fact('read', own.read, own.readReports),
      onPaper: fact('onPaper', own.onPaper.length, own.onPaper),
      unread: fact('unread', own.unread.length, own.unread),
      unknownFilers: fact(
        'unknownFilers',
        unknown.length,
        listed.filter(({ reportId }) => unknownIds.has(reportId)),
      ),
      paperReports: sortReports(own.onPaper),
      unreadReports: sortReports(own.unread).map(({ filer, url, code }) => ({
        filer,
        url,
        reason: UNREAD[code],
      })),
      unknownNames: [...new Set(unknown.map(({ filer }) => cleanText(filer)))].sort(),
    }
  })
}

const ROW_FORMULAS = {
  rows: 'rows of the reports that became public within the week',
  impossibleDays: 'rows that date a trade after the day on which their report became public; in no sum',
  doubtfulDays: 'rows by which the filer learned of a trade before it was made; no lag is told of them',
  exchanges: 'rows that report an exchange of one asset for another: neither bought nor sold',
  gifts:
    'rows that their own words call a gift or a donation, given or received: neither bought nor sold; in no sum',
  reinvestments:
    'rows that their own words call dividends or other income reinvested: no purchase that was decided on; in no sum',
  redemptions: 'rows that their own words call a redemption, paid back by whoever issued it: in no sum',
  otherChanges:
    'rows that their own words call an inheritance, a spin-off, a merger, a transfer, shares that vested or options that expired: in no sum',
  unreadNotes: 'rows with a note in words that we do not know: they may be anything; in no sum',
  unreadNoteSum: 'the ranges of the rows with such a note, added low end by low end and high end by high end',
  deletedRows: 'rows that say that an earlier one was a mistake; in no sum',
  replacedRows: 'rows that a later report has anew or takes back; in no sum',
  repeatedRows:
    'rows that a report has, word for word, of one that it repeats, which the same filer made up to 60 days before, neither marked as a correction; in no sum again',
  correctionsApplied: 'corrected rows in the place of rows of the week',
  correctionsLeftOut:
    'corrected rows whose first form was not reported within the week, or cannot be told; in no sum',
  lateFindings:
    'findings with a row reported after the day on which it was due: 45 calendar days after its trade or, if that is no business day, the next one; none is due for funds that many hold, debt of the Treasury, or up to $1,000',
  committeeOverlaps:
    'findings whose asset is, by a word of its name or its type in the report alone, of a field that a committee of the filer works on, by the list of committees of today; heuristic, not proof of access or intent',
} as const

export type CongressCoverageKind = ReportKind | keyof typeof ROW_FORMULAS

/** @param found  ids of the findings that are late, and of those with an overlap */
export function describeCoverage(
  chambers: readonly ChamberCoverage[],
  amended: AmendedTrades,
  found: { readonly late: readonly string[]; readonly overlaps: readonly string[] },
  make: FactMaker,
): CongressSection['coverage'] {
  const reports = (kind: ReportKind) =>
    make.ofWeek({
      id: `coverage/${kind}`,
      subject: 'the week’s reports from Congress',
      value: chambers.reduce((sum, chamber) => sum + Number(chamber[kind].value), 0),
      unit: 'count',
      formula: `${REPORT_FORMULAS[kind]}; both chambers`,
      inputs: chambers.flatMap((chamber) => chamber[kind].inputs),
    })
  const { notTraded } = amended
  const ofKind = (kind: TradeKind) => notTraded.filter((trade) => trade.kind === kind).map(rowId)
  const unread = notTraded.filter(({ kind }) => kind === 'unread note')
  const doubtful = amended.effective.filter(({ lagDays }) => lagDays === undefined)
  const counted = {
    rows: amended.rows.map(rowId),
    impossibleDays: amended.impossible.map(rowId),
    doubtfulDays: doubtful.map(({ trade }) => rowId(trade)),
    exchanges: ofKind('exchange'),
    gifts: ofKind('gift'),
    reinvestments: ofKind('reinvestment'),
    redemptions: ofKind('redemption'),
    otherChanges: ofKind('other'),
    unreadNotes: unread.map(rowId),
    unreadNoteSum: unread.map(rowId),
    deletedRows: amended.deleted.map(rowId),
    replacedRows: amended.replaced.map(rowId),
    repeatedRows: amended.repeated.map(rowId),
    correctionsApplied: amended.correctionsApplied.map(rowId),
    correctionsLeftOut: amended.correctionsLeftOut.map(rowId),
    lateFindings: found.late,
    committeeOverlaps: found.overlaps,
  } satisfies Record<keyof typeof ROW_FORMULAS, readonly string[]>
  const sum = unread.length > 0 ? amountValue(addAmounts(unread)) : undefined
  const kinds = Object.keys(counted) as (keyof typeof ROW_FORMULAS)[]
  const ofRows = kinds.map((kind) => [
    kind,
    make.ofWeek({
      id: `coverage/${kind}`,
      subject: 'the rows of the week’s reports from Congress',
      ...((kind === 'unreadNoteSum' && sum) || { value: counted[kind].length, unit: 'count' as const }),
      formula: ROW_FORMULAS[kind],
      inputs: counted[kind].toSorted(compareText),
    }),
  ])
  return {
    listed: reports('listed'),
    read: reports('read'),
    onPaper: reports('onPaper'),
    unread: reports('unread'),
    ...(Object.fromEntries(ofRows) as Record<keyof typeof ROW_FORMULAS, Fact>),
  }
}

function stateOf(chamber: Chamber, runs: CongressInput['runs']): ChamberState {
  if (!runs) return 'read'
  const [run] = runs
    .filter(({ source }) => source === chamber)
    .sort((a, b) => compareText(b.startedAt, a.startedAt))
  if (run?.outcome === 'off') return 'off'
  if (run?.outcome === 'complete') return 'read'
  return run?.outcome === 'partial' ? 'partial' : 'failed'
}

function nothingListed(chamber: Chamber): CongressCoverage {
  return { chamber, listed: 0, read: 0, readReports: [], onPaper: [], unread: [], unknownFilers: [] }
}

function sortReports<T extends { readonly reportId: string }>(reports: readonly T[]): T[] {
  return [...reports].sort((a, b) => compareText(a.reportId, b.reportId))
}

const NOT_GIVEN = 'the site did not give it'
const NOT_UNDERSTOOD = 'it could not be read'
/** Reasons in words for readers; the details come from the network and from documents. */
const UNREAD: Readonly<Record<ReportUnreadCode, string>> = {
  'not-read': 'we have not read it yet',
  stopped: 'the site had stopped answering',
  'too-much': 'reading it would take too much',
  missing: 'the site had no such page',
  refused: NOT_GIVEN,
  'slow-down': NOT_GIVEN,
  'server-failed': NOT_GIVEN,
  'no-answer': NOT_GIVEN,
  connection: NOT_GIVEN,
  rows: 'rows of it could not be read',
  incomplete: NOT_UNDERSTOOD,
  unreadable: NOT_UNDERSTOOD,
  other: NOT_UNDERSTOOD,
}
