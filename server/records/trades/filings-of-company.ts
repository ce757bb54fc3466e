import { presentCompanyShort } from '../../lib/company-name.ts'
import type { InsiderFiling } from '../insiders/insider-filing.ts'

/** A company as the SEC lists it. */
export interface ListedCompany {
  /** Without leading zeros. */
  readonly cik: string
  readonly name: string
  /** All tickers that it lists for the company, such as BRK-A and BRK-B; left out if they are not known. */
  readonly tickers?: readonly string[]
}

/** Whether a filing is about a company. A reorganization gives a company another number, but mostly keeps its name. */
export const isAbout = (issuer: InsiderFiling['issuer'], { cik, name }: ListedCompany): boolean =>
  issuer.cik.replace(/^0+/, '') === cik || shortNameOf(issuer.name) === shortNameOf(name)

/** Finds the company that the SEC lists under a ticker, written as AAPL or BRK-B.
 *  @returns undefined if it lists none, or its list is not available */
export type FindCompany = (ticker: string) => Promise<ListedCompany | undefined>

const shortNameOf = (name: string) => presentCompanyShort(name).toLowerCase()

/** Keeps one company's filings among those that name a ticker. The SEC checks who files about whom, but not the ticker as
 *  typed: others mistype it, make it up, or had it before this company.
 *  @param listed  the ticker's company; if undefined, the one with the most filings is used, or the latest of several */
export function keepOneCompany(
  filings: readonly InsiderFiling[],
  listed: ListedCompany | undefined,
): { own: InsiderFiling[]; others: InsiderFiling[] } {
  const company = listed ?? findMostFiled(filings)
  const { own = [], others = [] } = Object.groupBy(filings, ({ issuer }) =>
    company === undefined || isAbout(issuer, company) ? 'own' : 'others',
  )
  return { own, others }
}

function findMostFiled(filings: readonly InsiderFiling[]): ListedCompany | undefined {
  const byNumber = Map.groupBy(filings, ({ issuer }) => issuer.cik)
  const lastOf = (of: readonly InsiderFiling[]) =>
    of
      .map(({ filedOn }) => filedOn)
      .toSorted()
      .at(-1) ?? ''
  const [most] = [...byNumber.values()].toSorted(
    (a, b) => b.length - a.length || (lastOf(a) < lastOf(b) ? 1 : -1),
  )
  return most?.[0]?.issuer
}

/** The class that a ticker, BRK-B, or a line's title, 'Class B Common Stock', names. */
const CLASS_OF_TICKER = /[./ -]([A-Z])$/
const CLASS_OF_TITLE = /\b(?:class|series) ([A-Z])\b/i

const withoutSigns = (ticker: string) => ticker.toUpperCase().replaceAll(/[./ -]/g, '')

/** Tells which lines belong on a ticker's page if their company has several. The class in a line's title decides if it is that
 *  of one of the tickers, and else the form's ticker if it is one of them. A line with neither, such as one under a former
 *  ticker, belongs on the pages of all.
 *  @param ticker  of the page
 *  @param tickers  all tickers of the company */
export function createLineChoice(
  ticker: string,
  tickers: readonly string[] = [],
): (issuer: InsiderFiling['issuer'], security: string) => boolean {
  const classOf = (of: string) => CLASS_OF_TICKER.exec(of)?.[1]
  const others = tickers.filter((other) => withoutSigns(other) !== withoutSigns(ticker))
  const named = new Set(others.map(withoutSigns))
  const classes = new Set([...others, ticker].map(classOf))
  return (issuer, security) => {
    if (others.length === 0) return true
    const ofTitle = CLASS_OF_TITLE.exec(security)?.[1]?.toUpperCase()
    if (ofTitle !== undefined && classes.has(ofTitle)) return ofTitle === classOf(ticker)
    return issuer.ticker === undefined || !named.has(withoutSigns(issuer.ticker))
  }
}

/** @returns the filings, without tickers that the SEC lists for another company: everything else in them stays true */
export function dropTickersOfOthers(
  filings: readonly InsiderFiling[],
  findCompany: FindCompany,
): Promise<InsiderFiling[]> {
  return Promise.all(
    filings.map(async (filing) => {
      const { issuer } = filing
      if (issuer.ticker === undefined) return filing
      const company = await findCompany(issuer.ticker.replace('.', '-'))
      if (company === undefined || isAbout(issuer, company)) return filing
      return { ...filing, issuer: { ...issuer, ticker: undefined } }
    }),
  )
}
