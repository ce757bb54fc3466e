/** How to read a statistic's raw value.
 *  price: in the listing's currency; marketTotal: a sum in that currency's whole units; reportTotal: a sum in the currency
 *  of the company's reports; perShare: in the listing's currency if the reports are in it too; reportPerShare: in the
 *  currency of the reports; traded: a number of shares or, for a coin, a sum of money; size: a count, where 0 means that
 *  nobody offers any; fraction: 0.021 = 2.1 %; points: 2.1 = 2.1 %; day: seconds since 1970, or ISO 8601; ratio: always with
 *  two digits; days: a duration; rank: a place; link: an address; number and text: as they are. */
export type StatFormat =
  | 'price'
  | 'marketTotal'
  | 'reportTotal'
  | 'perShare'
  | 'reportPerShare'
  | 'traded'
  | 'size'
  | 'fraction'
  | 'points'
  | 'day'
  | 'days'
  | 'ratio'
  | 'rank'
  | 'link'
  | 'currency'
  | 'number'
  | 'text'

/** How it is read, and what it means for someone who never read a balance sheet: one sentence, common words, no advice. */
type StatEntry = readonly [format: StatFormat, meaning: string]

export interface StatGroup {
  title: string
  stats: Readonly<Record<string, StatEntry>>
}

/** Every statistic we know, in the order and groups in which the screen shows them. */
export const STAT_GROUPS = [
  {
    title: 'Trading',
    stats: {
      currentPrice: ['price', 'The latest price that the source has.'],
      previousClose: ['price', 'The last price of the trading day before.'],
      open: ['price', 'The first price of the trading day.'],
      dayLow: ['price', 'The lowest price of the trading day.'],
      dayHigh: ['price', 'The highest price of the trading day.'],
      '24HourLow': ['price', 'The lowest price of the last 24 hours.'],
      '24HourHigh': ['price', 'The highest price of the last 24 hours.'],
      '24HourChangePercent': ['points', 'How far the price moved in the last 24 hours.'],
      regularMarketPreviousClose: ['price', 'The close before, not counting trades outside regular hours.'],
      regularMarketOpen: ['price', 'The first price of the day in regular hours.'],
      regularMarketDayLow: ['price', 'The lowest price of the day in regular hours.'],
      regularMarketDayHigh: ['price', 'The highest price of the day in regular hours.'],
      bid: ['price', 'The most that a buyer offered to pay.'],
      bidSize: ['size', 'How many the buyer at the bid price asked for.'],
      ask: ['price', 'The least that a seller asked for.'],
      askSize: ['size', 'How many the seller at the ask price offered.'],
      fiftyTwoWeekLow: ['price', 'The lowest price of the past year.'],
      fiftyTwoWeekHigh: ['price', 'The highest price of the past year.'],
      '52WeekChange': ['fraction', 'How far the price moved in a year.'],
      SandP52WeekChange: ['fraction', 'How far the S&P 500, 500 large US companies, moved in that year.'],
      fiftyDayAverage: ['price', 'The average close of the last 50 trading days.'],
      twoHundredDayAverage: ['price', 'The average close of the last 200 trading days.'],
      beta: ['ratio', 'How strongly the price moves with the market: 1 is as much as the market.'],
      volume: ['traded', 'How much was traded that day: shares, or money for a coin.'],
      regularMarketVolume: ['traded', 'How much was traded that day in regular hours.'],
      volume24Hr: ['traded', 'The money that changed hands in the last 24 hours.'],
      volumeAllCurrencies: ['traded', 'The money that changed hands in 24 hours, against every currency.'],
      averageVolume: ['traded', 'How much is traded on an average day of the last three months.'],
      averageVolume10days: ['traded', 'How much is traded on an average day of the last ten.'],
      averageDailyVolume10Day: ['traded', 'How much is traded on an average day of the last ten.'],
      openInterest: ['number', 'How many contracts are open, neither settled nor closed.'],
      expireDate: ['day', 'The day on which the contract ends.'],
    },
  },
  {
    title: 'Valuation',
    stats: {
      marketCap: ['marketTotal', 'The price of all shares, or of all coins in circulation, together.'],
      marketCapRank: ['rank', 'Its place among all coins by market value; 1 is the largest.'],
      fullyDilutedValuation: ['marketTotal', 'The price of all coins if every one that can exist did.'],
      // In the currency of the reports, since only then does it agree with the two ratios below.
      enterpriseValue: [
        'reportTotal',
        'The price of the whole company: its shares and its debt, less its cash.',
      ],
      trailingPE: ['ratio', 'Price divided by the past year’s profit per share.'],
      forwardPE: ['ratio', 'Price divided by the profit per share that analysts expect in a year.'],
      priceToBook: ['ratio', 'Price divided by what the company owns less what it owes, per share.'],
      priceToSalesTrailing12Months: ['ratio', 'The price of all shares divided by a year of sales.'],
      enterpriseToRevenue: ['ratio', 'The price of the whole company divided by a year of sales.'],
      enterpriseToEbitda: ['ratio', 'The price of the whole company divided by a year of EBITDA.'],
      bookValue: ['reportPerShare', 'What the company owns less what it owes, for each share.'],
    },
  },
  {
    title: 'Coin',
    stats: {
      circulatingSupply: ['number', 'How many coins people can trade today.'],
      totalSupply: ['number', 'How many coins exist, those locked away included.'],
      maxSupply: ['number', 'The most coins that can ever exist.'],
      allTimeHigh: ['price', 'The highest price ever recorded.'],
      allTimeHighDate: ['day', 'The day of the highest price.'],
      allTimeLow: ['price', 'The lowest price ever recorded.'],
      allTimeLowDate: ['day', 'The day of the lowest price.'],
      startDate: ['day', 'The first day for which the source has a price.'],
      algorithm: ['text', 'The method by which the network agrees on who owns what.'],
      fromCurrency: ['currency', 'The coin that is priced.'],
      toCurrency: ['currency', 'The money it is priced in.'],
      lastMarket: ['text', 'Who collected the prices.'],
      coinMarketCapLink: ['link', 'The coin’s page at the site that collected the prices.'],
    },
  },
  {
    title: 'Profit and growth',
    stats: {
      totalRevenue: ['reportTotal', 'All sales of the past twelve months, before any cost.'],
      revenueGrowth: ['fraction', 'How sales changed against the same quarter a year before.'],
      revenuePerShare: ['reportPerShare', 'A year of sales, for each share.'],
      grossProfits: ['reportTotal', 'A year of sales less what the goods sold cost to make.'],
      ebitda: ['reportTotal', 'A year’s profit before interest, taxes and the wear of what it owns.'],
      netIncomeToCommon: ['reportTotal', 'A year’s profit after all costs that belongs to common shares.'],
      trailingEps: ['perShare', 'Profit of the past twelve months, for each share.'],
      forwardEps: ['perShare', 'The yearly profit per share that analysts expect.'],
      earningsGrowth: ['fraction', 'How profit per share changed against the same quarter a year before.'],
      earningsQuarterlyGrowth: ['fraction', 'How profit changed against the same quarter a year before.'],
      grossMargins: ['fraction', 'What is left of sales after the cost of the goods sold.'],
      ebitdaMargins: ['fraction', 'EBITDA as a part of sales.'],
      operatingMargins: ['fraction', 'What is left of sales after the costs of running the business.'],
      profitMargins: ['fraction', 'What is left of sales after all costs and taxes.'],
      returnOnAssets: ['fraction', 'A year’s profit measured against everything the company owns.'],
      returnOnEquity: ['fraction', 'A year’s profit measured against the owners’ part of the company.'],
    },
  },
  {
    title: 'Cash and debt',
    stats: {
      totalCash: ['reportTotal', 'Cash, and what can be turned into cash quickly.'],
      totalCashPerShare: ['reportPerShare', 'Its cash, for each share.'],
      totalDebt: ['reportTotal', 'All that the company has borrowed.'],
      debtToEquity: ['points', 'Debt measured against the owners’ part; 100% is as much debt as that.'],
      currentRatio: ['ratio', 'What it has for the next year divided by what it must pay in that year.'],
      quickRatio: ['ratio', 'The same, counting only cash and what becomes cash quickly.'],
      operatingCashflow: ['reportTotal', 'Cash that the business itself brought in over a year.'],
      freeCashflow: ['reportTotal', 'Cash left over a year after paying for buildings and equipment.'],
    },
  },
  {
    title: 'Dividends and splits',
    stats: {
      dividendRate: ['perShare', 'The cash paid to owners in a year for each share, at the latest rate.'],
      dividendYield: ['fraction', 'A year of dividends at the latest rate as a part of the price.'],
      trailingAnnualDividendRate: ['perShare', 'The cash paid for each share over the past year.'],
      trailingAnnualDividendYield: ['fraction', 'The dividends of the past year as a part of the price.'],
      fiveYearAvgDividendYield: [
        'points',
        'The average yearly dividend of five years as a part of the price.',
      ],
      payoutRatio: ['fraction', 'The part of profit that is paid out as dividends.'],
      exDividendDate: ['day', 'Who buys on this day or later does not get the dividend announced before.'],
      lastDividendValue: ['perShare', 'The latest single dividend for each share.'],
      lastDividendDate: ['day', 'The day of the latest dividend.'],
      lastSplitFactor: ['text', 'New shares for old: 4:1 turned each share into four.'],
      lastSplitDate: ['day', 'The day of the latest split.'],
    },
  },
  {
    title: 'Shares',
    stats: {
      sharesOutstanding: ['number', 'How many shares there are.'],
      impliedSharesOutstanding: ['number', 'How many shares there are, all classes counted together.'],
      floatShares: ['number', 'How many shares the public can trade.'],
      heldPercentInsiders: ['fraction', 'The part of the shares that directors and large owners hold.'],
      heldPercentInstitutions: ['fraction', 'The part of the shares that funds, banks and insurers hold.'],
      sharesShort: ['number', 'Borrowed shares that were sold in the hope of a lower price.'],
      sharesShortPriorMonth: ['number', 'The same count a month before.'],
      dateShortInterest: ['day', 'The day of the count of shares sold short.'],
      sharesShortPreviousMonthDate: ['day', 'The day of the count a month before.'],
      shortRatio: ['days', 'Days of usual trading it would take to buy back all shares sold short.'],
      shortPercentOfFloat: ['fraction', 'Shares sold short, as a part of those the public can trade.'],
      sharesPercentSharesOut: ['fraction', 'Shares sold short, as a part of all shares.'],
      latestShareClass: ['text', 'The newest class of its shares.'],
      leadInvestor: ['text', 'Who led the latest round of investors.'],
    },
  },
  {
    title: 'Analysts',
    stats: {
      recommendationKey: ['text', 'What analysts of banks say on average; they are often wrong.'],
      recommendationMean: ['ratio', 'The analysts’ average: 1 is strong buy, 3 is hold, 5 is sell.'],
      numberOfAnalystOpinions: ['number', 'How many analysts were counted.'],
      targetLowPrice: ['price', 'The lowest price that an analyst expects in a year.'],
      targetMeanPrice: ['price', 'The average price that analysts expect in a year.'],
      targetMedianPrice: ['price', 'The price in the middle: half of the analysts expect more, half less.'],
      targetHighPrice: ['price', 'The highest price that an analyst expects in a year.'],
    },
  },
  {
    title: 'Fund',
    stats: {
      fundFamily: ['text', 'The firm that runs the fund.'],
      category: ['text', 'The kind of things the fund invests in.'],
      legalType: ['text', 'The legal form of the fund.'],
      fundInceptionDate: ['day', 'The day on which the fund began.'],
      totalAssets: ['marketTotal', 'The worth of everything the fund holds.'],
      navPrice: ['price', 'The worth of what the fund holds, for each of its shares.'],
      yield: ['fraction', 'What the fund paid out in a year as a part of its price.'],
      ytdReturn: ['fraction', 'Gain or loss since the year began, payouts included.'],
      threeYearAverageReturn: ['fraction', 'Gain or loss in an average year of the last three.'],
      fiveYearAverageReturn: ['fraction', 'Gain or loss in an average year of the last five.'],
      annualReportExpenseRatio: ['fraction', 'What the fund costs in a year, as a part of what it holds.'],
      annualHoldingsTurnover: ['fraction', 'The part of what the fund holds that it replaced in a year.'],
      lastCapGain: ['perShare', 'The latest payout of gains from sales, for each of its shares.'],
      beta3Year: ['ratio', 'How strongly it moved with the market over three years: 1 is as much.'],
    },
  },
  {
    title: 'Currency and reports',
    stats: {
      currency: ['currency', 'The money in which prices are given here.'],
      financialCurrency: ['currency', 'The money in which the company reports its figures.'],
      mostRecentQuarter: ['day', 'The last day of the newest quarter that was reported.'],
      lastFiscalYearEnd: ['day', 'The last day of the newest business year that was reported.'],
      nextFiscalYearEnd: ['day', 'The last day of the business year under way.'],
      nextEarningsDate: [
        'day',
        'The day on which it will report its next figures, as far as the source knows.',
      ],
      nextEarningsDateStatus: ['text', 'Whether the company announced that day or the source expects it.'],
    },
  },
] as const satisfies readonly StatGroup[]

type KeysOf<Stats> = Stats extends unknown ? keyof Stats : never

/** The source's name for a statistic we know. */
export type KnownStat = KeysOf<(typeof STAT_GROUPS)[number]['stats']>

/** Statistics without a group, in the order received: what a new source adds is shown, not lost. */
export const OTHER_GROUP_TITLE = 'More'

/** Values about how a source caches and draws its own pages, which say nothing about the asset. */
export const NOT_STATISTICS: ReadonlySet<string> = new Set(['maxAge', 'priceHint', 'tradeable'])

/** Ratios that the source computes regardless of currency: a price in pence or dollars divided by a figure from reports in pounds
 *  or yuan. They are shown only if both sides are in one currency ('sameUnit'), or differ only in their minor unit ('wholeUnit':
 *  a total by a total), or if the price is not in a minor unit ('notMinor': analysts' figures are in the listing's currency). */
export const CURRENCY_BOUND: Readonly<Partial<Record<KnownStat, 'sameUnit' | 'wholeUnit' | 'notMinor'>>> = {
  priceToBook: 'sameUnit',
  trailingAnnualDividendYield: 'sameUnit',
  priceToSalesTrailing12Months: 'wholeUnit',
  forwardPE: 'notMinor',
}
