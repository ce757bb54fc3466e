import express from 'express'
import request from 'supertest'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import { problemSchema } from '../../shared/problem-contract.ts'
import { createApiDocsRouter } from './api-docs.ts'
import { compressAnswers } from './compress.ts'
import { createErrorHandler } from './error-response.ts'
import { createLogger } from '../lib/logger.ts'

const site = { name: 'Pail <b>&"Co"', url: 'https://lunchpail.test' }
const http = request(
  express()
    .use(compressAnswers())
    .use('/api', createApiDocsRouter(site))
    .use(createErrorHandler(createLogger('silent'))),
)

/** The parts of OpenAPI 3.1 that its readers rely on. */
const operationSchema = z.object({
  summary: z.string().min(1),
  tags: z.array(z.string()).min(1),
  parameters: z
    .array(
      z.object({
        in: z.enum(['path', 'query', 'header']),
        name: z.string(),
        schema: z.object({}),
        required: z.boolean().optional(),
      }),
    )
    .optional(),
  requestBody: z
    .object({
      required: z.literal(true),
      content: z.record(z.string(), z.object({ schema: z.object({}) })),
    })
    .optional(),
  responses: z.record(z.string().regex(/^[2345]\d\d$/), z.object({ description: z.string().min(1) })),
})
const documentSchema = z.object({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'put', 'post', 'delete']), operationSchema),
  ),
  components: z.object({ schemas: z.record(z.string(), z.object({})) }),
})

async function readDocument() {
  const response = await http
    .get('/api/openapi.json')
    .expect(200)
    .expect('Content-Type', /^application\/json/)
  return { text: response.text, document: documentSchema.parse(response.body) }
}

describe('/api/openapi.json', () => {
  it('is OpenAPI 3.1 without dangling references', async () => {
    const { text, document } = await readDocument()
    expect(document.servers).toEqual([{ url: '/api' }])
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name,
    )
    expect(references.length).toBeGreaterThan(0)
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([...new Set(references), 'Stock', 'Stats', 'Related', 'Problem']),
    )
  })

  it('declares every path parameter, as required', async () => {
    const { document } = await readDocument()
    for (const [path, operations] of Object.entries(document.paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const { parameters = [] } of Object.values(operations)) {
        const declared = parameters.filter((parameter) => parameter.in === 'path')
        expect(declared.map(({ name }) => name)).toEqual(named)
        expect(declared.every(({ required }) => required === true)).toBe(true)
      }
    }
  })

  it('may be read by pages of other origins', async () => {
    const { headers } = await http.get('/api/openapi.json')
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
  })
})

describe('the files of the docs', () => {
  it.each(['index.html', 'swagger-initializer.js', 'package.json', '', '..%2F..%2Fpackage.json'])(
    'does not serve the rest of the package: %s',
    async (file) => {
      expect((await http.get(`/api/docs/files/${file}`)).status).toBe(404)
    },
  )

  const BUNDLE = '/api/docs/files/swagger-ui-bundle.js'

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['br, gzip', 'br'],
    ['deflate', undefined],
  ])('are compressed as %s', async (accepted, encoding) => {
    const { headers, text } = await http.get(BUNDLE).set('Accept-Encoding', accepted).expect(200)
    expect([headers['content-encoding'], headers['vary']]).toEqual([encoding, 'Accept-Encoding'])
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(text.length).toBeGreaterThan(1_000_000)
  })

  it('answer 304 to those who have them', async () => {
    const { headers } = await http.get(BUNDLE).set('Accept-Encoding', 'br')
    const again = await http.get(BUNDLE).set({ 'Accept-Encoding': 'br', 'If-None-Match': headers['etag'] })
    expect(again.status).toBe(304)
  })

  it('are served in ranges', async () => {
    const part = await http.get(BUNDLE).set('Range', 'bytes=0-9')
    expect([part.status, part.headers['content-length']]).toEqual([206, '10'])
  })

  it.each([
    ['Range', 'bytes=99999999-', 416, 'range-not-satisfiable'],
    ['If-Match', '"other"', 412, 'precondition-failed'],
    ['If-Unmodified-Since', 'Mon, 01 Jan 1990 00:00:00 GMT', 412, 'precondition-failed'],
  ])('refuse %s: %s without an error of our own', async (header, value, status, code) => {
    const answer = await http.get(BUNDLE).set(header, value)
    expect([answer.status, problemSchema.parse(answer.body).code]).toEqual([status, code])
  })
})
