import { readFileSync } from 'node:fs'
import path from 'node:path'

import { Router, type RequestHandler } from 'express'
// The package itself would load its bundle for browsers.
import absolutePath from 'swagger-ui-dist/absolute-path.js'

import { escapeHtml } from '../lib/text.ts'
import { createOpenApiDocument } from './openapi.ts'
import { allowOnly } from './route-guards.ts'

/** The package's own page loads its example from another site. */
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js']

const CONDITIONS = ['Range', 'If-Match', 'If-Unmodified-Since']

const PAGE = (siteName: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · ${escapeHtml(siteName)}</title>
<meta name="description" content="The API of ${escapeHtml(siteName)}, to read and to try.">
<link rel="stylesheet" href="/api/docs/files/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<div id="docs">
<noscript>This page needs JavaScript. The same description, for programs: <a href="/api/openapi.json">openapi.json</a></noscript>
</div>
<script src="/api/docs/files/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`

/** Readable colours (WCAG 2.2, 4.5:1), and no choice of server, since there is one. */
const STYLE = `
.swagger-ui .scheme-container { display: none }
.swagger-ui .info .title small { background: #59616e }
.swagger-ui .info .title small.version-stamp { background: #4c6b00 }
.swagger-ui .info a, .swagger-ui .info .url, .swagger-ui .link { color: #1a5fb4 }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1c5fa8 }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1f7a4d }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #8f5400 }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3261e }
.swagger-ui .opblock .opblock-summary-description, .swagger-ui .opblock-tag small { color: #3b4151 }
`

const START_SCRIPT = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null })\n`

/** /openapi.json and /docs: the API's description and a page to try it, all from this server. */
export function createApiDocsRouter(site: { name: string }): Router {
  let document: Buffer | undefined
  const router = Router()
  const answer = (address: string, handler: RequestHandler) => {
    router.route(address).get(handler).all(allowOnly('GET', 'HEAD'))
  }
  answer('/openapi.json', (_request, response) => {
    // It is public: tools on other sites may read it.
    response
      .set({
        'Access-Control-Allow-Origin': '*',
        'Cache-Control': 'public, max-age=300',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      })
      .type('json')
      // Made on the first request: it takes a tenth of the start-up time.
      .send((document ??= Buffer.from(JSON.stringify(createOpenApiDocument(site)))))
  })
  answer('/docs', (_request, response) => {
    response.set('Cache-Control', 'no-cache').type('html').send(PAGE(site.name))
  })
  answer('/docs/style.css', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=300').type('text/css').send(STYLE)
  })
  answer('/docs/start.js', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=300').type('text/javascript').send(START_SCRIPT)
  })
  for (const file of FILES) {
    const place = path.join(absolutePath(), file)
    // Kept, so that it is compressed once and not for each request.
    const content = readFileSync(place)
    answer(`/docs/files/${file}`, (request, response) => {
      // Range and conditional requests are answered from the file itself.
      if (CONDITIONS.some((header) => request.get(header) !== undefined)) {
        response.sendFile(place, { maxAge: '1 day' })
        return
      }
      response.set('Cache-Control', 'public, max-age=86400').type(path.extname(file)).send(content)
    })
  }
  return router
}
