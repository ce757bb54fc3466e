import { expect, it } from 'vitest'

import { createFiling } from '../../letter/testing/insider-filings.ts'
import { dropTickersOfOthers } from './filings-of-company.ts'

it('removes a ticker from a filing about a company other than the one the SEC lists under it', async () => {
  const filings = [
    createFiling({ issuerCik: '42', issuerName: 'Acme Corp.', ticker: 'ACM.B' }),
    createFiling({ issuerCik: '43', issuerName: 'Zenith Shell Inc.', ticker: 'ACM.B' }),
    createFiling({ issuerCik: '7', issuerName: 'ACME CORPORATION', ticker: 'ACM.B' }),
    createFiling({ issuerCik: '43', issuerName: 'Zenith Shell Inc.', ticker: 'ZNTH' }),
    createFiling({ issuerCik: '43', issuerName: 'Zenith Shell Inc.', ticker: undefined }),
  ]
  const listed = new Map([['ACM-B', { cik: '42', name: 'ACME CORP' }]])
  const kept = await dropTickersOfOthers(filings, (ticker) => Promise.resolve(listed.get(ticker)))
  expect(kept.map(({ issuer }) => issuer.ticker)).toEqual(['ACM.B', undefined, 'ACM.B', 'ZNTH', undefined])
  expect(kept[1]?.issuer.name).toBe('Zenith Shell Inc.')
})
