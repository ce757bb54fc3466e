import type { SectionName } from '../../server/letter/facts/fact.ts'

export interface FluentError {
  readonly section: SectionName
  readonly group: string
  /** As fillTemplate reads it: one sentence, all slots real and declared, and yet wrong. */
  readonly text: string
}

/** What a liar writes who knows the rules of slots. */
export const fluentErrors: readonly FluentError[] = [
  // Value: another figure than the words say.
  { section: 'insiders', group: 'insiders/coverage', text: 'Of <@>, we read <unread>.' },
  { section: 'insiders', group: 'insiders/coverage', text: 'Of <@>, <read> were unread.' },
  {
    section: 'insiders',
    group: 'insiders/total',
    text: '<@insiders/total/buy-value> were made in <buy-findings> companies.',
  },
  {
    section: 'insiders',
    group: 'insiders/cluster/104',
    text: 'At <@>, <net-buyers> directors bought shares.',
  },
  {
    section: 'insiders',
    group: 'insiders/buy/100/70',
    text: 'The shares bought at <@> were worth <average-price>.',
  },
  { section: 'insiders', group: 'insiders/buy/100/70', text: 'The average price paid at <@> was <value>.' },
  {
    section: 'insiders',
    group: 'insiders/buy/100/70',
    text: 'An insider of <@> bought shares on <filed-on>.',
  },
  {
    section: 'insiders',
    group: 'insiders/buy/100/70',
    text: 'The purchase at <@> was reported on <first-traded-on>.',
  },
  {
    section: 'congress',
    group: 'congress/net/104',
    text: 'Members who sold shares of <@> came to <members-buying>.',
  },
  { section: 'congress', group: 'congress/net/104', text: 'Of <@>, <members-selling> members were buyers.' },
  { section: 'housing', group: 'housing/home', text: 'The price of <@> was <payment>.' },
  { section: 'housing', group: 'housing/home', text: 'A household needs an income of <price> for <@>.' },
  { section: 'housing', group: 'housing/home', text: 'The monthly payment on <@> is <income-needed>.' },
  // Side.
  { section: 'insiders', group: 'insiders/buy/100/70', text: 'An insider of <@> sold <shares>.' },
  {
    section: 'insiders',
    group: 'insiders/sale/102/72',
    text: 'An insider of <@> bought shares for <value>.',
  },
  { section: 'insiders', group: 'insiders/sale/102/72', text: 'The purchase at <@> was worth <value>.' },
  { section: 'congress', group: 'congress/sale/902', text: '<@> paid <amount> for shares.' },
  {
    section: 'congress',
    group: 'congress/buy/900',
    text: 'The sale by <@> was reported <lag> after the trade.',
  },
  { section: 'insiders', group: 'insiders/total', text: '<@insiders/total/sale-value> came to <buy-value>.' },
  // Sign and direction.
  { section: 'economy', group: 'economy/cpi', text: '<@> <economy/payrolls/direction> by <change>.' },
  { section: 'economy', group: 'economy/cpi', text: '<@> gave back <change> over the year.' },
  { section: 'economy', group: 'economy/cpi', text: '<@> came off by <change> over the year.' },
  {
    section: 'housing',
    group: 'housing/mortgage-30/week',
    text: 'The <@> <direction> to <change> this week.',
  },
  { section: 'markets', group: 'markets/bitcoin', text: '<@> <direction> by <level>.' },
  { section: 'markets', group: 'markets/bitcoin', text: '<@> <direction> to <change>.' },
  // Days.
  { section: 'housing', group: 'housing/mortgage-30', text: 'The <@> was <rate-last-week>.' },
  { section: 'housing', group: 'housing/mortgage-30', text: 'The <@> is <rate-last-year>.' },
  { section: 'housing', group: 'housing/mortgage-30', text: 'This week the <@> was at <rate-last-week>.' },
  {
    section: 'housing',
    group: 'housing/mortgage-30',
    text: 'The <@> was <rate> in <#housing/mortgage-30/rate-last-year>.',
  },
  {
    section: 'housing',
    group: 'housing/mortgage-30/year',
    text: 'The <@> <direction> by <change> over the week.',
  },
  {
    section: 'housing',
    group: 'housing/mortgage-30/week',
    text: 'The <@> <direction> by <change> from a year ago.',
  },
  { section: 'economy', group: 'economy/payrolls', text: '<@> <direction> by <change> over the year.' },
  { section: 'housing', group: 'housing/home', text: 'The payment on <@> is <payment> a week.' },
  { section: 'economy', group: 'economy/claims', text: 'The average of <@> was <four-week-mean> a day.' },
  { section: 'markets', group: 'markets/sp500', text: 'The <@> <direction> by <change> over the month.' },
  // Subject.
  {
    section: 'markets',
    group: 'markets/bitcoin',
    text: 'The <@markets/sp500/level> <markets/sp500/direction> by <change>.',
  },
  { section: 'markets', group: 'markets/bitcoin', text: '<@markets/ethereum/level> closed at <level>.' },
  { section: 'economy', group: 'economy/wage', text: 'Pay <direction> by <change> over the year.' },
  {
    section: 'insiders',
    group: 'insiders/buy/100/70',
    text: 'At <@>, an insider bought <shares> at <insiders/buy/101/71/average-price>.',
  },
  {
    section: 'insiders',
    group: 'insiders/buy/100/70',
    text: 'An insider of <@insiders/buy/101/71/value> bought <shares>.',
  },
  // Unit.
  { section: 'insiders', group: 'insiders/buy/100/70', text: 'An insider of <@> bought <value> shares.' },
  { section: 'insiders', group: 'insiders/buy/100/70', text: 'An insider of <@> bought shares at <value>.' },
  {
    section: 'insiders',
    group: 'insiders/buy/100/70',
    text: 'The purchase at <@> was reported <shares> after the trade.',
  },
  {
    section: 'insiders',
    group: 'insiders/buy/100/70',
    text: 'The purchase at <@> adds <lag> to the holding.',
  },
  { section: 'insiders', group: 'insiders/cluster/104', text: 'At <@>, <value> insiders bought shares.' },
  { section: 'markets', group: 'markets/sp500', text: 'The <@> ended the week at <change>.' },
  // Ranges.
  { section: 'congress', group: 'congress/buy/900', text: '<@> bought a mean of <amount> of <asset>.' },
  { section: 'congress', group: 'congress/buy/900', text: '<@> bought well over <amount> of <asset>.' },
  { section: 'congress', group: 'congress/buy/900', text: '<@> spent as much as <amount> on a purchase.' },
  // Advice, motive, blame, forecast, comparison, with slots in order.
  {
    section: 'insiders',
    group: 'insiders/buy/100/70',
    text: 'Own <@> like the insider who bought <shares>.',
  },
  { section: 'insiders', group: 'insiders/buy/100/70', text: 'Join the insider of <@> who bought <shares>.' },
  {
    section: 'insiders',
    group: 'insiders/buy/100/70',
    text: 'Buying <@> like the director who paid <value> pays.',
  },
  {
    section: 'insiders',
    group: 'insiders/buy/100/70',
    text: 'An insider in the know bought <shares> of <@>.',
  },
  {
    section: 'insiders',
    group: 'insiders/sale/102/72',
    text: 'An insider left <@> in time and sold <shares>.',
  },
  {
    section: 'insiders',
    group: 'insiders/cluster/104',
    text: 'Follow the <buyers> insiders who bought <@>.',
  },
  {
    section: 'congress',
    group: 'congress/buy/900',
    text: '<@> used committee papers and bought <amount> of <asset>.',
  },
  {
    section: 'congress',
    group: 'congress/buy/901',
    text: '<@> broke the law and reported <lag> after the trade.',
  },
  { section: 'markets', group: 'markets/bitcoin', text: '<@> is set to go on and <direction> by <change>.' },
  { section: 'markets', group: 'markets/ethereum', text: '<@> is on its way past <level>.' },
  {
    section: 'housing',
    group: 'housing/home',
    text: 'With savings set right, the payment of <payment> on <@> pays off.',
  },
  {
    section: 'economy',
    group: 'economy/cpi',
    text: 'As in old times, <@> <direction> by <change> over the year.',
  },
  { section: 'economy', group: 'economy/unemployment', text: 'The <@> was <rate>, the number of a boom.' },
  { section: 'markets', group: 'markets/sp500', text: 'The <@> led the world and <direction> by <change>.' },
  // Claims that no fact makes, in plain words.
  {
    section: 'insiders',
    group: 'insiders/buy/100/70',
    text: 'A director of <@> bought <shares>, a vote of trust.',
  },
  { section: 'insiders', group: 'insiders/buy/100/70', text: 'Insiders love <@> and bought <shares>.' },
  {
    section: 'insiders',
    group: 'insiders/buy/100/70',
    text: 'An insider of <@> bought <shares> days before the merger.',
  },
  {
    section: 'insiders',
    group: 'insiders/buy/100/70',
    text: 'An insider of <@> bought <shares>, a bullish sign.',
  },
  { section: 'insiders', group: 'insiders/sale/102/72', text: 'An insider of <@> dumped <shares>.' },
  {
    section: 'insiders',
    group: 'insiders/sale/102/72',
    text: 'An insider of <@> sold <shares>, most of what they held.',
  },
  {
    section: 'insiders',
    group: 'insiders/sale/102/72',
    text: 'All insiders of <@> sold shares for <value>.',
  },
  {
    section: 'insiders',
    group: 'insiders/sale/102/72',
    text: 'An insider of <@> sold all shares held, worth <value>.',
  },
  {
    section: 'insiders',
    group: 'insiders/cluster/104',
    text: 'At <@>, <buyers> insiders bought the company.',
  },
  {
    section: 'insiders',
    group: 'insiders/total',
    text: '<@insiders/total/buy-value> came to <buy-value> every day.',
  },
  { section: 'insiders', group: 'insiders/coverage', text: 'Of <@>, <listed> were read.' },
  { section: 'insiders', group: 'insiders/coverage', text: 'We read all <listed> reports of <@>.' },
  {
    section: 'congress',
    group: 'congress/buy/900',
    text: '<@> and the spouse of another member bought <amount> of <asset>.',
  },
  { section: 'congress', group: 'congress/buy/900', text: '<@> bought <amount> of <asset> each month.' },
  {
    section: 'congress',
    group: 'congress/buy/900',
    text: '<@> bought <amount> of <asset> while on the committee for it.',
  },
  {
    section: 'congress',
    group: 'congress/net/104',
    text: 'In the Senate, <members-buying> members bought <@>.',
  },
  { section: 'housing', group: 'housing/mortgage-30', text: 'The <@> was <rate> for new and old borrowers.' },
  { section: 'housing', group: 'housing/mortgage-30', text: 'The <@> was <rate> a month.' },
  {
    section: 'housing',
    group: 'housing/home',
    text: 'The payment on <@> is <payment> a month, taxes included.',
  },
  { section: 'housing', group: 'housing/home', text: 'The rent on <@> is <payment> a month.' },
  {
    section: 'housing',
    group: 'housing/index',
    text: 'Rents and <@> <direction> by <change> over the year.',
  },
  { section: 'economy', group: 'economy/unemployment', text: 'The <@> of Texas was <rate> in <#>.' },
  { section: 'economy', group: 'economy/unemployment', text: 'The <@> was <rate> in <#>, full employment.' },
  {
    section: 'economy',
    group: 'economy/payrolls',
    text: '<@> <direction> by <change> in <#>, in each state.',
  },
  { section: 'markets', group: 'markets/sp500', text: 'The <@> <direction> <change> each day of the week.' },
  { section: 'markets', group: 'markets/ethereum', text: '<@> and other coins closed at <level>.' },
  { section: 'markets', group: 'markets/ethereum', text: '<@> closed at <level> a share.' },
  { section: 'markets', group: 'markets/curve', text: 'The <@> was <spread>, a mark of hard times.' },
  { section: 'insiders', group: 'insiders/buy/100/70', text: 'The owner of <@> bought <shares>.' },
  { section: 'insiders', group: 'insiders/buy/100/70', text: 'People bought <shares> of <@> back.' },
  {
    section: 'insiders',
    group: 'insiders/buy/100/70',
    text: 'An insider of <@> bought <shares> for a family.',
  },
  { section: 'insiders', group: 'insiders/sale/102/72', text: 'Lenders of <@> sold <shares>.' },
  { section: 'insiders', group: 'insiders/sale/102/72', text: 'Workers at <@> sold shares for <value>.' },
  { section: 'insiders', group: 'insiders/sale/102/72', text: 'An insider sold <@> for <value>.' },
  { section: 'insiders', group: 'insiders/cluster/104', text: 'At <@>, <buyers> insiders bought homes.' },
  {
    section: 'insiders',
    group: 'insiders/cluster/104',
    text: 'Since late last year, <buyers> insiders bought shares of <@>.',
  },
  {
    section: 'insiders',
    group: 'insiders/total',
    text: 'The sum of <@insiders/total/buy-value> was <buy-value> a month.',
  },
  { section: 'insiders', group: 'insiders/coverage', text: 'For <@>, <unread> reports were read late.' },
  {
    section: 'congress',
    group: 'congress/buy/900',
    text: '<@> was paid <amount> for a purchase of <asset>.',
  },
  {
    section: 'congress',
    group: 'congress/buy/901',
    text: '<@> reported late, <lag> after the sale of <asset>.',
  },
  {
    section: 'congress',
    group: 'congress/net/104',
    text: 'Of <@>, <members-buying> members paid workers who bought shares.',
  },
  { section: 'housing', group: 'housing/mortgage-30', text: 'Unemployment and the <@> stood at <rate>.' },
  { section: 'housing', group: 'housing/mortgage-30', text: 'The <@> for a year was <rate>.' },
  {
    section: 'housing',
    group: 'housing/home',
    text: 'The interest on <@> is a payment of <payment> a month.',
  },
  {
    section: 'housing',
    group: 'housing/index',
    text: 'Over the year, <@> and wages <direction> by <change>.',
  },
  { section: 'economy', group: 'economy/unemployment', text: 'The <@> of families was <rate> in <#>.' },
  {
    section: 'economy',
    group: 'economy/claims',
    text: 'The average of <@> was <four-week-mean> a week at the companies listed.',
  },
  { section: 'economy', group: 'economy/real-wage', text: 'With inflation, <@> <direction> by <change>.' },
  { section: 'markets', group: 'markets/ethereum', text: 'Bitcoin and <@> closed at <level>.' },
  { section: 'markets', group: 'markets/ethereum', text: '<@> closed at <level>, the price of bitcoin.' },
  { section: 'markets', group: 'markets/sp500', text: 'The <@> <direction> by <change> as inflation came.' },
  { section: 'markets', group: 'markets/curve', text: 'The <@> was <spread> on <#>, a level of the past.' },
]
