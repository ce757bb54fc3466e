import type { SlyErrors } from './sly-errors.ts'

/** Written with the list of forms at hand: figures of another kind, day or length where a form has room for one. */
export const formErrors: readonly SlyErrors[] = [
  {
    kind: 'lie in a known form',
    section: 'insiders',
    groups: ['insiders/buy/100/70'],
    texts: [
      'An insider of <@> bought <shares> on <first-traded-on>.',
      'An insider of <@> bought <shares> on <last-traded-on>.',
      'An insider of <@> bought shares from <first-traded-on> to <filed-on>.',
      'An insider of <@> bought shares from <last-traded-on> to <first-traded-on>.',
      'An insider of <@> bought <insiders/buy/101/71/shares> for <value>.',
      'An insider of <@> bought <shares> in total on <last-traded-on>.',
    ],
  },
  {
    kind: 'lie in a known form',
    section: 'insiders',
    groups: ['insiders/buy/101/71'],
    texts: [
      'An insider of <@> bought <shares> at <value>.',
      'The purchase at <@> was worth <average-price>.',
      'The purchase at <@> was filed <lag> after the report.',
      'On <first-traded-on>, the purchase at <@> was reported on <filed-on>.',
    ],
  },
  {
    kind: 'lie in a known form',
    section: 'insiders',
    groups: ['insiders/cluster/104'],
    texts: [
      'At <@>, <net-buyers> insiders bought shares for <value> together.',
      'A group of <net-buyers> insiders bought shares of <@>.',
    ],
  },
  {
    kind: 'lie in a known form',
    section: 'insiders',
    groups: ['insiders/total'],
    texts: [
      '<@insiders/total/buy-value> came to <sale-value>.',
      '<@insiders/total/buy-value> came to <buy-value>, in <sale-issuers> companies.',
      '<@insiders/total/buy-value> came to <buy-value>, in <buy-findings> companies.',
      '<@insiders/total/sale-value> came to <sale-value>, in <sale-findings> companies.',
    ],
  },
  {
    kind: 'lie in a known form',
    section: 'insiders',
    groups: ['insiders/coverage'],
    texts: [
      'Of <@>, <read> reports were listed and <listed> were read.',
      'For <@>, <read> reports are unread.',
      'We read <listed> of <read> reports listed for <@>.',
      '<@insiders/coverage/listed> came to <insiders/total/buy-value>.',
    ],
  },
  {
    kind: 'lie in a known form',
    section: 'insiders',
    groups: ['insiders/sale/102/72'],
    texts: [
      'An insider of <@> sold <shares> for <average-price>.',
      'An insider of <@> sold shares on <filed-on>.',
      'The purchase at <@> was reported <lag> after the trade.',
      'Purchases reported at <@> were worth <value>.',
      'The sale at <@> adds <insiders/buy/100/70/size-against-holding> to the holding.',
    ],
  },
  {
    kind: 'lie in a known form',
    section: 'congress',
    groups: ['congress/buy/900'],
    texts: [
      '<@> bought <amount> of <congress/buy/901/asset>.',
      '<@> bought <asset> for <amount> on <filed-on>.',
      '<@> reported the sale of <asset> <lag> after the trade.',
      'The purchase by <@> was filed on <traded-on>.',
      'On <filed-on>, <@> made a purchase of <asset>.',
    ],
  },
  {
    kind: 'lie in a known form',
    section: 'congress',
    groups: ['congress/sale/902'],
    texts: [
      '<@> made a purchase of <amount>.',
      '<@> bought <asset>, for <amount>.',
      'The report by <@> came <lag> after the purchase of <asset>.',
    ],
  },
  {
    kind: 'lie in a known form',
    section: 'congress',
    groups: ['congress/net/104'],
    texts: [
      '<members-selling> lawmakers bought shares of <@>.',
      'At <@>, <members-buying> members were sellers.',
      'There were <members-buying> members who sold shares of <@>.',
      'Of <@>, <members-buying> were read.',
    ],
  },
  {
    kind: 'lie in a known form',
    section: 'congress',
    groups: ['congress/coverage'],
    texts: ['Of <@>, <unread> were read.', 'In <@>, <listed> reports stayed unread.'],
  },
  {
    kind: 'lie in a known form',
    section: 'housing',
    groups: ['housing/mortgage-30'],
    texts: [
      'Lenders offered the <@> at <rate-last-year> on average.',
      'The rate of the <@> was <rate-last-week>.',
      'For the <@>, the figure was <rate-last-week>.',
    ],
  },
  {
    kind: 'lie in a known form',
    section: 'housing',
    groups: ['housing/mortgage-30/week'],
    texts: [
      'Compared with a year ago, the <@> <direction> by <change>.',
      'The <@> <direction> by <change> over the year.',
      'The <@> <direction> by <change> in <#housing/mortgage-30/year/change>.',
    ],
  },
  {
    kind: 'lie in a known form',
    section: 'housing',
    groups: ['housing/mortgage-30/year'],
    texts: [
      'Since last week, the <@> <direction> by <change>.',
      'From week to week, the <@> <direction> by <change>.',
      'The <@> <direction> by <change> this week.',
      'This week, the <@> <direction> by <change>.',
      'The <@> <direction> by <change> to <housing/mortgage-30/rate-last-year>.',
    ],
  },
  {
    kind: 'lie in a known form',
    section: 'housing',
    groups: ['housing/home'],
    texts: [
      'A family needs an income of <payment> for <@>.',
      'The payment on <@> is <price>.',
      'The price of <@> is <income-needed>.',
      'The income needed of <@> was <payment>.',
    ],
  },
  {
    kind: 'lie in a known form',
    section: 'housing',
    groups: ['housing/loan'],
    texts: [
      'The payment on <@> is <payment-last-year> a month.',
      'The monthly payment on <@> was <payment> on <#housing/loan/payment-last-year>.',
      'Buying <@> takes a monthly payment of <payment>.',
    ],
  },
  {
    kind: 'lie in a known form',
    section: 'housing',
    groups: ['housing/loan/year'],
    texts: ['Over the week, the payment on <@> <direction> by <change>.'],
  },
  {
    kind: 'lie in a known form',
    section: 'housing',
    groups: ['housing/starts'],
    texts: ['<@> were <level> in <#>, with a change of <level>.'],
  },
  {
    kind: 'lie in a known form',
    section: 'housing',
    groups: ['housing/starts/month'],
    texts: [
      '<@> <direction> by <change> over the year.',
      '<@> <direction> by <housing/starts/level> to <housing/starts/level>.',
    ],
  },
  {
    kind: 'lie in a known form',
    section: 'housing',
    groups: ['housing/index'],
    texts: ['This week, <@> <direction> by <change>.'],
  },
  {
    kind: 'lie in a known form',
    section: 'economy',
    groups: ['economy/claims'],
    texts: [
      'The average of <@> was <four-week-mean> a week in <#economy/payrolls/change>.',
      '<@> were <four-week-mean>.',
      'Each week brought <economy/payrolls/change> <@> on average.',
    ],
  },
  {
    kind: 'lie in a known form',
    section: 'economy',
    groups: ['economy/claims/week'],
    texts: ['Since last month, the <@> <direction> by <change>.'],
  },
  {
    kind: 'lie in a known form',
    section: 'economy',
    groups: ['economy/unemployment/month'],
    texts: [
      'The change in the <@> was <economy/unemployment/rate>.',
      'The <@> <direction> by <economy/unemployment/rate> to <change>.',
    ],
  },
  {
    kind: 'lie in a known form',
    section: 'economy',
    groups: ['economy/unemployment'],
    texts: ['The <@> was <rate> over the year.', 'The <@> was <rate> this week.'],
  },
  {
    kind: 'lie in a known form',
    section: 'economy',
    groups: ['economy/cpi'],
    texts: ['Over the week, <@> <direction> by <change>.'],
  },
  {
    kind: 'lie in a known form',
    section: 'economy',
    groups: ['economy/payrolls'],
    texts: ['From a year ago, <@> <direction> by <change>.', '<@> stood at <change>.'],
  },
  {
    kind: 'lie in a known form',
    section: 'economy',
    groups: ['economy/sentiment'],
    texts: ['The <@> was <index> over the month, over the year.'],
  },
  {
    kind: 'lie in a known form',
    section: 'markets',
    groups: ['markets/bitcoin'],
    texts: [
      'The price of <@> <direction> by <change> over the year.',
      '<@> ended the week at <change>.',
      '<@> closed at <level> on <#markets/bitcoin/change>.',
    ],
  },
  {
    kind: 'lie in a known form',
    section: 'markets',
    groups: ['markets/bitcoin/year-to-date'],
    texts: [
      '<@> <direction> by <change> over the week.',
      'This week, <@> <direction> by <change>.',
      '<@> <direction> by <change> over the week and closed at <markets/bitcoin/level>.',
      'Since last week, <@> <direction> by <change>.',
    ],
  },
  {
    kind: 'lie in a known form',
    section: 'markets',
    groups: ['markets/sp500'],
    texts: [
      'The <@> <direction> by <change> to <markets/bitcoin/level>.',
      'The <@> stood at <level> over the week.',
      'The level of the <@> was <change> over the week.',
    ],
  },
  {
    kind: 'lie in a known form',
    section: 'markets',
    groups: ['markets/curve'],
    texts: ['The <@> was <spread> over the week.'],
  },
]
