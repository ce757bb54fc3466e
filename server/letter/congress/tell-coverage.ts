import type {
  ChamberCoverage,
  CongressCoverageKind,
  CongressSection,
  NotTradedReport,
  ReportLink,
} from './congress-section.ts'
import type { Fact } from '../facts/fact.ts'
import { cleanText } from '../../lib/text.ts'
import { numberOf, figure, plain, plural, tellCount, type Sentence, type Span } from '../facts/format-fact.ts'
import { formatDayOfYear } from '../../../shared/format-date.ts'
import { CHAMBER_NAMES } from './congress-facts.ts'
import { hasNumeral } from '../../records/names/present-names.ts'

const MAX_LINKS = 8
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

const texts = {
  what: 'These are reports that members of Congress must file on trades of their own, of their spouses and of dependent children. They give a range for each trade, not an exact sum, so a sum here is a range too.',
  failed: 'site gave no usable answer this week, so its reports are missing. It is not that nobody traded.',
  failedLater:
    'site gave no usable answer at our last try, so its newest reports may be missing. It is not that nobody traded.',
  off: 'The Senate’s site is left out: nobody has agreed to its terms for this site.',
  offHouse: 'The House’s site is left out by a setting.',
} as const

/** What is listed as a purchase or a sale but is neither according to the report itself. */
const NOT_TRADED = [
  ['gift', 'gifts', 'a gift or donation', 'gifts or donations'],
  [
    'reinvestment',
    'reinvestments',
    'a dividend or other income reinvested',
    'dividends or other income reinvested',
  ],
  ['redemption', 'redemptions', 'a redemption', 'redemptions'],
  ['exchange', 'exchanges', 'an exchange', 'exchanges'],
  [
    'other',
    'otherChanges',
    'an inheritance, a spin-off, a transfer or the like',
    'inheritances, spin-offs, transfers or the like',
  ],
] as const satisfies readonly (readonly [
  kind: NotTradedReport['kind'],
  fact: CongressCoverageKind,
  one: string,
  several: string,
])[]

/** Says which reports of each chamber were read, which were not, and what was left out. */
export function tellCongressCoverage(section: CongressSection): Sentence[] {
  const { chambers, counted, coverage, heldBack, notTraded } = section
  const note = (fact: Fact, one: string, several: string, after: Span[] = []): Sentence[] =>
    numberOf(fact) === 0
      ? []
      : [[...tellCount(fact, one, several), ...after].filter(({ text }) => text !== '')]
  return [
    [plain(texts.what)],
    ...chambers.flatMap(chamberWords),
    ...note(
      coverage.impossibleDays,
      'We left {count} row out that dates a trade after its report became public. Either the report or our reading of it has a wrong day',
      'We left {count} rows out that date a trade after their report became public. Either the reports or our reading of them have wrong days',
      [plain(': '), ...linkHeldBack(heldBack)],
    ),
    ...note(
      counted.slipRows,
      'We left {count} row out of every sum that came out more than a year after its trade: an old trade, or a slip in the year.',
      'We left {count} rows out of every sum that came out more than a year after their trades: old trades, or slips in the year.',
    ),
    ...note(
      coverage.doubtfulDays,
      'By {count} row the filer learned of a trade before it was made. We count its range, and no days.',
      'By {count} rows the filer learned of a trade before it was made. We count their ranges, and no days.',
    ),
    ...NOT_TRADED.flatMap(([kind, name, one, several]) =>
      note(
        coverage[name],
        `{count} row reports ${one}, neither a purchase nor a sale, and is in no sum`,
        `{count} rows report ${several}, neither purchases nor sales, and are in no sum`,
        links(notTraded.filter((report) => report.kind === kind)),
      ),
    ),
    ...note(
      coverage.unreadNotes,
      'We left {count} row out of every sum whose note we do not understand: ',
      'We left {count} rows out of every sum whose notes we do not understand: ',
      [figure(coverage.unreadNoteSum), ...links(notTraded.filter(({ kind }) => kind === 'unread note'))],
    ),
    ...note(
      coverage.deletedRows,
      '{count} row only says that an earlier row was a mistake.',
      '{count} rows only say that earlier rows were mistakes.',
    ),
    ...note(
      coverage.replacedRows,
      '{count} row was corrected or taken back by a later report: it is in no sum.',
      '{count} rows were corrected or taken back by a later report: they are in no sum.',
    ),
    ...note(
      coverage.repeatedRows,
      '{count} row says, word for word, what a row of an earlier report by the same filer says: it is not counted again.',
      '{count} rows say, word for word, what rows of earlier reports by the same filers say: they are not counted again.',
    ),
    ...note(
      coverage.correctionsLeftOut,
      '{count} row corrects what was reported before this week, or what we cannot find: it is not counted again.',
      '{count} rows correct what was reported before this week, or what we cannot find: they are not counted again.',
    ),
  ].map(endSentence)
}

function chamberWords(coverage: ChamberCoverage): Sentence[] {
  const { chamber, state, listed, read, onPaper, unread } = coverage
  const name = CHAMBER_NAMES[chamber]
  if (state === 'off') return [[plain(chamber === 'senate' ? texts.off : texts.offHouse)]]
  if (numberOf(listed) === 0) {
    return state === 'failed'
      ? [[plain(`The ${name}’s ${texts.failed}`)]]
      : [[plain(`The ${name} lists no report of the week.`)], ...partOfList(coverage)]
  }
  return [
    [
      plain(`The ${name} lists `),
      figure(listed),
      plain(plural(listed, ' report of the week. We read ', ' reports of the week. We read ')),
      figure(read),
      plain(numberOf(read) === numberOf(listed) ? ', all of what is listed.' : ' wholly.'),
    ],
    ...(numberOf(onPaper) > 0
      ? [
          [
            figure(onPaper),
            plain(
              plural(
                onPaper,
                ' was filed on paper. It is a picture',
                ' were filed on paper. They are pictures',
              ),
            ),
            plain(', and we guess nothing from them'),
            ...links(coverage.paperReports),
          ],
        ]
      : []),
    ...(numberOf(unread) > 0
      ? [
          [
            figure(unread),
            plain(plural(unread, ' was not read, or only in part', ' were not read, or only in part')),
            ...links(coverage.unreadReports),
          ],
        ]
      : []),
    ...(state === 'failed' ? [[plain(`The ${name}’s ${texts.failedLater}`)]] : []),
    ...partOfList(coverage),
    ...unknownFilers(coverage),
  ]
}

function partOfList({ state, unread }: ChamberCoverage): Sentence[] {
  return state === 'partial' && numberOf(unread) === 0
    ? [[plain('Some entries of its list could not be read.')]]
    : []
}

function unknownFilers({ unknownNames, unknownFilers: count }: ChamberCoverage): Sentence[] {
  const names = unknownNames.filter((name) => !hasNumeral(name))
  if (numberOf(count) === 0) return []
  const who = names.length > 0 && names.length === unknownNames.length ? ` (${names.join(', ')})` : ''
  return [
    [
      plain(plural(count, 'The filer of ', 'The filers of ')),
      figure(count),
      plain(
        plural(
          count,
          ` report${who} cannot be matched to a member then serving, so we name no party.`,
          ` reports${who} cannot be matched to members then serving, so we name no party.`,
        ),
      ),
    ],
  ]
}

/** ': Jane Doe, John Roe', each linked to a report. A name with a number in it is not a person's. */
function links(reports: readonly { filer: string; url: string; reason?: string }[]): Span[] {
  const shown = reports.slice(0, MAX_LINKS).flatMap(({ filer, url, reason }, index): Span[] => {
    const name = cleanText(filer)
    return [
      plain(index === 0 ? ': ' : ', '),
      { text: name === '' || hasNumeral(name) ? 'report' : name, href: url },
      plain(reason === undefined ? '' : ` (${reason})`),
    ]
  })
  return [...shown, plain(reports.length > MAX_LINKS ? ' and more' : '')].filter(({ text }) => text !== '')
}

/** 'Report of Jan 28', with a letter if several are from one day. */
export function nameReports(reports: readonly Pick<ReportLink, 'url' | 'filedOn'>[]) {
  return reports.map(({ url, filedOn }, index) => {
    const alike = reports.filter((other) => other.filedOn === filedOn)
    const nth = reports.slice(0, index).filter((other) => other.filedOn === filedOn).length
    const mark = alike.length > 1 ? ` (${LETTERS.charAt(nth)})` : ''
    return { text: `Report of ${formatDayOfYear(filedOn)}${mark}`, href: url }
  })
}

/** Gives only the days of the reports, since nobody knows whose mistake it is. */
function linkHeldBack(reports: CongressSection['heldBack']): Span[] {
  const named = nameReports(reports.slice(0, MAX_LINKS))
  return [
    ...named.flatMap((link, index) => (index === 0 ? [link] : [plain(', '), link])),
    ...(reports.length > MAX_LINKS ? [plain(' and more')] : []),
  ]
}

function endSentence(sentence: Sentence): Sentence {
  return sentence.at(-1)?.text.endsWith('.') ? sentence : [...sentence, plain('.')]
}
