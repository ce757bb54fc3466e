import type { SectionName } from '../facts/fact.ts'

/** The forms a sentence may have, and no others: a list of words alone cannot tell who did what, and when.
 *
 *  `<kind>` a fact of this kind, `<cluster-kind>` one of a cluster, `<kind-of-several>` one of several trades, `<kind*>` both · `<=kind>` a level of a series, `<=>` any that is no payment, `<=kind*>` kinds that begin
 *  so · `<change>` a change · `<dir>` a word of direction · `<day>` the one day of a trade, `<first-day>` and `<last-day>`
 *  where there are several · `@role` the name of a subject, `@` of any · `#` the days · `LABEL` the fact's kind in words ·
 *  `[a|b]` one of these or nothing · `(a|b)` one of these. */

/** Over which days a change was: a change without them says nothing. */
const OVER =
  'over the (week|month|year)|in #|on #|from #|(from|against) a year (ago|earlier)|since last week|this week'
const BEFORE =
  'over the (week|month|year) ,|in # ,|on # ,|from a year ago ,|since last week ,|from week to week ,|compared with a year (ago|earlier) ,|this week [,]'
const AFTER_LEVEL = '[in #|on #|from #]'
const BEFORE_LEVEL = '[in # ,|on # ,]'

/** A change, its days before or behind it. */
function tellChange(what: string): string[] {
  return [`(${BEFORE}) ${what} [${OVER}]`, `[nationwide ,] ${what} (${OVER})`]
}

/** A change and the level that it came to. */
function tellChangeTo(what: string, level: string): string[] {
  return [...tellChange(`${what} ${level}`), `[nationwide ,] ${what} (${OVER}) ${level}`]
}

const SERIES = [
  ...tellChange('[the] @ <dir> [by] <change>'),
  ...tellChangeTo('[the] @ <dir> [by] <change>', 'to <=>'),
  `[the] @ <dir> (${OVER}) , with a change of <change>`,
  `the change in [the] @ was <change> (${OVER})`,
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
    `(an insider of @company|an insider at @company|insiders of @company|insiders at @company|at @company , an insider) ${did} (<shares>|shares) [for <value*>|at <average-price>|at an average price of <average-price*>] [in total] [on <day>|from <first-day> to <last-day>]`,
    `an insider ${did} <shares> of @company [for <value*>|at <average-price>] [on <day>|from <first-day> to <last-day>]`,
    `on <day> , an insider (of|at) @company ${did} (<shares>|shares) [for <value*>|at <average-price>]`,
    `${trades} reported at @company (were worth|came to) <value*>`,
    `the ${trade} at @company (was worth|came to) <value>`,
    `the ${trades} at @company (were worth|came to) <value-of-several>`,
    `the ${trade} at @company was (reported|filed) (<lag> after the trade|on <filed-on>)`,
    `the ${trades} at @company were (reported|filed) (up to <lag-of-several> after the trade|by <filed-on-of-several>)`,
  ]),
  'a buyer at @company paid an average price of <average-price*> for <shares>',
  '(the|this) purchase at @company adds <size-against-holding> to the holding',
  'this purchase adds <size-against-holding> to what the buyer held in @company',
  'at @company , <buyers> insiders bought shares [for <cluster-value>] [together]',
  '<buyers> insiders (of|at) @company bought shares [for <cluster-value>] [together]',
  'a group of <buyers> insiders bought shares of @company',
  ...COVERAGE,
]

const CONGRESS = [
  ...SIDES.flatMap(({ did, doing, trade, trades, all, side, who }) => [
    `[on <day> ,] @member ${did} <amount*> of <asset> [on <day>]`,
    `@member ${did} <asset> [for <amount*>] [on <day>|from <first-day> to <last-day>]`,
    `[on <day> ,] @member made a ${trade} of <asset> [for <amount>] [on <day>]`,
    `[on <day> ,] @member made ${trades} of <asset> [for <amount-of-several>] [on <day>|from <first-day> to <last-day>]`,
    `@member made a ${trade} of <amount> [on <day>]`,
    `@member made ${trades} of <amount-of-several> [on <day>]`,
    `@member reported a ${trade} of (<asset> worth <amount>|<amount>)`,
    `@member reported ${trades} of (<asset> worth <amount-of-several>|<amount-of-several>)`,
    `@member (reported|filed) (the|a|this) ${trade} of <asset> (<lag> after the trade|on <filed-on>)`,
    `@member (reported|filed) [the] ${trades} of <asset> (up to <lag-of-several> after the trade|by <filed-on-of-several>)`,
    `the ${trade} [of <asset>] by @member was (reported|filed) (<lag> after the trade|on <filed-on>)`,
    `the ${trades} [of <asset>] by @member were (reported|filed) (up to <lag-of-several> after the trade|by <filed-on-of-several>)`,
    `the report by @member came <lag> after the ${trade} of <asset>`,
    `a ${trade} of <asset> by @member was worth <amount>`,
    `${trades} of <asset> by @member were worth <amount-of-several>`,
    `${all} (came to|were worth) <${side}-sum>`,
    `[this week [,]|of @company ,] <members-${doing}> (members|lawmakers) ${did} shares [of @company]`,
    `there were <members-${doing}> (members|lawmakers) who ${did} shares of @company`,
    `at @company , <members-${doing}> (members|lawmakers) were ${who}s`,
  ]),
  ...COVERAGE,
]

const HOUSING = [
  ...SERIES,
  ...tellChange('the payment on (@loan|@home) <dir> [by] <change>'),
  `the payment on (@loan|@home) <dir> (${OVER}) , with a change of <change>`,
  `the change in the payment on (@loan|@home) was <change> (${OVER})`,
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
  '[the] @ <dir> [by] <change> over the week and (ended the week|closed) at <=level>',
  ...tellChange('the price of (@bitcoin|@ether|@ethereum) <dir> [by] <change>'),
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
