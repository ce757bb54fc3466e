import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'

import {
  tradesResponseSchema,
  tradesWindowSchema,
  type TradesResponse,
} from '../../../shared/trades-contract.ts'
import { jsonAnswer, reading, requestProblems, ticker } from '../../http/openapi-parts.ts'

const WINDOW = { from: '2025-11-20', to: '2026-11-20' }
const READ = {
  state: 'current' as const,
  since: '2026-01-05',
  readTo: '2026-11-20',
  readAt: '2026-11-20T23:00:00.000Z',
  unread: 0,
}

const EXAMPLE_TRADES: TradesResponse = {
  ticker: 'ACME',
  insiders: {
    window: WINDOW,
    trades: [
      {
        owners: [{ name: 'Jane Doe', role: 'director' }],
        side: 'buy',
        via: null,
        ownership: 'direct',
        isUnasked: false,
        security: 'Common Stock',
        shares: 1500,
        averagePrice: 10.5,
        value: 15_750,
        tradedFrom: '2026-11-16',
        tradedTo: '2026-11-17',
        filedOn: '2026-11-18',
        correctedOn: null,
        lagBusinessDays: 2,
        isLate: false,
        isVeryLarge: false,
        farFromClose: null,
        plan: 'unknown',
        url: 'https://www.sec.gov/Archives/edgar/data/42/000000004226000001/0000000042-26-000001-index.htm',
      },
    ],
    total: 1,
    sums: { buyers: 1, bought: 15_750, sellers: 0, sold: 0, soldByPlan: 0, apart: 0 },
    leftOut: { doubtful: 0, unpriced: 0, noTrades: 0, corrections: 0, otherTickers: 0, otherCompanies: 0 },
    daysUnread: 0,
    coverage: {
      source: { name: 'SEC EDGAR', url: 'https://www.sec.gov/edgar/search/' },
      ...READ,
    },
  },
  congress: {
    window: WINDOW,
    trades: [
      {
        member: 'Jane Doe',
        party: 'Independent',
        state: 'ME',
        chamber: 'house',
        owner: 'spouse',
        type: 'purchase',
        asset: 'Acme Corp. (ACME)',
        isShares: true,
        isOtherCompany: false,
        isManaged: false,
        isTrust: false,
        entity: null,
        low: 1001,
        high: 15_000,
        tradedOn: '2026-09-01',
        filedOn: '2026-11-01',
        isCorrection: false,
        lagDays: 61,
        publicDays: 61,
        isLate: true,
        url: 'https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2026/20000001.pdf',
      },
    ],
    total: 1,
    sums: { trades: 1, members: 1, buyers: 1, sellers: 0, late: 1, unknownLag: 0 },
    leftOut: { doubtful: 0, corrections: 0, repeats: 0, coins: 0 },
    coverage: [
      {
        chamber: 'house',
        source: {
          name: 'Clerk of the House',
          url: 'https://disclosures-clerk.house.gov/FinancialDisclosure',
        },
        ...READ,
      },
      {
        chamber: 'senate',
        source: { name: 'Secretary of the Senate', url: 'https://efdsearch.senate.gov/' },
        state: 'off',
        since: null,
        readTo: null,
        readAt: null,
        unread: 0,
      },
    ],
  },
  meta: {
    notice:
      'By law (5 U.S.C. 13107) nobody may obtain or use these reports for an unlawful purpose; for a commercial purpose, other than by news and communications media for dissemination to the general public; to determine a credit rating; or to solicit money for a political, charitable or other purpose.',
  },
}

const window = tradesWindowSchema.optional().meta({
  description:
    'Reports of twelve months, as when left out, or all on record, at most of ten years. The latter counts like prices of 5Y and MAX: 60 a minute.',
})

/** Describes the API for trades in a company. */
export function describeTradePaths(): ZodOpenApiPathsObject {
  return {
    '/trades/{ticker}': reading({
      summary: 'Trades of insiders and of members of Congress in a company',
      tags: ['Trades'],
      requestParams: { path: z.object({ ticker }), query: z.object({ window }) },
      description: 'Each part with how far its records were read; null where that cannot be told just now.',
      content: jsonAnswer(tradesResponseSchema.meta({ id: 'Trades' }), EXAMPLE_TRADES),
      problems: requestProblems,
    }),
  }
}
