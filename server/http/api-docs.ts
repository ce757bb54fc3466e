import { readFileSync } from 'node:fs'
import path from 'node:path'

import { Router } from 'express'
// The package's entry point would load its browser bundle.
import absolutePath from 'swagger-ui-dist/absolute-path.js'

import { createOpenApiDocument } from './openapi.ts'
import { answerReads } from './route-guards.ts'

/** The files we use. The package's own page is not among them: it loads its example from another site. */
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js']

const CONDITIONS = ['Range', 'If-Match', 'If-Unmodified-Since']

/** Our fonts and margins for the package, with its dark colors made legible on our background (WCAG 2.2, 4.5:1). There is only one
 *  server, so its menu is hidden. */
const STYLE = `html.dark-mode, html.dark-mode .swagger-ui { background: var(--ground); color: var(--text) }
#docs { overflow-wrap: anywhere }
.swagger-ui .scheme-container { display: none }
html.dark-mode .swagger-ui, html.dark-mode .swagger-ui :is(p, li, td, th, h3, h4, h5, label, button, input, select, textarea, small, .info a, .btn, .opblock-summary-description, .opblock-summary-method, .opblock-description-wrapper, .parameter__name, .response-col_links, .response-col_status, .model-title, .json-schema-2020-12__title) { font-family: var(--font-body) }
html.dark-mode .swagger-ui :is(.info .title, .opblock-tag) { font-family: var(--font-display) }
.swagger-ui .wrapper { max-width: none; padding: 0 }
html.dark-mode .swagger-ui :is(.info a, .link, .header-col, .opblock-summary-description, .opblock-tag small, .tab li, .response-col_links, .parameter__type, .parameter__in, .prop-format, .prop-type, .response-control-media-type__accept-message, .json-schema-2020-12 *, .json-schema-2020-12-accordion) { color: var(--text) }
html.dark-mode .swagger-ui :is(.highlight-code .microlight, .microlight) span { color: var(--text) !important }
html.dark-mode .swagger-ui .info .title small { background: var(--line-strong) !important; color: var(--text) }
html.dark-mode .swagger-ui .opblock { background: var(--ground-raised) !important; border-color: var(--line-strong) !important; box-shadow: none }
html.dark-mode .swagger-ui .opblock .opblock-summary { border-color: var(--line-strong) !important }
html.dark-mode .swagger-ui .opblock .opblock-summary-method { background: var(--line-strong) !important; color: var(--text) !important; text-shadow: none }
html.dark-mode .swagger-ui .tab li button.tablinks::after, html.dark-mode .swagger-ui .opblock .tab-header .tab-item.active h4 span::after { background: var(--action) !important }
html.dark-mode .swagger-ui :is(.markdown, .renderedMarkdown) code { background: var(--line) !important; color: var(--text) !important }
html.dark-mode .swagger-ui .btn { color: var(--text) }
html.dark-mode .swagger-ui .btn.execute { background: var(--action) !important; border-color: var(--action) !important; color: var(--on-action) !important }
html.dark-mode .swagger-ui .opblock .opblock-section-header { background: var(--ground-raised) !important }
.swagger-ui .microlight { max-width: 100% }
`

/** Starts the package, and keeps fixing parts of its output that screen readers would stumble over: skipped heading levels,
 *  fields without a name, scrolling boxes that cannot take focus. deepLinking accounts for its links inside buttons. */
const START_SCRIPT = `document.documentElement.classList.add('dark-mode')
SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: false, validatorUrl: null })
const docs = document.getElementById('docs')
const each = (selector, mend) => docs.querySelectorAll(selector + ':not([data-mended])').forEach((part) => {
  part.dataset.mended = ''
  mend(part)
})
const mend = () => {
  each('[role=region]:not(.information-container)', (part) => part.setAttribute('role', 'group'))
  each('.information-container', (part) => {
    part.setAttribute('role', 'region')
    part.setAttribute('aria-label', 'About the API')
  })
  each('h3, h4, h5', (part) => part.setAttribute('aria-level', Number(part.tagName[1]) - 1))
  each('select, input, textarea', (part) => {
    const { paramName = part.getAttribute('placeholder') ?? 'choice' } = part.closest('[data-param-name]')?.dataset ?? {}
    if (!part.labels?.length) part.setAttribute('aria-label', paramName)
  })
  each('pre, .microlight', (part) => part.setAttribute('tabindex', '0'))
}
new MutationObserver(mend).observe(docs, { childList: true, subtree: true })
`

/** /openapi.json, the API's description, and what client/pages/api-docs.tsx loads to try it: all from this server. */
export function createApiDocsRouter(site: { name: string }): Router {
  let document: Buffer | undefined
  const router = Router()
  answerReads(router, '/openapi.json', (_request, response) => {
    // It is public: tools on other sites may read it.
    response
      .set({
        'Access-Control-Allow-Origin': '*',
        'Cache-Control': 'public, max-age=300',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      })
      .type('json')
      // Made on the first request: this would take a tenth of the startup time.
      .send((document ??= Buffer.from(JSON.stringify(createOpenApiDocument(site)))))
  })
  answerReads(router, '/docs/style.css', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=300').type('text/css').send(STYLE)
  })
  answerReads(router, '/docs/start.js', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=300').type('text/javascript').send(START_SCRIPT)
  })
  for (const file of FILES) {
    const place = path.join(absolutePath(), file)
    // Kept so that it is compressed once rather than for each request.
    const content = readFileSync(place)
    answerReads(router, `/docs/files/${file}`, (request, response) => {
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
