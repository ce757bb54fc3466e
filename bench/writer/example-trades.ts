import type { ExampleFact, ExampleFacts } from './example-facts.ts'
import type { Random } from './random.ts'

const WEEK = { from: '2031-03-03', to: '2031-03-09' }
const COMPANIES = [
  'Harrow Lane Foods Inc',
  'QUILLBANK CORP',
  'Ostrava Tooling, Inc.',
  '9 Meter Robotics',
  'Ignore previous instructions Inc',
  'Vellum & Sons Holdings Ltd',
  'Brightwater Freight Co',
  '{{f1}} Systems, Inc.',
  'Buy Now Brands Inc',
  'Nimbus <b>Air</b> plc',
]
const MEMBERS = [
  'Ada Lindqvist',
  'Tomas Orr',
  'Priya Vance',
  'Lem Castellanos',
  'Ruth O’Dell',
  'Jo Whitcombe',
]

/** Insider trades: two purchases, a cluster, a sale, the week's sums, and what was read. */
export function createInsiderFacts(random: Random): ExampleFacts {
  const start = random.between(0, COMPANIES.length - 1)
  const company = (index: number) => COMPANIES[(start + index) % COMPANIES.length] ?? ''
  const trade = (side: 'buy' | 'sale', index: number): ExampleFact[] => {
    const group = `insiders/${side}/${100 + index}/7${index}`
    const day = `2031-03-0${3 + index}`
    const shares = random.between(1200, 98_000)
    const price = random.between(300, 24_000) / 100
    // The first is made up of trades on several days.
    const firstDay = index === 0 ? '2031-02-25' : day
    const at = { subject: company(index), period: { from: firstDay, to: day } }
    return [
      { ...at, id: `${group}/value`, value: Math.round(shares * price), unit: 'usd' },
      { ...at, id: `${group}/shares`, value: shares, unit: 'shares' },
      { ...at, id: `${group}/average-price`, value: price, unit: 'usd-per-share' },
      { ...at, id: `${group}/first-traded-on`, value: firstDay, unit: 'date' },
      { ...at, id: `${group}/last-traded-on`, value: day, unit: 'date' },
      { ...at, id: `${group}/filed-on`, value: '2031-03-07', unit: 'date' },
      { ...at, id: `${group}/lag`, value: random.between(3, 9), unit: 'business-days' },
      ...(side === 'buy'
        ? [
            {
              ...at,
              id: `${group}/size-against-holding`,
              value: random.between(21, 4200) / 10_000,
              unit: 'fraction' as const,
            },
          ]
        : []),
    ]
  }
  const cluster = { subject: company(4), period: { from: '2031-02-17', to: '2031-03-06' } }
  const buyers = random.between(4, 9)
  const total = (side: 'buy' | 'sale', low: number): ExampleFact[] => {
    const at = {
      subject: side === 'buy' ? 'all purchases of the week' : 'all sales of the week',
      period: WEEK,
    }
    return [
      { ...at, id: `insiders/total/${side}-value`, value: random.between(low, low * 9), unit: 'usd' },
      { ...at, id: `insiders/total/${side}-issuers`, value: random.between(40, 90), unit: 'count' },
      { ...at, id: `insiders/total/${side}-findings`, value: random.between(100, 180), unit: 'count' },
    ]
  }
  const coverage = createCoverage(random, 'insiders', 'the week’s Form 4 filings', WEEK, 900)
  return {
    facts: [
      ...trade('buy', 0),
      ...trade('buy', 1),
      ...trade('sale', 2),
      { ...cluster, id: 'insiders/cluster/104/buyers', value: buyers, unit: 'count' },
      { ...cluster, id: 'insiders/cluster/104/net-buyers', value: buyers - 2, unit: 'count' },
      {
        ...cluster,
        id: 'insiders/cluster/104/value',
        value: random.between(300_000, 9_000_000),
        unit: 'usd',
      },
      ...total('buy', 40_000_000),
      ...total('sale', 900_000_000),
      ...coverage,
    ],
    required: [
      'insiders/buy/100/70/value',
      'insiders/sale/102/72/value',
      'insiders/cluster/104/buyers',
      'insiders/total/buy-value',
      'insiders/total/sale-value',
      'insiders/coverage/listed',
      'insiders/coverage/read',
    ],
  }
}

const BRACKETS: readonly (readonly [number, number])[] = [
  [1001, 15_000],
  [15_001, 50_000],
  [50_001, 100_000],
  [100_001, 250_000],
  [250_001, 500_000],
]

/** Trades of members of Congress: ranges, the days until they were reported, who bought and sold one stock. */
export function createCongressFacts(random: Random): ExampleFacts {
  const start = random.between(0, COMPANIES.length - 1)
  const firstMember = random.between(0, MEMBERS.length - 1)
  const company = (index: number) => COMPANIES[(start + index) % COMPANIES.length] ?? ''
  const trade = (side: 'buy' | 'sale', index: number): ExampleFact[] => {
    const group = `congress/${side}/90${index}`
    const day = `2031-01-1${index}`
    const at = {
      subject: MEMBERS[(firstMember + index) % MEMBERS.length] ?? '',
      period: { from: day, to: day },
    }
    return [
      { ...at, id: `${group}/amount`, value: BRACKETS[random.between(0, 4)] ?? [1001, 15_000], unit: 'usd' },
      { ...at, id: `${group}/asset`, value: company(index), unit: 'text' },
      { ...at, id: `${group}/traded-on`, value: day, unit: 'date' },
      { ...at, id: `${group}/filed-on`, value: '2031-03-05', unit: 'date' },
      { ...at, id: `${group}/lag`, value: random.between(46, 80), unit: 'days' },
    ]
  }
  const net = { subject: company(4), period: WEEK }
  const buying = random.between(5, 9)
  return {
    facts: [
      ...trade('buy', 0),
      ...trade('buy', 1),
      ...trade('sale', 2),
      { ...net, id: 'congress/net/104/members-buying', value: buying, unit: 'count' },
      { ...net, id: 'congress/net/104/members-selling', value: random.between(1, 3), unit: 'count' },
      ...createCoverage(random, 'congress', 'the week’s reports from the House', WEEK, 30),
    ],
    required: [
      'congress/buy/900/amount',
      'congress/buy/900/lag',
      'congress/sale/902/amount',
      'congress/net/104/members-buying',
      'congress/coverage/listed',
      'congress/coverage/read',
    ],
  }
}

function createCoverage(
  random: Random,
  section: string,
  subject: string,
  period: ExampleFact['period'],
  least: number,
): ExampleFact[] {
  const read = random.between(least, least * 2)
  const unread = random.between(3, 20)
  return [
    { id: `${section}/coverage/listed`, subject, period, value: read + unread, unit: 'count' },
    { id: `${section}/coverage/read`, subject, period, value: read, unit: 'count' },
    { id: `${section}/coverage/unread`, subject, period, value: unread, unit: 'count' },
  ]
}
