import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import path from 'node:path'

import type { Plugin, ViteDevServer } from 'vite'

import { type ColorScheme, chartPath } from '../../../../shared/edition-address.ts'
import {
  type SectionName,
  type ChartContent,
  type EditionContent,
  editionContentSchema,
} from '../../../../shared/edition-contract.ts'
import type * as Pictures from '../../../pictures/index.ts'
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

/** Shows the letter in a browser while its templates are worked on, and reloads when they change. Works under `vite`,
 *  never in a build.
 *  @param file  the words of an edition as JSON, by EditionContent; without it an example is shown */
export function previewLetter(file: string | undefined): Plugin {
  return {
    name: 'letter-preview',
    apply: 'serve',
    configureServer(server) {
      if (file !== undefined) server.watcher.add(path.resolve(file))
      server.watcher.on('change', () => server.ws.send({ type: 'full-reload' }))
      const answer = createAnswer(server, file)
      server.middlewares.use((request, response, next) => {
        const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`)
        if (!PAGES.has(url.pathname) && !url.pathname.startsWith('/newsletter/')) return next()
        return void answer(url, response)
      })
    },
  }
}

function createAnswer(server: ViteDevServer, file: string | undefined) {
  const drawPicture = createPictures(server)
  return async (url: URL, response: ServerResponse): Promise<void> => {
    try {
      const content = await readContent(file)
      send(
        response,
        PAGES.has(url.pathname)
          ? await answerPage(server, content, { url, isExample: file === undefined })
          : await answerPicture(drawPicture, content, url),
      )
    } catch (error) {
      server.config.logger.error(String(error))
      send(response, { status: 500, type: HTML, body: await withReload(server, drawErrorPage(error)) })
    }
  }
}

async function readContent(file: string | undefined): Promise<EditionContent> {
  if (file === undefined) return EXAMPLE_EDITION
  return editionContentSchema.parse(JSON.parse(await readFile(file, 'utf8')))
}

async function answerPage(
  server: ViteDevServer,
  content: EditionContent,
  { url, isExample }: { url: URL; isExample: boolean },
): Promise<Answer> {
  const { renderEdition } = (await server.ssrLoadModule(
    '/server/letter/render/render-edition.tsx',
  )) as typeof Rendering
  const rendered = await renderEdition({
    content,
    site: {
      name: isExample ? 'Lunchpail (EXAMPLE, invented)' : 'Lunchpail (preview)',
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
      : await withReload(server, drawPreviewPage({ content, rendered, settings, isExample }))
  return { status: 200, type: HTML, body }
}

type DrawPicture = (chart: ChartContent, scheme: ColorScheme) => Promise<Buffer>

/** One thread draws all of them. */
function createPictures(server: ViteDevServer): DrawPicture {
  let renderPng: Pictures.RenderPng | undefined
  return async (chart, scheme) => {
    const pictures = (await server.ssrLoadModule('/server/pictures/index.ts')) as typeof Pictures
    renderPng ??= pictures.createPngRenderer()
    return await pictures.drawChart(chart, renderPng, scheme)
  }
}

async function answerPicture(drawPicture: DrawPicture, content: EditionContent, url: URL): Promise<Answer> {
  const isOf = (name: SectionName, scheme: ColorScheme) =>
    url.pathname === chartPath(content.slotDate, name, scheme)
  const section = content.sections.find(({ name }) => isOf(name, 'light') || isOf(name, 'dark'))
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
