import { Router, type Request, type Response } from 'express'
import { z } from 'zod'

import { sectionNameSchema, type ChartContent, type SectionName } from '../../shared/edition-contract.ts'
import { limitClients } from '../http/client-limit.ts'
import { answerNotFound } from '../http/error-response.ts'
import { allowOnly } from '../http/route-guards.ts'
import { drawLineChart } from './draw-line-chart.ts'
import type { RenderPng } from './png-renderer.ts'
import { createPictureSender } from './picture-routes.ts'

const MINUTE_MS = 60_000
// A mail client's proxy fetches for many readers from few addresses.
const PICTURES_PER_MINUTE = 1_200
const CACHE_CONTROL = 'public, max-age=86400, stale-while-revalidate=604800'
const FILE = /^([a-z]+)(-dark)?\.png$/
/** Postgres has no year 0. */
const daySchema = z.iso.date().refine((day) => day >= '2000')

/** Serves the chart of a section of a stored edition: /newsletter/charts/2026-11-23/housing.png and housing-dark.png. */
export function createChartRouter({
  findChart,
  renderPng,
}: {
  /** @returns undefined if there is no such edition, or no chart in that section */
  findChart: (slotDate: string, section: SectionName) => Promise<ChartContent | undefined>
  renderPng: RenderPng
}): Router {
  const send = createPictureSender(renderPng)
  const sendChart = async (request: Request<{ date: string; file: string }>, response: Response) => {
    const { date, file } = request.params
    const [, name, dark] = FILE.exec(file) ?? []
    const section = sectionNameSchema.safeParse(name).data
    const chart = section && daySchema.safeParse(date).success ? await findChart(date, section) : undefined
    if (!chart) {
      answerNotFound(request, response, () => undefined)
      return
    }
    await send(request, response, drawLineChart(chart, dark === undefined ? 'light' : 'dark'), CACHE_CONTROL)
  }
  const router = Router()
  router.use('/newsletter/charts', limitClients({ limit: PICTURES_PER_MINUTE, windowMs: MINUTE_MS }))
  router.use('/newsletter/charts', (_request, response, next) => {
    // Mail clients on other sites embed these.
    response.set('Cross-Origin-Resource-Policy', 'cross-origin')
    next()
  })
  router.route('/newsletter/charts/:date/:file').get(sendChart).all(allowOnly('GET', 'HEAD'))
  return router
}
