import { searchPath } from '../../shared/asset-address.ts'
import type { Info, StockResponse } from '../../shared/market-contract.ts'
import type { Site } from './api-client.ts'

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
  const list = stock.meta.kind === 'crypto' ? 'Crypto' : 'Stocks'
  const steps = [
    { name: page.site.name, path: '/' },
    { name: list, path: searchPath(stock.meta.kind) },
    { name: stock.ticker, path: page.path },
  ]
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
    {
      '@type': 'BreadcrumbList',
      '@id': `${url}#breadcrumb`,
      itemListElement: steps.map(({ name, path }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item: `${page.site.url}${path}`,
      })),
    },
  ]
}

function describeSubject({ ticker, info, meta }: StockResponse): object {
  const name = info['Company Name']
  const link = webAddress(info.Website)
  const thing = { name, ...(link === undefined ? {} : { url: link }) }
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

/** @returns undefined for text that is not a web address, or hides where it leads: sources may give any text */
function webAddress(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined
  const { protocol, username, password, href } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === '' ? href : undefined
}
