import { describe, expect, it } from 'vitest'

import { parseSearch } from './yahoo-search.ts'

const hit = (symbol: string, quoteType = 'EQUITY', more: Record<string, unknown> = {}) => ({
  symbol,
  quoteType,
  longname: `${symbol} Inc.`,
  exchDisp: 'NASDAQ',
  isYahooFinance: true,
  ...more,
})
const tickersOf = (...quotes: unknown[]) => parseSearch({ quotes }).map(({ ticker }) => ticker)

describe('parseSearch', () => {
  it("keeps the source's order, its names and its exchanges", () => {
    expect(
      parseSearch({
        quotes: [
          hit('ACME', 'EQUITY', { longname: 'Acme    Corp.  ' }),
          hit('ACMF', 'MUTUALFUND', { longname: undefined, shortname: 'Acme Fund' }),
          hit('^ACM', 'INDEX', { longname: '', shortname: null, exchDisp: '' }),
        ],
      }),
    ).toEqual([
      { ticker: 'ACME', name: 'Acme Corp.', kind: 'stock', type: 'equity', exchange: 'NASDAQ' },
      { ticker: 'ACMF', name: 'Acme Fund', kind: 'stock', type: 'fund', exchange: 'NASDAQ' },
      { ticker: '^ACM', name: '^ACM', kind: 'stock', type: 'index' },
    ])
  })

  it('names coins as our pages do, and returns only those in dollars', () => {
    expect(
      parseSearch({
        quotes: [
          hit('BTC-USD', 'CRYPTOCURRENCY', { longname: 'Bitcoin USD', exchDisp: 'CCC' }),
          hit('BTC-EUR', 'CRYPTOCURRENCY', { longname: 'Bitcoin EUR' }),
        ],
      }),
    ).toEqual([{ ticker: 'BTC', name: 'Bitcoin', kind: 'crypto', type: 'coin' }])
  })

  it('leaves out options, impossible tickers, and hits that are not securities', () => {
    expect(
      tickersOf(
        hit('ACME261218C0010', 'OPTION'),
        hit('A SYMBOL WITH SPACES'),
        hit('A-SYMBOL-OF-SIXTEEN'),
        { index: 'x', name: 'A private company', isYahooFinance: false },
        null,
        'ACME',
        hit('ACME'),
      ),
    ).toEqual(['ACME'])
  })

  it('returns each asset once, and a fund and a coin with the same ticker as two', () => {
    const quotes = [hit('BTC', 'ETF'), hit('BTC-USD', 'CRYPTOCURRENCY'), hit('BTC', 'ETF')]
    expect(parseSearch({ quotes }).map(({ kind, ticker }) => `${kind} ${ticker}`)).toEqual([
      'stock BTC',
      'crypto BTC',
    ])
  })

  it('omits the type if it is none of ours', () => {
    expect(parseSearch({ quotes: [hit('ACME', 'ECNQUOTE'), hit('ACMF', 'constructor')] })).toEqual([
      { ticker: 'ACME', name: 'ACME Inc.', kind: 'stock', exchange: 'NASDAQ' },
      { ticker: 'ACMF', name: 'ACMF Inc.', kind: 'stock', exchange: 'NASDAQ' },
    ])
  })

  it('returns nothing if the source finds nothing', () => {
    expect(parseSearch({ quotes: [] })).toEqual([])
  })

  it.each([{}, { quotes: null }, [], 'hello'])('reports the source as failed for %j', (body) => {
    expect(() => parseSearch(body)).toThrow(
      expect.objectContaining({ name: 'SourceError', code: 'source-failed', retry: 'now' }),
    )
  })
})
