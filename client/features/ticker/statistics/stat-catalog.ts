/** How a statistic's raw value is to be read.
 *  price: in the listing's currency; marketTotal: a sum in that currency's whole units; reportTotal: a sum in the currency
 *  of the company's reports; perShare: in the listing's currency if the reports are in it too; reportPerShare: in the
 *  currency of the reports; traded: a number of shares or, for a coin, a sum of money; size: a count whose 0 means that
 *  nobody offers; fraction: 0.021 = 2.1 %; points: 2.1 = 2.1 %; day: seconds since 1970, or ISO 8601; ratio: always with
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

export interface StatGroup {
  title: string
  stats: Readonly<Record<string, StatFormat>>
}

/** Every statistic we know, in the order and groups in which the screen shows them. */
export const STAT_GROUPS = [
  {
    title: 'Trading',
    stats: {
      currentPrice: 'price',
      previousClose: 'price',
      open: 'price',
      dayLow: 'price',
      dayHigh: 'price',
      '24HourLow': 'price',
      '24HourHigh': 'price',
      '24HourChangePercent': 'points',
      regularMarketPreviousClose: 'price',
      regularMarketOpen: 'price',
      regularMarketDayLow: 'price',
      regularMarketDayHigh: 'price',
      bid: 'price',
      bidSize: 'size',
      ask: 'price',
      askSize: 'size',
      fiftyTwoWeekLow: 'price',
      fiftyTwoWeekHigh: 'price',
      '52WeekChange': 'fraction',
      SandP52WeekChange: 'fraction',
      fiftyDayAverage: 'price',
      twoHundredDayAverage: 'price',
      beta: 'ratio',
      volume: 'traded',
      regularMarketVolume: 'traded',
      volume24Hr: 'traded',
      volumeAllCurrencies: 'traded',
      averageVolume: 'traded',
      averageVolume10days: 'traded',
      averageDailyVolume10Day: 'traded',
      openInterest: 'number',
      expireDate: 'day',
    },
  },
  {
    title: 'Valuation',
    stats: {
      marketCap: 'marketTotal',
      marketCapRank: 'rank',
      fullyDilutedValuation: 'marketTotal',
      // In the currency of the reports: only then does it agree with the two ratios below.
      enterpriseValue: 'reportTotal',
      trailingPE: 'ratio',
      forwardPE: 'ratio',
      priceToBook: 'ratio',
      priceToSalesTrailing12Months: 'ratio',
      enterpriseToRevenue: 'ratio',
      enterpriseToEbitda: 'ratio',
      bookValue: 'reportPerShare',
    },
  },
  {
    title: 'Coin',
    stats: {
      circulatingSupply: 'number',
      totalSupply: 'number',
      maxSupply: 'number',
      allTimeHigh: 'price',
      allTimeHighDate: 'day',
      allTimeLow: 'price',
      allTimeLowDate: 'day',
      startDate: 'day',
      algorithm: 'text',
      fromCurrency: 'currency',
      toCurrency: 'currency',
      lastMarket: 'text',
      coinMarketCapLink: 'link',
    },
  },
  {
    title: 'Profit and growth',
    stats: {
      totalRevenue: 'reportTotal',
      revenueGrowth: 'fraction',
      revenuePerShare: 'reportPerShare',
      grossProfits: 'reportTotal',
      ebitda: 'reportTotal',
      netIncomeToCommon: 'reportTotal',
      trailingEps: 'perShare',
      forwardEps: 'perShare',
      earningsGrowth: 'fraction',
      earningsQuarterlyGrowth: 'fraction',
      grossMargins: 'fraction',
      ebitdaMargins: 'fraction',
      operatingMargins: 'fraction',
      profitMargins: 'fraction',
      returnOnAssets: 'fraction',
      returnOnEquity: 'fraction',
    },
  },
  {
    title: 'Cash and debt',
    stats: {
      totalCash: 'reportTotal',
      totalCashPerShare: 'reportPerShare',
      totalDebt: 'reportTotal',
      debtToEquity: 'points',
      currentRatio: 'ratio',
      quickRatio: 'ratio',
      operatingCashflow: 'reportTotal',
      freeCashflow: 'reportTotal',
    },
  },
  {
    title: 'Dividends and splits',
    stats: {
      dividendRate: 'perShare',
      dividendYield: 'fraction',
      trailingAnnualDividendRate: 'perShare',
      trailingAnnualDividendYield: 'fraction',
      fiveYearAvgDividendYield: 'points',
      payoutRatio: 'fraction',
      exDividendDate: 'day',
      lastDividendValue: 'perShare',
      lastDividendDate: 'day',
      lastSplitFactor: 'text',
      lastSplitDate: 'day',
    },
  },
  {
    title: 'Shares',
    stats: {
      sharesOutstanding: 'number',
      impliedSharesOutstanding: 'number',
      floatShares: 'number',
      heldPercentInsiders: 'fraction',
      heldPercentInstitutions: 'fraction',
      sharesShort: 'number',
      sharesShortPriorMonth: 'number',
      dateShortInterest: 'day',
      sharesShortPreviousMonthDate: 'day',
      shortRatio: 'days',
      shortPercentOfFloat: 'fraction',
      sharesPercentSharesOut: 'fraction',
      latestShareClass: 'text',
      leadInvestor: 'text',
    },
  },
  {
    title: 'Analysts',
    stats: {
      recommendationKey: 'text',
      recommendationMean: 'ratio',
      numberOfAnalystOpinions: 'number',
      targetLowPrice: 'price',
      targetMeanPrice: 'price',
      targetMedianPrice: 'price',
      targetHighPrice: 'price',
    },
  },
  {
    title: 'Fund',
    stats: {
      fundFamily: 'text',
      category: 'text',
      legalType: 'text',
      fundInceptionDate: 'day',
      totalAssets: 'marketTotal',
      navPrice: 'price',
      yield: 'fraction',
      ytdReturn: 'fraction',
      threeYearAverageReturn: 'fraction',
      fiveYearAverageReturn: 'fraction',
      beta3Year: 'ratio',
    },
  },
  {
    title: 'Currency and reports',
    stats: {
      currency: 'currency',
      financialCurrency: 'currency',
      mostRecentQuarter: 'day',
      lastFiscalYearEnd: 'day',
      nextFiscalYearEnd: 'day',
      nextEarningsDate: 'day',
      nextEarningsDateStatus: 'text',
    },
  },
] as const satisfies readonly StatGroup[]

type KeysOf<Stats> = Stats extends unknown ? keyof Stats : never

/** The source's name for a statistic we know. */
export type KnownStat = KeysOf<(typeof STAT_GROUPS)[number]['stats']>

/** Statistics without a group, in the order received: what a new source adds is shown, not lost. */
export const OTHER_GROUP_TITLE = 'More'

/** How a source caches and draws its own pages, which says nothing about the asset. */
export const NOT_STATISTICS: ReadonlySet<string> = new Set(['maxAge', 'priceHint', 'tradeable'])

/** Ratios that the source divides regardless of currency: a price in pence or dollars by a figure from reports in pounds or
 *  yuan. Shown only if both sides are in one currency, or differ only in their minor unit ('wholeUnit': a total by a total),
 *  or if the price is not in a minor unit ('notMinor': analysts' figures are in the listing's). */
export const CURRENCY_BOUND: Readonly<Partial<Record<KnownStat, 'sameUnit' | 'wholeUnit' | 'notMinor'>>> = {
  priceToBook: 'sameUnit',
  trailingAnnualDividendYield: 'sameUnit',
  priceToSalesTrailing12Months: 'wholeUnit',
  forwardPE: 'notMinor',
}
