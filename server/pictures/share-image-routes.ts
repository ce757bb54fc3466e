import { Router, type Request, type Response } from 'express'

import type { AssetKind } from '../../shared/market-contract.ts'
import { DEFAULT_PRICE_RANGE } from '../../shared/asset-address.ts'
import type { Market } from '../market/index.ts'
import { currentAskers } from '../lib/askers.ts'
import { limitClients } from '../http/client-limit.ts'
import { answerNotFound } from '../http/error-response.ts'
import { inTime } from '../http/in-time.ts'
import { answerReads } from '../http/route-guards.ts'
import { drawAssetCard, drawEditionCard, drawSiteCard, type CardSite } from './draw-card.ts'
import type { RenderPng } from './png-renderer.ts'
import { createPictureSender } from './picture-routes.ts'

const MINUTE_MS = 60_000
const PICTURES_PER_MINUTE = 120
const CACHE_CONTROL = {
  asset: 'public, max-age=900, stale-while-revalidate=86400',
  // Fresh or real prices, or the name, are expected soon.
  provisional: 'public, max-age=60',
  // Shaped by a refusal of this client, so not for others.
  own: 'no-store',
  site: 'public, max-age=86400',
}

/** Serves the preview pictures of shared pages: /share-image/stocks/AAPL.png, /share-image/crypto/BTC.png,
 *  /share-image/editions/2025-02-03.png and /share-image/site.png. Each is drawn once while its data is unchanged. Errors
 *  are those of Market.getStock and getPublishedEdition, and 'not-ready' while too many are being drawn. */
export function createShareImageRouter({
  market,
  archive,
  site,
  renderPng,
}: {
  market: Pick<Market, 'getStock'>
  archive: { readonly getPublishedEdition: (date: string) => Promise<{ subject: string }> }
  site: CardSite
  renderPng: RenderPng
}): Router {
  const send = createPictureSender(renderPng)
  const siteCard = drawSiteCard(site)

  type FileRequest = Request<{ file: string }>
  /** The file name without '.png'; undefined if it has another ending, which is answered with 404 here. */
  const nameOf = (request: FileRequest, response: Response): string | undefined => {
    const { file } = request.params
    if (file.endsWith('.png')) return file.slice(0, -'.png'.length)
    answerNotFound(request, response, () => undefined)
    return undefined
  }

  const sendEdition = async (request: FileRequest, response: Response) => {
    const date = nameOf(request, response)
    if (date === undefined) return
    const { subject } = await archive.getPublishedEdition(date)
    await send(request, response, drawEditionCard({ subject, date }, site), CACHE_CONTROL.site)
  }

  const sendAsset = (kind: AssetKind) => async (request: FileRequest, response: Response) => {
    const ticker = nameOf(request, response)
    if (ticker === undefined) return
    const stock = await inTime(market.getStock({ ticker, kind, range: DEFAULT_PRICE_RANGE }))
    const { sample, stale, profileAvailable } = stock.meta
    const isProvisional = sample || stale || !profileAvailable
    const kept = currentAskers().wereRefused ? 'own' : isProvisional ? 'provisional' : 'asset'
    await send(request, response, drawAssetCard(stock, site), CACHE_CONTROL[kept])
  }

  const router = Router()
  router.use(limitClients({ limit: PICTURES_PER_MINUTE, windowMs: MINUTE_MS }))
  router.use((_request, response, next) => {
    // These pictures are meant to be embedded by other sites.
    response.set('Cross-Origin-Resource-Policy', 'cross-origin')
    next()
  })
  answerReads(router, '/site.png', (request, response) =>
    send(request, response, siteCard, CACHE_CONTROL.site),
  )
  answerReads(router, '/stocks/:file', sendAsset('stock'))
  answerReads(router, '/crypto/:file', sendAsset('crypto'))
  answerReads(router, '/editions/:file', sendEdition)
  router.use(answerNotFound)
  return router
}
