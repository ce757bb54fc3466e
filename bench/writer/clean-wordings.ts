import type { SectionName } from '../../server/letter/facts/fact.ts'

/** Which wordings: those that stood beside the verifier while it was written, and those it was then measured with. */
export type WordingSet = 'known' | 'held-out'

export interface CleanWording {
  /** The facts' ids begin with it. */
  readonly group: string
  /** As fillTemplate reads it. */
  readonly text: string
}

/** Sentences that say nothing but what their facts say. */
export const cleanWordings: Readonly<
  Record<WordingSet, Readonly<Record<SectionName, readonly CleanWording[]>>>
> = {
  known: {
    insiders: [
      { group: 'insiders/buy/100/70', text: 'Insiders at <@> bought shares for <value>.' },
      {
        group: 'insiders/buy/101/71',
        text: 'An insider of <@> bought <shares> at <average-price> on <first-traded-on>.',
      },
      { group: 'insiders/buy/101/71', text: 'The purchase at <@> was reported <lag> after the trade.' },
      { group: 'insiders/sale/102/72', text: 'At <@>, an insider sold shares for <value>.' },
      {
        group: 'insiders/cluster/104',
        text: 'At <@>, <buyers> insiders bought shares for <value> together.',
      },
      { group: 'insiders/total', text: '<@insiders/total/buy-value> came to <buy-value>.' },
      {
        group: 'insiders/total',
        text: '<@insiders/total/sale-value> came to <sale-value> in <sale-issuers> companies.',
      },
      { group: 'insiders/coverage', text: 'We read <read> of <listed> reports listed for <@>.' },
    ],
    congress: [
      { group: 'congress/buy/900', text: '<@> bought <amount> of <asset> on <traded-on>.' },
      { group: 'congress/buy/901', text: '<@> filed this purchase of <asset> <lag> after the trade.' },
      { group: 'congress/sale/902', text: '<@> sold <asset> for <amount>.' },
      { group: 'congress/net/104', text: 'Of <@>, <members-buying> members bought shares.' },
      { group: 'congress/net/104', text: 'Of <@>, <members-selling> members sold shares.' },
      { group: 'congress/coverage', text: 'We read <read> of <listed> reports listed in <@>.' },
    ],
    housing: [
      { group: 'housing/mortgage-30', text: 'The <@> was <rate> in <#housing/mortgage-30/rate>.' },
      {
        group: 'housing/mortgage-30/week',
        text: 'The <@> <direction> by <change> over the week.',
      },
      {
        group: 'housing/mortgage-30/week',
        text: 'Over the week, the <@> <direction> by <change> to <housing/mortgage-30/rate>.',
      },
      {
        group: 'housing/mortgage-30/year',
        text: 'The <@> <direction> by <change> against a year ago.',
      },
      { group: 'housing/home', text: 'The payment on <@> is <payment> a month.' },
      { group: 'housing/home', text: 'A household needs an income of <income-needed> for <@>.' },
      { group: 'housing/index', text: 'In <#housing/index/change>, <@> <direction> by <change>.' },
    ],
    economy: [
      { group: 'economy/cpi', text: 'From a year ago, <@> <direction> by <change>.' },
      { group: 'economy/real-wage', text: '<@> <direction> <change> over the year.' },
      { group: 'economy/payrolls', text: 'In <#>, <@> <direction> by <change>.' },
      { group: 'economy/unemployment', text: 'The <@> was <rate> in <#>.' },
      { group: 'economy/claims', text: 'The average of <@> was <four-week-mean> a week.' },
    ],
    markets: [
      { group: 'markets/sp500', text: 'The <@> <direction> <change> over the week.' },
      { group: 'markets/bitcoin', text: '<@> <direction> by <change> over the week to <level>.' },
      { group: 'markets/ethereum', text: '<@> ended the week at <level>.' },
      { group: 'markets/curve', text: 'The <@> was <spread> on <#>.' },
    ],
  },
  'held-out': {
    insiders: [
      { group: 'insiders/buy/100/70', text: 'Purchases reported at <@> were worth <value>.' },
      {
        group: 'insiders/buy/101/71',
        text: 'A buyer at <@> paid an average price of <average-price> for <shares>.',
      },
      {
        group: 'insiders/buy/101/71',
        text: 'This purchase adds <size-against-holding> to what the buyer held in <@>.',
      },
      { group: 'insiders/sale/102/72', text: 'An insider of <@> sold <shares> for <value> in total.' },
      { group: 'insiders/cluster/104', text: 'A group of <buyers> insiders bought shares of <@>.' },
      { group: 'insiders/total', text: 'Taken together, <@insiders/total/buy-value> add up to <buy-value>.' },
      {
        group: 'insiders/total',
        text: 'For <@insiders/total/sale-value>, the sum is <sale-value>.',
      },
      {
        group: 'insiders/coverage',
        text: 'Among <@>, <listed> reports were listed and <read> were read.',
      },
    ],
    congress: [
      {
        group: 'congress/buy/900',
        text: 'On <traded-on>, <@> made a purchase of <asset> for <amount>.',
      },
      { group: 'congress/buy/901', text: 'The report by <@> came <lag> after the purchase of <asset>.' },
      { group: 'congress/sale/902', text: 'A sale of <asset> by <@> was worth <amount>.' },
      { group: 'congress/net/104', text: 'This week <members-buying> lawmakers bought shares of <@>.' },
      { group: 'congress/net/104', text: 'There were <members-selling> members who sold shares of <@>.' },
      { group: 'congress/coverage', text: 'In <@>, <unread> reports stayed unread.' },
    ],
    housing: [
      { group: 'housing/mortgage-30', text: 'Lenders offered the <@> at <rate> on average.' },
      { group: 'housing/mortgage-30/week', text: 'Since last week, the <@> <direction> by <change>.' },
      {
        group: 'housing/mortgage-30/year',
        text: 'Compared with a year earlier, the <@> <direction> <change>.',
      },
      { group: 'housing/home', text: 'Buying <@> takes a monthly payment of <payment>.' },
      { group: 'housing/home', text: 'To afford <@>, a family needs to earn <income-needed> a year.' },
      { group: 'housing/index', text: 'Nationwide, <@> <direction> <change> in <#housing/index/change>.' },
    ],
    economy: [
      { group: 'economy/cpi', text: 'Over the year, <@> <direction> by <change>.' },
      { group: 'economy/real-wage', text: 'Compared with a year ago, <@> <direction> by <change>.' },
      { group: 'economy/payrolls', text: '<@> <direction> <change> in <#>.' },
      { group: 'economy/unemployment', text: 'In <#>, the <@> stood at <rate>.' },
      { group: 'economy/claims', text: 'Each week brought <four-week-mean> <@> on average.' },
    ],
    markets: [
      { group: 'markets/sp500', text: 'From week to week, the <@> <direction> by <change>.' },
      {
        group: 'markets/bitcoin',
        text: 'The price of <@> <direction> <change> in <#markets/bitcoin/change>.',
      },
      { group: 'markets/ethereum', text: '<@> closed at <level> on <#markets/ethereum/level>.' },
      { group: 'markets/curve', text: 'On the last trading day, the <@> stood at <spread>.' },
    ],
  },
}
