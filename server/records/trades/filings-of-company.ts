import { presentCompanyShort } from '../../lib/company-name.ts'
import type { InsiderFiling } from '../insiders/insider-filing.ts'

/** A company as the SEC lists it. */
export interface ListedCompany {
  /** Without leading zeros. */
  readonly cik: string
  readonly name: string
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
