import type { ServerResponse } from 'node:http'

import type { Plugin, ViteDevServer } from 'vite'

import { type ColorScheme, chartPath } from '../../../../shared/edition-address.ts'
import type { SectionName, ChartContent } from '../../../../shared/edition-contract.ts'
import type * as Charts from '../../../pictures/draw-line-chart.ts'
import type * as Renderer from '../../../pictures/png-renderer.ts'
import type * as Rendering from '../render-edition.tsx'
import { EXAMPLE_EDITION } from './example-edition.ts'
import { chooseRendering, drawErrorPage, drawPreviewPage, listSettings } from './preview-page.ts'

interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string | Buffer
}

const HTML = 'text/html; charset=utf-8'
const PAGES: ReadonlySet<string> = new Set(['/', '/letter'])

/** Shows the example letter in a browser, and reloads it when the templates change. Works under `vite`, never in a build. */
export function previewLetter(): Plugin {
  return {
    name: 'letter-preview',
    apply: 'serve',
    configureServer(server) {
      server.watcher.on('change', () => server.ws.send({ type: 'full-reload' }))
      const answer = createAnswer(server)
      server.middlewares.use((request, response, next) => {
        const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`)
        if (!PAGES.has(url.pathname) && !url.pathname.startsWith('/newsletter/')) return next()
        return void answer(url, response)
      })
    },
  }
}

function createAnswer(server: ViteDevServer) {
  const drawPicture = createPictures(server)
  return async (url: URL, response: ServerResponse): Promise<void> => {
    try {
      send(
        response,
        PAGES.has(url.pathname) ? await answerPage(server, url) : await answerPicture(drawPicture, url),
      )
    } catch (error) {
      server.config.logger.error(String(error))
      send(response, { status: 500, type: HTML, body: await withReload(server, drawErrorPage(error)) })
    }
  }
}

async function answerPage(server: ViteDevServer, url: URL): Promise<Answer> {
  const { renderEdition } = (await server.ssrLoadModule(
    '/server/letter/render/render-edition.tsx',
  )) as typeof Rendering
  const rendered = await renderEdition({
    content: EXAMPLE_EDITION,
    site: {
      name: 'Lunchpail (EXAMPLE, invented)',
      url: url.origin,
      contactEmail: 'hello@lunchpail.example',
      operatorName: 'The operator’s name',
      postalAddress: 'The operator’s postal address',
      mailFrom: 'monday@lunchpail.example',
    },
  })
  const settings = listSettings(url.searchParams)
  const body =
    url.pathname === '/letter'
      ? chooseRendering(rendered.html, settings)
      : await withReload(server, drawPreviewPage({ content: EXAMPLE_EDITION, rendered, settings }))
  return { status: 200, type: HTML, body }
}

type DrawPicture = (chart: ChartContent, scheme: ColorScheme) => Promise<Buffer>

/** One thread draws all pictures. */
function createPictures(server: ViteDevServer): DrawPicture {
  let renderPng: Renderer.RenderPng | undefined
  return async (chart, scheme) => {
    const charts = (await server.ssrLoadModule('/server/pictures/draw-line-chart.ts')) as typeof Charts
    const renderer = (await server.ssrLoadModule('/server/pictures/png-renderer.ts')) as typeof Renderer
    renderPng ??= renderer.createPngRenderer()
    return await renderPng(charts.drawLineChart(chart, scheme))
  }
}

async function answerPicture(drawPicture: DrawPicture, url: URL): Promise<Answer> {
  const { slotDate, sections } = EXAMPLE_EDITION
  const isOf = (name: SectionName, scheme: ColorScheme) => url.pathname === chartPath(slotDate, name, scheme)
  const section = sections.find(({ name }) => isOf(name, 'light') || isOf(name, 'dark'))
  if (!section?.chart)
    return { status: 404, type: HTML, body: 'The preview has the letter and its pictures only.' }
  return {
    status: 200,
    type: 'image/png',
    body: await drawPicture(section.chart, isOf(section.name, 'dark') ? 'dark' : 'light'),
  }
}

function withReload(server: ViteDevServer, html: string): Promise<string> {
  return server.transformIndexHtml('/', html)
}

function send(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
}
