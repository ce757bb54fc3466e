import { Histogram, Registry } from 'prom-client'
import { expect, it } from 'vitest'

import { createMetrics } from './metrics.ts'

it('reports the times of requests as the library’s own histogram would', async () => {
  const own = createMetrics()
  const registry = new Registry()
  const theirs = new Histogram({
    name: 'lunchpail_http_request_seconds',
    help: 'Time until an HTTP answer was written, by group of routes',
    labelNames: ['group', 'method', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const tell = async () => own.registry.getSingleMetricAsString('lunchpail_http_request_seconds')
  expect(await tell()).toBe(await registry.getSingleMetricAsString('lunchpail_http_request_seconds'))
  for (const [group, method, known, status, seconds] of [
    ['page', 'GET', 'GET', 200, 0.005],
    ['page', 'GET', 'GET', 304, 0.0051],
    ['page', 'GET', 'GET', 204, 0.3],
    ['market api', 'HEAD', 'HEAD', 404, 10],
    ['market api', 'PROPFIND', 'other', 500, 10.5],
    ['market api', 'BREW', 'other', 503, 0],
  ] as const) {
    own.observeRequest({ group, method, status, seconds })
    theirs.observe({ group, method: known, status: `${Math.floor(status / 100)}xx` }, seconds)
  }
  const told = await tell()
  expect(told).toMatch(/^lunchpail_http_request_seconds_bucket.*le="0.005".* 1$/m)
  expect(told).toBe(await registry.getSingleMetricAsString('lunchpail_http_request_seconds'))
})
