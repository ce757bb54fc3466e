/** Names that say too little, or too much, when merely split into words. */
const NAMES: Readonly<Record<string, string>> = {
  '24HourChangePercent': '24 Hour Change',
  SandP52WeekChange: 'S&P 52 Week Change',
  allTimeHigh: 'All-Time High',
  allTimeHighDate: 'All-Time High Date',
  allTimeLow: 'All-Time Low',
  allTimeLowDate: 'All-Time Low Date',
  averageDailyVolume10Day: 'Average Daily Volume (10 Days)',
  averageVolume10days: 'Average Volume (10 Days)',
  beta3Year: 'Beta (3 Years)',
  coinMarketCapLink: 'CoinMarketCap Link',
  dateShortInterest: 'Short Interest Date',
  earningsQuarterlyGrowth: 'Quarterly Earnings Growth',
  enterpriseToEbitda: 'Enterprise Value to EBITDA',
  enterpriseToRevenue: 'Enterprise Value to Revenue',
  exDividendDate: 'Ex-Dividend Date',
  fiftyDayAverage: '50 Day Average',
  twoHundredDayAverage: '200 Day Average',
  heldPercentInsiders: 'Held by Insiders',
  heldPercentInstitutions: 'Held by Institutions',
  lastCapGain: 'Last Capital Gain',
  netIncomeToCommon: 'Net Income to Common',
  priceToSalesTrailing12Months: 'Price to Sales (TTM)',
  recommendationKey: 'Analyst Recommendation',
  sharesPercentSharesOut: 'Short Percent of Shares Outstanding',
  sharesShortPreviousMonthDate: 'Shares Short Prior Month Date',
  volume24Hr: 'Volume (24 Hours)',
  volumeAllCurrencies: 'Volume (All Currencies)',
}

const WORDS: Readonly<Record<string, string>> = {
  pe: 'P/E',
  eps: 'EPS',
  ebitda: 'EBITDA',
  ebit: 'EBIT',
  ceo: 'CEO',
  etf: 'ETF',
  nav: 'NAV',
  roe: 'ROE',
  roa: 'ROA',
  roi: 'ROI',
  ytd: 'YTD',
  ttm: 'TTM',
  peg: 'PEG',
  usd: 'USD',
  cagr: 'CAGR',
  sp: 'S&P',
  to: 'to',
  of: 'of',
  on: 'on',
  and: 'and',
  per: 'per',
  by: 'by',
  avg: 'Average',
  hr: 'Hour',
  cashflow: 'Cash Flow',
  ev: 'EV',
  two: '2',
  three: '3',
  five: '5',
  ten: '10',
}

/** Turns the name of a statistic into words for readers.
 *  @param name  as the source has it: camelCase, snake_case or words
 *  @returns e.g. 'trailingPE' -> 'Trailing P/E', 'fiftyTwoWeekHigh' -> '52 Week High' */
export function prettifyStatName(name: string): string {
  const known = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined
  if (known !== undefined) return known
  const words = name
    .replace(/fiftyTwo/i, '52')
    .replaceAll(/[_\s-]+/g, ' ')
    // Split 'trailingPE' between cases, 'PERatio' before the last capital, '52Week' around digits.
    .replaceAll(/([a-z])([A-Z])|([A-Z])(?=[A-Z][a-z])|([a-zA-Z])(?=\d)|(\d)(?=[a-zA-Z])/g, '$1$3$4$5 $2')
    .trim()
    .split(' ')
  return words.map((word, index) => prettifyWord(word, index)).join(' ')
}

function prettifyWord(word: string, index: number): string {
  const lower = word.toLowerCase()
  const known = Object.hasOwn(WORDS, lower) ? WORDS[lower] : undefined
  if (known !== undefined && (index > 0 || known !== lower)) return known
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
