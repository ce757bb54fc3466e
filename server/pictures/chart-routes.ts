import { Router, type Request, type Response } from 'express'
import { z } from 'zod'

import { sectionNameSchema, type ChartContent, type SectionName } from '../../shared/edition-contract.ts'
import { limitClients } from '../http/client-limit.ts'
import { answerNotFound } from '../http/error-response.ts'
import { answerReads } from '../http/route-guards.ts'
import { drawLineChart } from './draw-line-chart.ts'
import type { RenderPng } from './png-renderer.ts'
import { createPictureSender } from './picture-routes.ts'

const MINUTE_MS = 60_000
// A mail client's proxy fetches for many readers from few addresses.
const PICTURES_PER_MINUTE = 1_200
const CACHE_CONTROL = {
  /** A caller that has it under its version never needs to ask again. */
  versioned: 'public, max-age=31536000, immutable',
  /** In mails of earlier versions. */
  other: 'public, max-age=86400, stale-while-revalidate=604800',
  /** Until the edition goes out, a person may change it or take it back. */
  unpublished: 'no-store',
}
const FILE = /^([a-z]+)(-dark)?\.png$/
/** Postgres has no year 0. */
const daySchema = z.iso.date().refine((day) => day >= '2000')

/** Serves the chart of a section of a stored edition: /newsletter/charts/2026-11-23/housing.png and housing-dark.png, each with
 *  the version of what it shows as ?v=. Without it, or with another one, it serves the same picture, for a shorter time. */
export function createChartRouter({
  findChart,
  renderPng,
}: {
  /** @returns undefined if there is no such edition, or no chart in that section */
  findChart: (
    slotDate: string,
    section: SectionName,
  ) => Promise<{ chart: ChartContent; version: string; isPublished: boolean } | undefined>
  renderPng: RenderPng
}): Router {
  const send = createPictureSender(renderPng)
  const sendChart = async (request: Request<{ date: string; file: string }>, response: Response) => {
    const { date, file } = request.params
    const [, name, dark] = FILE.exec(file) ?? []
    const section = sectionNameSchema.safeParse(name).data
    const found = section && daySchema.safeParse(date).success ? await findChart(date, section) : undefined
    if (!found) {
      answerNotFound(request, response, () => undefined)
      return
    }
    const named = request.query['v'] === found.version ? 'versioned' : 'other'
    const svg = drawLineChart(found.chart, dark === undefined ? 'light' : 'dark')
    await send(request, response, svg, CACHE_CONTROL[found.isPublished ? named : 'unpublished'])
  }
  const router = Router()
  router.use('/newsletter/charts', limitClients({ limit: PICTURES_PER_MINUTE, windowMs: MINUTE_MS }))
  router.use('/newsletter/charts', (_request, response, next) => {
    // Mail clients on other sites embed these.
    response.set('Cross-Origin-Resource-Policy', 'cross-origin')
    next()
  })
  answerReads(router, '/newsletter/charts/:date/:file', sendChart)
  return router
}
