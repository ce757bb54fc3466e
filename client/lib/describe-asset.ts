import { searchPath } from '../../shared/asset-address.ts'
import type { Info, StockResponse } from '../../shared/market-contract.ts'
import type { Site } from './api-client.ts'
import { describePlace } from './head.ts'

/** Market identifier codes (ISO 10383) for exchanges with unambiguous names. */
const EXCHANGE_CODES: Readonly<Record<string, string>> = {
  NasdaqGS: 'XNAS',
  NasdaqGM: 'XNAS',
  NasdaqCM: 'XNAS',
  NYSE: 'XNYS',
}
const YEAR_OR_DAY = /^\d{4}(-\d{2}-\d{2})?$/

/** A ticker's screen in schema.org's terms: the page, what it is about, and its place in the site.
 *  @returns objects of a graph */
export function describeAsset(
  stock: StockResponse,
  page: { site: Pick<Site, 'name' | 'url'>; title: string; description: string; path: string },
): object[] {
  const url = `${page.site.url}${page.path}`
  return [
    {
      '@type': 'WebPage',
      '@id': url,
      url,
      name: page.title,
      description: page.description,
      inLanguage: 'en',
      about: describeSubject(stock),
      breadcrumb: { '@id': `${url}#breadcrumb` },
    },
    describePlace(page.site, [
      { name: stock.meta.kind === 'crypto' ? 'Crypto' : 'Stocks', path: searchPath(stock.meta.kind) },
      { name: stock.ticker, path: page.path },
    ]),
  ]
}

function describeSubject({ ticker, info, meta }: StockResponse): object {
  const name = info['Company Name']
  const link = parseWebsite(info.Website ?? '')
  const thing = { name, ...(link && { url: link.href }) }
  // An asset is called a company only if its source calls it one.
  if (meta.type !== 'equity') {
    const isFund = meta.type === 'etf' || meta.type === 'fund'
    return { '@type': isFund ? 'InvestmentFund' : 'Thing', ...thing, alternateName: ticker }
  }
  return { '@type': 'Corporation', ...thing, tickerSymbol: tickerSymbol(ticker, info), ...companyFacts(info) }
}

function companyFacts({ Founded, Headquarters, Employees }: Info): object {
  return {
    ...(Founded !== undefined && YEAR_OR_DAY.test(Founded) ? { foundingDate: Founded } : {}),
    ...(Headquarters === undefined ? {} : { address: Headquarters }),
    ...(Employees === undefined
      ? {}
      : { numberOfEmployees: { '@type': 'QuantitativeValue', value: Employees } }),
  }
}

function tickerSymbol(ticker: string, info: Info): string {
  const code = EXCHANGE_CODES[info['Primary exchange'] ?? '']
  return code === undefined ? ticker : `${code} ${ticker}`
}

/** A company's website as a link, with its text.
 *  @returns undefined, so that text is shown, for anything but an http(s) address without a name and password */
export function parseWebsite(text: string) {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  // The part before an @ can be made to look like the host.
  if (url.username !== '' || url.password !== '') return undefined
  return { href: url.href, label: `${url.host}${url.pathname}${url.search}${url.hash}`.replace(/\/$/, '') }
}
