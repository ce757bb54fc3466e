import { expect, it } from 'vitest'

import { createFiling } from '../testing/insider-filings.ts'
import { titleIssuers } from './gather-insiders.ts'

it('names a company as the SEC does today, whatever its form called it, and leaves unlisted companies unchanged', () => {
  const filings = [
    createFiling({ issuerCik: '0001318605', issuerName: 'TESLA MOTORS INC' }),
    createFiling({ issuerCik: '42', issuerName: 'ACME CORP' }),
  ]
  const named = titleIssuers(filings, new Map([['1318605', 'Tesla, Inc.']]))
  expect(named.map(({ issuer }) => [issuer.cik, issuer.name])).toEqual([
    ['0001318605', 'Tesla, Inc.'],
    ['42', 'ACME CORP'],
  ])
})
