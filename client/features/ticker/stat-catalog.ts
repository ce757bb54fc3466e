/** How a statistic's raw value is to be read.
 *  price: in the listing's currency; marketTotal: a sum in that currency's whole units; reportTotal: a sum in the currency
 *  of the company's reports; perShare: either of the two; fraction: 0.021 = 2.1 %; points: 2.1 = 2.1 %; day: seconds since
 *  1970, or ISO 8601; ratio: with two digits always; number and text: as they are. */
export type StatFormat =
  | 'price'
  | 'marketTotal'
  | 'reportTotal'
  | 'perShare'
  | 'fraction'
  | 'points'
  | 'day'
  | 'ratio'
  | 'number'
  | 'text'

export interface StatGroup {
  title: string
  stats: Readonly<Record<string, StatFormat>>
}

/** Every statistic we have met, in the order and the groups in which the screen shows them. */
export const STAT_GROUPS: readonly StatGroup[] = [
  {
    title: 'Trading',
    stats: {
      currentPrice: 'price',
      previousClose: 'price',
      open: 'price',
      dayLow: 'price',
      dayHigh: 'price',
      regularMarketPreviousClose: 'price',
      regularMarketOpen: 'price',
      regularMarketDayLow: 'price',
      regularMarketDayHigh: 'price',
      bid: 'price',
      bidSize: 'number',
      ask: 'price',
      askSize: 'number',
      fiftyTwoWeekLow: 'price',
      fiftyTwoWeekHigh: 'price',
      '52WeekChange': 'fraction',
      SandP52WeekChange: 'fraction',
      fiftyDayAverage: 'price',
      twoHundredDayAverage: 'price',
      beta: 'ratio',
      volume: 'number',
      regularMarketVolume: 'number',
      volume24Hr: 'number',
      volumeAllCurrencies: 'number',
      averageVolume: 'number',
      averageVolume10days: 'number',
      averageDailyVolume10Day: 'number',
      openInterest: 'number',
    },
  },
  {
    title: 'Valuation',
    stats: {
      marketCap: 'marketTotal',
      enterpriseValue: 'marketTotal',
      trailingPE: 'ratio',
      forwardPE: 'ratio',
      priceToBook: 'ratio',
      priceToSalesTrailing12Months: 'ratio',
      enterpriseToRevenue: 'ratio',
      enterpriseToEbitda: 'ratio',
      bookValue: 'perShare',
    },
  },
  {
    title: 'Profit and growth',
    stats: {
      totalRevenue: 'reportTotal',
      revenueGrowth: 'fraction',
      revenuePerShare: 'perShare',
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
      totalCashPerShare: 'perShare',
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
      circulatingSupply: 'number',
      heldPercentInsiders: 'fraction',
      heldPercentInstitutions: 'fraction',
      sharesShort: 'number',
      sharesShortPriorMonth: 'number',
      dateShortInterest: 'day',
      sharesShortPreviousMonthDate: 'day',
      shortRatio: 'ratio',
      shortPercentOfFloat: 'fraction',
      sharesPercentSharesOut: 'fraction',
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
]

/** Statistics of no group, in the order in which they came: what a new source may add is shown, not lost. */
export const OTHER_GROUP_TITLE = 'More'

/** Formats of those that need one there. */
export const OTHER_FORMATS: Readonly<Record<string, StatFormat>> = {
  lastFiscalYearEnd: 'day',
  nextFiscalYearEnd: 'day',
  mostRecentQuarter: 'day',
  expireDate: 'day',
  startDate: 'day',
}
