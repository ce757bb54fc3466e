import { formatDay } from '../../../shared/format-date.ts'
import type { Fact } from '../fact.ts'
import type { HeldBackTrade, InsiderSection } from '../insider-section.ts'
import { formatCount, formatMoney, formatPrice, numberOf } from './format.ts'
import { presentIssuer } from './present-names.ts'
import { ofWeek, pageOf, plain, plural, type Sentence, type Span } from './spans.ts'

const MAX_HELD_BACK = 3

/** What was read, what was not, and what was left out, in sentences. */
export function putCoverageIntoWords({
  coverage: facts,
  heldBack,
  unreadReasons,
  daysUnread,
}: InsiderSection): Sentence[] {
  const count = (fact: Fact) => ofWeek(formatCount, fact)
  const sentences: Sentence[] = [
    [
      plain('The SEC’s daily indexes list '),
      count(facts.listed),
      plain(' Form 4 filings of the week. We read '),
      count(facts.read),
      plain(numberOf(facts.unread) === 0 ? ', all of them.' : ' of them; '),
      ...(numberOf(facts.unread) === 0
        ? []
        : [
            count(facts.unread),
            plain(plural(facts.unread, ' is unread', ' are unread')),
            ...reasons(unreadReasons),
            plain('.'),
          ]),
    ],
  ]
  for (const day of daysUnread) {
    sentences.push([
      plain('No index could be read for '),
      ofWeek((fact) => formatDay(String(fact.value)), day),
      plain(': what was filed that day is missing here.'),
    ])
  }
  const note = (fact: Fact, before: string, one: string, several: string) => {
    if (numberOf(fact) > 0) sentences.push([plain(before), count(fact), plain(plural(fact, one, several))])
  }
  note(
    facts.lateFindings,
    'In ',
    ' case a trade was reported late: more than two business days after it was made.',
    ' cases trades were reported late: more than two business days after they were made.',
  )
  note(
    facts.suspectPrices,
    'We left ',
    ' line out of every sum: its price is more than ten times, or less than a tenth of, that day’s close. It may be mistyped, or the share was split since.',
    ' lines out of every sum: their prices are more than ten times, or less than a tenth of, that day’s close. They may be mistyped, or the shares were split since.',
  )
  note(
    facts.unverifiedSizes,
    'We left ',
    ' trade of over a billion dollars out of every sum: we know no closing price to check it against.',
    ' trades of over a billion dollars out of every sum: we know no closing prices to check them against.',
  )
  const named = heldBack.filter(({ reason }) => reason === 'suspect-price' || reason === 'unverified-size')
  sentences.push(...named.slice(0, MAX_HELD_BACK).map(heldBackSentence))
  note(
    facts.impossibleTrades,
    'We left ',
    ' line out that contradicts itself, such as a trade dated after its own report.',
    ' lines out that contradict themselves, such as trades dated after their own report.',
  )
  note(
    facts.unpricedLines,
    'We left ',
    ' line out that gives no price, or only in a footnote.',
    ' lines out that give no price, or only in a footnote.',
  )
  note(
    facts.uncheckedFindings,
    'For ',
    ' of the trades we add up, we know no closing price to check it against. It says so where we name it.',
    ' of the trades we add up, we know no closing price to check them against. It says so where we name them.',
  )
  note(
    facts.correctionsApplied,
    '',
    ' corrected report (Form 4/A) took the place of its original.',
    ' corrected reports (Form 4/A) took the place of their originals.',
  )
  note(
    facts.correctionsLeftOut,
    '',
    ' corrected report (Form 4/A) belongs to a report of an earlier week: its trades are not counted again.',
    ' corrected reports (Form 4/A) belong to reports of earlier weeks: their trades are not counted again.',
  )
  note(
    facts.repeatsLeftOut,
    '',
    ' report repeats the trades of another: they are counted once.',
    ' reports repeat the trades of others: they are counted once.',
  )
  return sentences
}

function heldBackSentence(held: HeldBackTrade): Sentence {
  const href = pageOf(held.filings)
  const claimed =
    held.reason === 'unverified-size' ? formatMoney(held.claimed) : `${formatPrice(held.claimed)} a share`
  return [
    plain(`Left out: ${presentIssuer(held.issuer)}, ${held.side === 'buy' ? 'bought' : 'sold'} for `),
    { text: claimed, href },
    ...(held.close
      ? [plain(' by the form, with a close of '), { text: formatPrice(held.close), href }]
      : [plain(' by the form')]),
    plain('.'),
  ]
}

function reasons(unreadReasons: InsiderSection['unreadReasons']): Span[] {
  return unreadReasons
    .slice(0, 3)
    .flatMap(({ reason, filings }, index) => [
      plain(index === 0 ? ' (' : '; '),
      ofWeek(formatCount, filings),
      plain(`: ${reason}`),
    ])
    .concat(unreadReasons.length > 0 ? [plain(unreadReasons.length > 3 ? '; and others)' : ')')] : [])
}
