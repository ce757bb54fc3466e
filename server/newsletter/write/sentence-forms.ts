import type { SectionName } from '../fact.ts'

/** The forms a sentence may have, and no others: a list of words alone cannot tell who did what, and when.
 *
 *  `<kind>` a fact of this kind · `<=kind>` a level of a series, `<=>` any that is no payment, `<=kind*>` kinds that begin
 *  so · `<change>` a change · `<dir>` a word of direction · `<day>` the one day of a trade, `<first-day>` and `<last-day>`
 *  where there are several · `@role` the name of a subject, `@` of any · `#` the days · `LABEL` the fact's kind in words ·
 *  `[a|b]` one of these or nothing · `(a|b)` one of these. */

const AFTER_CHANGE =
  '[over the (week|month|year)|in #|on #|from #|(from|against) a year (ago|earlier)|since last week|this week]'
const AFTER_LEVEL = '[in #|on #|from #]'
const BEFORE_LEVEL = '[in # ,|on # ,]'
const LEAD =
  '[over the (week|month|year) ,|in # ,|on # ,|from a year ago ,|since last week ,|from week to week ,|compared with a year (ago|earlier) ,|this week [,]|nationwide ,]'

const SERIES = [
  `${LEAD} [the] @ <dir> [by] <change> ${AFTER_CHANGE} [to <=>]`,
  `${LEAD} [the] @ <dir> [by] <change> to <=> ${AFTER_CHANGE}`,
  `[the] @ <dir> ${AFTER_CHANGE} , with a change of <change>`,
  `the change in [the] @ was <change> ${AFTER_CHANGE}`,
  `${BEFORE_LEVEL} [the] @ (was|were|is|are|was at|were at|stood at|stands at) <=> ${AFTER_LEVEL}`,
  `[the] LABEL of [the] @any was <=*> ${AFTER_LEVEL}`,
  'for [the] @any , the (LABEL|figure) was <=*>',
]

const SIDES = [
  {
    did: 'bought',
    doing: 'buying',
    trade: 'purchase',
    trades: 'purchases',
    all: '@buys',
    side: 'buy',
    who: 'buyer',
  },
  {
    did: 'sold',
    doing: 'selling',
    trade: 'sale',
    trades: 'sales',
    all: '@sales',
    side: 'sale',
    who: 'seller',
  },
] as const

const COVERAGE = [
  'of @filings , <listed> [reports|filings] were listed [and <read> were read]',
  '(of|among) @filings , <listed> [reports|filings] were listed and <read> were read',
  '(of|among) @filings , <read> were read',
  'we read <read> of <listed> (reports|filings) listed (for|in) @filings',
  'of <listed> reports listed (for|in) @filings , <read> were read',
  '(for|in|of) @filings , <unread> [reports|filings] (are|were|stayed) unread',
]

const INSIDERS = [
  ...SIDES.flatMap(({ did, trade, trades, all, side }) => [
    `[this week ,] ${all} (came to|totaled|amounted to) <${side}-value> [, in <${side}-issuers> companies|in <${side}-issuers> companies|this week]`,
    `[taken together ,] ${all} add up to <${side}-value>`,
    `for ${all} , the (sum|total|figure) (is|was) <${side}-value>`,
    `the (sum|total|value) of ${all} was <${side}-value>`,
    `${all} were made in <${side}-issuers> companies`,
    `(an insider of @company|an insider at @company|insiders of @company|insiders at @company|at @company , an insider) ${did} (<shares>|shares) [for <value>|at <average-price>|at an average price of <average-price>] [in total] [on <day>|from <first-day> to <last-day>]`,
    `an insider ${did} <shares> of @company [for <value>|at <average-price>] [on <day>|from <first-day> to <last-day>]`,
    `on <day> , an insider (of|at) @company ${did} (<shares>|shares) [for <value>|at <average-price>]`,
    `${trades} reported at @company (were worth|came to) <value>`,
    `the ${trade} at @company (was worth|came to) <value>`,
    `the ${trade} at @company was (reported|filed) (<lag> after the trade|on <filed-on>)`,
  ]),
  'a buyer at @company paid an average price of <average-price> for <shares>',
  '(the|this) purchase at @company adds <size-against-holding> to the holding',
  'this purchase adds <size-against-holding> to what the buyer held in @company',
  'at @company , <buyers> insiders bought shares [for <value>] [together]',
  '<buyers> insiders (of|at) @company bought shares [for <value>] [together]',
  'a group of <buyers> insiders bought shares of @company',
  ...COVERAGE,
]

const CONGRESS = [
  ...SIDES.flatMap(({ did, doing, trade, all, side, who }) => [
    `[on <day> ,] @member ${did} <amount> of <asset> [on <day>]`,
    `@member ${did} <asset> [for <amount>] [on <day>|from <first-day> to <last-day>]`,
    `[on <day> ,] @member made a ${trade} of <asset> [for <amount>] [on <day>|from <first-day> to <last-day>]`,
    `@member made a ${trade} of <amount> [on <day>]`,
    `@member reported a ${trade} of <asset> worth <amount>`,
    `@member (reported|filed) (the|a|this) ${trade} of <asset> (<lag> after the trade|on <filed-on>)`,
    `the ${trade} [of <asset>] by @member was (reported|filed) (<lag> after the trade|on <filed-on>)`,
    `the report by @member came <lag> after the ${trade} of <asset>`,
    `a ${trade} of <asset> by @member was worth <amount>`,
    `${all} (came to|were worth) <${side}-sum>`,
    `[this week [,]|of @company ,] <members-${doing}> (members|lawmakers) ${did} shares [of @company]`,
    `there were <members-${doing}> (members|lawmakers) who ${did} shares of @company`,
    `at @company , <members-${doing}> (members|lawmakers) were ${who}s`,
  ]),
  ...COVERAGE,
]

const HOUSING = [
  ...SERIES,
  `${LEAD} the payment on (@loan|@home) <dir> [by] <change> ${AFTER_CHANGE}`,
  `the payment on (@loan|@home) <dir> ${AFTER_CHANGE} , with a change of <change>`,
  `the change in the payment on (@loan|@home) was <change> ${AFTER_CHANGE}`,
  'the [monthly] payment on (@loan|@home) (is|was) <=payment> [a month] [on #]',
  'the payment on (@loan|@home) was <=payment-last-year> [a month] on #',
  'for (@loan|@home) , the [monthly] payment is <=payment> [a month]',
  'buying @home takes a monthly payment of <=payment>',
  'a (household|family) needs an income of <=income-needed> [a year] for @home',
  'to afford @home , a (household|family) needs to earn <=income-needed> a year',
  'a (household|family) needs to earn <=income-needed> a year to afford @home',
  'the price of @home (is|was) <=price> [in #]',
  'lenders offered the @mortgage at <=rate> on average',
  '(@starts|@permits) were at an annual rate of <=level> [in #]',
]

const ECONOMY = [
  ...SERIES,
  'the average of @claims was <=four-week-mean*> [a week] [in #|from #]',
  'each week brought <=four-week-mean> @claims on average',
]

const MARKETS = [
  ...SERIES,
  '[the] @ (ended the week|closed the week|closed) at <=level> [on #]',
  `[the] @ <dir> [by] <change> [over the week] and (ended the week|closed) at <=level>`,
  `${LEAD} the price of (@bitcoin|@ether|@ethereum) <dir> [by] <change> ${AFTER_CHANGE}`,
  'the price of (@bitcoin|@ether|@ethereum) was <=level> [on #]',
  'on the last trading day , the @curve stood at <=spread>',
]

export const sentenceForms: Readonly<Record<SectionName, readonly string[]>> = {
  insiders: INSIDERS,
  congress: CONGRESS,
  housing: HOUSING,
  economy: ECONOMY,
  markets: MARKETS,
}
