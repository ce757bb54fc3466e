import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'

import {
  assetKindSchema,
  assetTypeSchema,
  foundAssetSchema,
  metaSchema,
} from '../../../shared/market-contract.ts'
import { parseTicker } from '../../../shared/asset-address.ts'
import { AppError } from '../../lib/errors.ts'
import type { Asset, AssetFinder, MarketPart, MarketProvider } from '../providers/provider.ts'
import type { FakeReply } from './fake-source.ts'
import { answerWell, isPlainJson, itSurvivesSourceFaults, type SourceWorld } from './source-contract.ts'

/** A provider with a fake of its source. */
export interface ProviderWorld extends Omit<SourceWorld, 'ask'> {
  readonly provider: MarketProvider
  readonly known: Asset
  /** The source's answer for an asset that does not exist, by endpoint; endpoints not listed here never say so. */
  readonly unknown: Readonly<Record<string, FakeReply>>
  /** An answer without prices, by endpoint. */
  readonly emptySeries: Readonly<Record<string, FakeReply>>
}

const PERIOD = { from: new Date('2025-11-20T00:00:00Z'), to: new Date('2026-11-20T15:00:00Z') }

/** Declares the tests that every provider with a source must pass. */
export function itKeepsTheProviderContract(open: () => Promise<ProviderWorld>): void {
  describe('as every provider', () => {
    let world: ProviderWorld
    beforeEach(async () => {
      world = await open()
      answerWell(world)
    })
    afterEach(() => world.source.close())

    it('returns each part in its shape, as plain JSON', async () => {
      expect(await listShapeFaults(world.provider, world.known)).toEqual([])
    })

    it('reports a ticker as unknown only if the source does', async () => {
      for (const [path, reply] of Object.entries(world.unknown)) world.source.handlers.set(path, () => reply)
      const results = await Promise.allSettled(
        listQuestions(world.provider, world.known).map(([, ask]) => ask()),
      )
      const reasons = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason)
      expect(reasons.length).toBeGreaterThan(0)
      expect(reasons.map((reason) => (reason instanceof AppError ? reason.code : reason))).toEqual(
        reasons.map(() => 'unknown-ticker'),
      )
    })

    it('reports a series without prices as missing at the source, never as empty', async () => {
      for (const [path, reply] of Object.entries(world.emptySeries))
        world.source.handlers.set(path, () => reply)
      await expect(world.provider.getPrices?.(world.known, PERIOD)).rejects.toMatchObject({
        name: 'SourceError',
        concerns: 'ticker',
      })
    })
  })

  describe('when its source fails', () => {
    itSurvivesSourceFaults(async () => {
      const opened = await open()
      return { ...opened, ask: Object.fromEntries(listQuestions(opened.provider, opened.known)) }
    })
  })
}

/** Returns a question for each part that a provider has. */
function listQuestions(
  provider: MarketProvider,
  asset: Asset,
): (readonly [MarketPart, () => Promise<unknown>])[] {
  const { getPrices, getDay, getProfile, getStats, getRelated } = provider
  return [
    ...(getPrices ? [['prices', () => getPrices(asset, PERIOD)] as const] : []),
    ...(getDay ? [['day', () => getDay(asset)] as const] : []),
    ...(getProfile ? [['profile', () => getProfile(asset)] as const] : []),
    ...(getStats ? [['stats', () => getStats(asset)] as const] : []),
    ...(getRelated ? [['related', () => getRelated(asset)] as const] : []),
  ]
}

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const clock = z.string().regex(/^\d{2}:\d{2}$/)
const { asOf } = metaSchema.shape

/** Zod's numbers are finite. */
const SHAPES = {
  prices: z.strictObject({
    closes: z
      .array(
        z.strictObject({
          date: day,
          close: z.number(),
          adjustedClose: z.number(),
          volume: z.number().min(0).optional(),
        }),
      )
      .min(1)
      .refine(
        (closes) => closes.every(({ date }, index) => index === 0 || date > (closes[index - 1]?.date ?? '')),
        {
          error: 'sorted, one a day',
        },
      ),
    splits: z.array(z.strictObject({ date: day, factor: z.number().positive() })),
    dividends: z.array(z.strictObject({ date: day, amount: z.number().positive() })).optional(),
    currency: z.string().optional(),
    quoted: z.number().positive().optional(),
    name: z.string().optional(),
    exchange: z.string().optional(),
    type: assetTypeSchema.optional(),
    hours: z.strictObject({ timeZone: z.string(), opens: clock, closes: clock }).optional(),
    reachesBackTo: day.optional(),
    priceDigits: z.int().optional(),
    asOf,
    latest: z
      .strictObject({
        dayLow: z.number().positive().optional(),
        dayHigh: z.number().positive().optional(),
        yearLow: z.number().positive().optional(),
        yearHigh: z.number().positive().optional(),
        outside: z.array(z.enum(['day', 'year'])).optional(),
      })
      .optional(),
  }),
  day: z.strictObject({
    prices: z
      .array(z.strictObject({ at: asOf, price: z.number(), volume: z.number().min(0).optional() }))
      .refine(
        (prices) => prices.every(({ at }, index) => index === 0 || at > (prices[index - 1]?.at ?? '')),
        {
          error: 'sorted, one a moment',
        },
      ),
    session: z
      .strictObject({
        day,
        zone: z.strictObject({ name: z.string().min(1), offsetMinutes: z.int() }),
        previousClose: z.number().positive().optional(),
      })
      .optional(),
    lacking: z.enum(['not-given', 'none-yet']).optional(),
    currency: z.string().optional(),
    quoted: z.number().positive().optional(),
    type: assetTypeSchema.optional(),
    hours: z.strictObject({ timeZone: z.string(), opens: clock, closes: clock }).optional(),
    priceDigits: z.int().optional(),
    asOf: asOf.optional(),
  }),
  profile: z.strictObject({
    name: z.string().optional(),
    about: z.string().optional(),
    founded: z.string().optional(),
    website: z.url().optional(),
    headquarters: z.string().optional(),
    ceo: z.string().optional(),
    employees: z.int().positive().optional(),
    exchange: z.string().optional(),
  }),
  stats: z.strictObject({
    stats: z.record(z.string(), z.union([z.number(), z.string().trim().min(1)])),
    currency: z.string().optional(),
    coinName: z.string().optional(),
    asOf: asOf.optional(),
  }),
  related: z.strictObject({
    quotes: z.array(
      z.strictObject({
        kind: assetKindSchema,
        ticker: z.string().refine((ticker) => parseTicker(ticker) === ticker),
        name: z.string().min(1),
        price: z.number(),
        changePercent: z.number(),
        currency: z.string().optional(),
      }),
    ),
    asOf: asOf.optional(),
  }),
} satisfies Record<MarketPart, z.ZodType>

/** Asks for each part that the provider has, for an asset it covers.
 *  @param allowed  'own errors' if the source may have no answer
 *  @returns what is wrong with the answers; empty if nothing is */
export async function listShapeFaults(
  provider: MarketProvider,
  asset: Asset,
  allowed: 'answers' | 'own errors' = 'answers',
): Promise<string[]> {
  const faults = provider.covers(asset) ? [] : ['does not cover the asset']
  if (!URL.canParse(provider.pageUrl(asset))) faults.push('its page has no address')
  for (const [part, ask] of listQuestions(provider, asset)) {
    try {
      faults.push(...listAnswerFaults(part, await ask()))
    } catch (error) {
      if (allowed === 'answers' || !(error instanceof AppError)) faults.push(`${part}: ${String(error)}`)
    }
  }
  return faults.map((fault) => `${asset.ticker}: ${fault}`)
}

/** @returns what is wrong with an answer for that part; empty if nothing is */
export function listAnswerFaults(part: MarketPart, answer: unknown): string[] {
  const parsed = SHAPES[part].safeParse(answer)
  return [
    ...(parsed.success ? [] : [`${part}: ${z.prettifyError(parsed.error)}`]),
    ...(isPlainJson(answer) ? [] : [`${part}: not plain JSON`]),
  ]
}

/** A finder with a fake of its source. */
export interface FinderWorld extends Omit<SourceWorld, 'ask'> {
  readonly findAssets: AssetFinder['findAssets']
  readonly knownText: string
}

/** Declares the tests that every finder with a source must pass. */
export function itKeepsTheFinderContract(open: () => Promise<FinderWorld>): void {
  describe('as every finder', () => {
    itSurvivesSourceFaults(async () => {
      const opened = await open()
      return { ...opened, ask: { search: () => opened.findAssets(opened.knownText) } }
    })

    it('returns assets in their shape, as plain JSON', async () => {
      const world = await open()
      answerWell(world)
      const found = await world.findAssets(world.knownText)
      await world.source.close()
      expect(found.length).toBeGreaterThan(0)
      expect(found.map((hit) => foundAssetSchema.strict().parse(hit))).toEqual(found)
    })
  })
}
