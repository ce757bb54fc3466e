import type { Fact } from '../facts/fact.ts'
import type { HeldBackTrade, InsiderSection } from './insider-section.ts'
import {
  formatMoney,
  formatPrice,
  numberOf,
  figure,
  plain,
  plural,
  tellCount,
  type Sentence,
  type Span,
} from '../facts/format-fact.ts'
import { presentIssuer } from '../../records/names/present-names.ts'
import { recordOf } from '../statements/tell.ts'

const MAX_HELD_BACK = 3
const WHAT: Sentence = [
  plain(
    'These are trades that officers, directors and large holders reported to the SEC on Form 4: purchases and sales, on the open market or in private, of shares in their own companies. Grants, options, gifts and reinvested dividends are not among them. The form of an ordinary trade names no offering or private deal, does not say that it was for taxes alone, and shows no other holdings turned into shares that day.',
  ),
]

/** Writes sentences about what was read, what was not, and what was left out. */
export function tellInsiderCoverage(section: InsiderSection, slotDate: string): Sentence[] {
  const { coverage: facts, heldBack, unreadReasons, daysUnread } = section
  const sentences: Sentence[] = [
    WHAT,
    [
      plain('The SEC’s daily indexes list '),
      figure(facts.listed),
      plain(' Form 4 filings of the week. We read '),
      figure(facts.read),
      plain(numberOf(facts.unread) === 0 ? ', all of them.' : ' of them; '),
      ...(numberOf(facts.unread) === 0
        ? []
        : [
            figure(facts.unread),
            plain(plural(facts.unread, ' is unread', ' are unread')),
            ...reasons(unreadReasons),
            plain('.'),
          ]),
    ],
  ]
  for (const day of daysUnread) {
    sentences.push([
      plain('No index could be read for '),
      figure(day),
      plain(': what was filed that day is missing here.'),
    ])
  }
  const note = (fact: Fact, one: string, several: string) => {
    if (numberOf(fact) > 0) sentences.push(tellCount(fact, one, several))
  }
  note(
    facts.pricesFailed,
    'The source of closing prices failed: we could not check what was reported of {count} company.',
    'The source of closing prices failed: we could not check what was reported of {count} companies.',
  )
  note(
    facts.lateTrades,
    '{count} trade was reported late: more than two business days after it was made.',
    '{count} trades were reported late: more than two business days after they were made.',
  )
  note(
    facts.suspectPrices,
    'We left {count} line out of every sum: its price is more than twice, or less than half of, that day’s close or, where we know none, higher than almost any share’s price. It may be mistyped, or the share was split since.',
    'We left {count} lines out of every sum: their prices are more than twice, or less than half of, that day’s close or, where we know none, higher than almost any share’s price. They may be mistyped, or the shares were split since.',
  )
  note(
    facts.unverifiedSizes,
    'We left {count} trade out of every sum: what its owner reported of the company comes to over a hundred million dollars for which we know no closing price to check it against.',
    'We left {count} trades out of every sum: what an owner reported of a company comes to over a hundred million dollars for which we know no closing price to check it against.',
  )
  note(
    facts.failedSizes,
    'We left {count} trade out of every sum because the source of closing prices failed: what its owner reported of the company comes to over ten million dollars, and we could not check it.',
    'We left {count} trades out of every sum because the source of closing prices failed: what an owner reported of a company comes to over ten million dollars, and we could not check it.',
  )
  const named = heldBack.filter(({ reason }) => reason !== 'impossible-date' && reason !== 'contradictory')
  sentences.push(...named.slice(0, MAX_HELD_BACK).map(heldBackSentence))
  note(
    facts.impossibleTrades,
    'We left {count} line out that contradicts itself or another form, such as a trade dated after its own report.',
    'We left {count} lines out that contradict themselves or another form, such as trades dated after their own report.',
  )
  note(
    facts.giftLines,
    'We left {count} line out that its own footnote calls a gift or a donation: neither a purchase nor a sale.',
    'We left {count} lines out that their own footnotes call gifts or donations: neither purchases nor sales.',
  )
  note(
    facts.transferLines,
    'We left {count} line out that by its own form is a conversion, a transfer, a merger, a mistake or the like: neither a purchase nor a sale.',
    'We left {count} lines out that by their own forms are conversions, transfers, mergers, mistakes or the like: neither purchases nor sales.',
  )
  note(
    facts.reinvestedLines,
    'We left {count} line out that its own footnote calls dividends reinvested.',
    'We left {count} lines out that their own footnotes call dividends reinvested.',
  )
  note(
    facts.planLines,
    'We left {count} line out that was made under an employees’ plan, by its own footnote.',
    'We left {count} lines out that were made under employees’ plans, by their own footnotes.',
  )
  note(
    facts.otherSecurityLines,
    'We left {count} line out whose title we do not know as that of shares: it may be of notes, warrants or the like.',
    'We left {count} lines out whose titles we do not know as those of shares: they may be of notes, warrants or the like.',
  )
  note(
    facts.offerTrades,
    '{count} of the trades we add up was made in an offering of the company’s shares or a private placement, by its own footnote. It stands in a table of its own.',
    '{count} of the trades we add up were made in an offering of the company’s shares or a private placement, by their own footnotes. They stand in a table of their own.',
  )
  if (numberOf(facts.unreadNotes) > 0) {
    sentences.push([
      plain('We left '),
      figure(facts.unreadNotes),
      plain(plural(facts.unreadNotes, ' line, ', ' lines, ')),
      figure(facts.unreadNoteValue),
      plain(
        plural(
          facts.unreadNotes,
          ', out of every sum: its form carries a note that we do not understand. It stands in a table of its own.',
          ', out of every sum: their forms carry notes that we do not understand. They stand in a table of their own.',
        ),
      ),
    ])
  }
  note(
    facts.unpricedLines,
    'We left {count} line out whose form gives no clear price of a share in dollars, or only in a footnote.',
    'We left {count} lines out whose forms give no clear price of a share in dollars, or only in a footnote.',
  )
  note(
    facts.uncheckedTrades,
    'For {count} of the trades we add up, we know no closing price to check it against. It is marked.',
    'For {count} of the trades we add up, we know no closing price to check them against. They are marked.',
  )
  if (numberOf(facts.uncheckedTrades) > 0) {
    sentences.push([plain('Unchecked in all: '), figure(facts.uncheckedValue), plain('.')])
  }
  note(
    facts.correctionsApplied,
    '{count} corrected report (Form 4/A) took the place of its original.',
    '{count} corrected reports (Form 4/A) took the place of their originals.',
  )
  note(
    facts.correctionsLeftOut,
    '{count} corrected report (Form 4/A) belongs to a report that is not among this week’s: its trades are not counted.',
    '{count} corrected reports (Form 4/A) belong to reports that are not among this week’s: their trades are not counted.',
  )
  note(
    facts.repeatsLeftOut,
    '{count} report repeats the trades of another: they are counted once.',
    '{count} reports repeat the trades of others: they are counted once.',
  )
  return [...sentences, ...tellOddPrices(section, slotDate)]
}

/** Says of the largest trade with such prices that they are too far apart for any market within days. Its sum is still
 *  used. */
function tellOddPrices({ buys, sales }: InsiderSection, slotDate: string): Sentence[] {
  const [largest] = [...buys, ...sales]
    .filter(({ areFarApart, isOld }) => areFarApart && !isOld)
    .toSorted((a, b) => numberOf(b.facts.value) - numberOf(a.facts.value))
  const { lowestPrice, highestPrice } = largest?.facts ?? {}
  if (!largest || !lowestPrice || !highestPrice) return []
  return [
    [
      plain(
        `The ${presentIssuer(largest.issuer)} ${largest.side === 'buy' ? 'purchase' : 'sale'} has lines of a few days priced from `,
      ),
      figure(lowestPrice, formatPrice(lowestPrice), recordOf(lowestPrice, slotDate)),
      plain(' to '),
      figure(highestPrice, formatPrice(highestPrice), recordOf(highestPrice, slotDate)),
      plain(
        ' a share. Prices so far apart within days are odd: some lines may be mistyped, or count shares from before a split. Our sum takes each as reported.',
      ),
    ],
  ]
}

function heldBackSentence({ filings, issuer, side, value, price, close }: HeldBackTrade): Sentence {
  const href = filings[0]?.pageUrl ?? value.sourceUrl
  return [
    plain(`Left out: ${presentIssuer(issuer)}, ${side === 'buy' ? 'bought' : 'sold'} for `),
    price ? figure(price, formatPrice(price), href) : figure(value, formatMoney(value), href),
    plain(price ? ' a share by the form' : ' in all, as typed'),
    ...(close ? [plain(', with a close of '), figure(close, formatPrice(close), href)] : []),
    plain('.'),
  ]
}

function reasons(unreadReasons: InsiderSection['unreadReasons']): Span[] {
  return unreadReasons
    .slice(0, 3)
    .flatMap(({ reason, filings }, index) => [
      plain(index === 0 ? ' (' : '; '),
      figure(filings),
      plain(`: ${reason}`),
    ])
    .concat(unreadReasons.length > 0 ? [plain(unreadReasons.length > 3 ? '; and others)' : ')')] : [])
}
