import type { Plugin, ViteDevServer } from 'vite'

import { chartPath } from '../../../../shared/edition-address.ts'
import { escapeHtml } from '../../../lib/text.ts'
import type * as Charts from '../../../pictures/draw-line-chart.ts'
import type * as Renderer from '../../../pictures/png-renderer.ts'
import { chartVersion } from '../../edition-input.ts'
import type * as Rendering from '../render-edition.tsx'
import { EXAMPLE_EDITION } from './example-edition.ts'

const HTML = 'text/html; charset=utf-8'
const RELOADING = '<script type="module" src="/@vite/client"></script>'

/** Shows the example letter in a browser, at /text as plain text, and reloads it when the templates change. Works under `vite`,
 *  never in a build. The browser's own tools show it narrow, dark or without pictures. */
export function previewLetter(): Plugin {
  return {
    name: 'letter-preview',
    apply: 'serve',
    configureServer(server) {
      server.watcher.on('change', () => server.ws.send({ type: 'full-reload' }))
      const drawPicture = createPictures(server)
      server.middlewares.use((request, response, next) => {
        const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`)
        const send = (type: string, body: string | Buffer) =>
          response.setHeader('cache-control', 'no-store').setHeader('content-type', type).end(body)
        const answer = async () => {
          if (url.pathname === '/') return send(HTML, `${(await render(server, url)).html}${RELOADING}`)
          if (url.pathname === '/text')
            return send('text/plain; charset=utf-8', (await render(server, url)).text)
          const picture = await drawPicture(url.pathname + url.search)
          return picture ? send('image/png', picture) : next()
        }
        answer().catch((error: unknown) => {
          server.config.logger.error(String(error))
          response.statusCode = 500
          const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
          send(HTML, `<pre>${escapeHtml(words)}</pre>${RELOADING}`)
        })
      })
    },
  }
}

async function render(server: ViteDevServer, { origin }: URL) {
  const { renderEdition } = (await server.ssrLoadModule(
    '/server/letter/render/render-edition.tsx',
  )) as typeof Rendering
  return renderEdition({
    content: EXAMPLE_EDITION,
    site: {
      name: 'Lunchpail (EXAMPLE, invented)',
      url: origin,
      contactEmail: 'hello@lunchpail.example',
      operatorName: 'The operator’s name',
      postalAddress: 'The operator’s postal address',
    },
  })
}

/** One thread draws all pictures.
 *  @returns undefined for a path that leads to no picture of the letter */
function createPictures(server: ViteDevServer): (path: string) => Promise<Buffer> | undefined {
  const { slotDate, sections } = EXAMPLE_EDITION
  const pictures = sections.flatMap(({ name, chart }) =>
    (['light', 'dark'] as const).flatMap((scheme) =>
      chart
        ? [{ chart, scheme, path: chartPath(slotDate, name, { version: chartVersion(chart), scheme }) }]
        : [],
    ),
  )
  let renderPng: Renderer.RenderPng | undefined
  const draw = async ({ chart, scheme }: (typeof pictures)[number]) => {
    const charts = (await server.ssrLoadModule('/server/pictures/draw-line-chart.ts')) as typeof Charts
    const renderer = (await server.ssrLoadModule('/server/pictures/png-renderer.ts')) as typeof Renderer
    renderPng ??= renderer.createPngRenderer()
    return renderPng(charts.drawLineChart(chart, scheme))
  }
  return (path) => {
    const picture = pictures.find((one) => one.path === path)
    return picture && draw(picture)
  }
}
