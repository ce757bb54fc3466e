import { createHash, timingSafeEqual } from 'node:crypto'

import { Router } from 'express'
import { collectDefaultMetrics } from 'prom-client'

import type { Ended } from './entrance.ts'
import { addDatabaseGauges, addDiskGauge, type GaugeDeps } from './metrics-gauges.ts'
import { groupOf, type Metrics } from './metrics.ts'

/** GET /metrics, in Prometheus format, for holders of the token; no route at all if none is set.
 *  @param token  at least 16 characters */
export function createMetricsRouter({
  metrics,
  token,
  ...deps
}: { metrics: Metrics; token: string | undefined } & GaugeDeps): Router {
  const router = Router()
  if (token === undefined) return router
  const { registry } = metrics
  collectDefaultMetrics({ register: registry })
  addDiskGauge(registry, deps)
  const gauges = addDatabaseGauges(registry, deps)
  const expected = hash(token)
  router.get('/metrics', async (request, response) => {
    response.set('Cache-Control', 'no-store')
    // The hashes have the same length, and comparing them takes the same time wherever they differ.
    const given = /^Bearer +([^ ].*)$/i.exec(request.get('Authorization') ?? '')?.[1] ?? ''
    if (!timingSafeEqual(hash(given), expected)) {
      response
        .status(401)
        .set('WWW-Authenticate', 'Bearer')
        .type('text')
        .send('The token of METRICS_TOKEN is needed.\n')
      return
    }
    await gauges.refresh()
    response.set('Content-Type', registry.contentType).send(await registry.metrics())
  })
  return router
}

/** Measures every request, by the group of its route. */
export function createRequestMeter(metrics: Metrics): (ended: Ended) => void {
  return ({ request, response, path, milliseconds }) =>
    metrics.observeRequest({
      group: groupOf(path),
      method: request.method ?? '',
      status: response.statusCode,
      seconds: milliseconds / 1000,
    })
}

const hash = (text: string) => createHash('sha256').update(text).digest()
