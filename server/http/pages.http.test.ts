import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'

import express from 'express'
import { pino } from 'pino'
import supertest from 'supertest'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { askOnBehalfOf, currentAskers } from '../lib/askers.ts'
import { systemClock } from '../lib/clock.ts'
import { stretchWaits } from '../lib/patience.ts'
import type { RenderedPage } from '../../client/lib/api-client.ts'
import { createAnswers } from './answers.ts'
import { createErrorHandler } from './error-response.ts'
import { createPages } from './pages.ts'

const logger = pino({ level: 'silent' })

function appThatRenders(render: (address: string) => Promise<RenderedPage>) {
  const app = express()
  app.use((_request, _response, next) => askOnBehalfOf('client', next))
  app.use(createPages({ renderPage: render, logger, answers: createAnswers({ clock: systemClock }) }).router)
  app.use(createErrorHandler(logger))
  return supertest(app)
}

/** @returns a function that sends requests in one TCP segment, so that all are read at once */
async function listen(renderPage: (address: string) => Promise<RenderedPage>) {
  const app = express()
  app.use((request, _response, next) => askOnBehalfOf(request.get('x-client'), next))
  app.use(createPages({ renderPage, logger, answers: createAnswers({ clock: systemClock }) }).router)
  const server = app.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (requests: readonly { path: string; client?: string }[]) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    socket.write(
      requests
        .map(({ path, client }) => {
          const header = client === undefined ? '' : `X-Client: ${client}\r\n`
          return `GET ${path} HTTP/1.1\r\nHost: site\r\n${header}\r\n`
        })
        .join(''),
    )
    const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status)
    return { socket, statuses, received: () => text }
  }
}

const page = (html: string, status = 200): RenderedPage => ({ status, html, location: undefined })

describe('the pages', () => {
  it('are rendered once for a crowd, and answered with 304 to those who have them', async () => {
    let renders = 0
    const request = appThatRenders(async (address) => {
      renders += 1
      return page(`<p>${address}</p>`.repeat(100))
    })
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => request.get('/stocks/aapl').set('Accept-Encoding', 'br')),
    )
    expect(renders).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
    expect(answers[0]?.headers['content-encoding']).toBe('br')
    const etag = String(answers[0]?.headers['etag'])
    const again = await request.get('/stocks/AAPL').set({ 'Accept-Encoding': 'br', 'If-None-Match': etag })
    expect(again.status).toBe(304)
    expect(renders).toBe(1)
  })

  it('that take too long are answered with 503, before a proxy gives up on the server', async () => {
    stretchWaits(1 / 1_000)
    onTestFinished(() => stretchWaits(1))
    const request = appThatRenders(() => new Promise(() => undefined))
    const answer = await request.get('/stocks/aapl').set('Accept', 'text/html')
    expect([answer.status, answer.type, answer.headers['retry-after']]).toEqual([503, 'text/html', '5'])
    expect(answer.text).toContain('Please try again in a few seconds.')
  })

  it('let other requests be answered between two of them, however many are requested at once', async () => {
    let turn = 0
    const renderedIn: number[] = []
    const send = await listen(async (address) => {
      renderedIn.push(turn)
      return page(`<p>${address}</p>`)
    })
    let isCounting = true
    const count = () => {
      turn += 1
      if (isCounting) setImmediate(count)
    }
    count()
    const { socket } = send(
      Array.from({ length: 20 }, (_, index) => [
        { path: `/stocks/T${index}` },
        { path: `/stocks?ticker=t+${index}` },
      ]).flat(),
    )
    await expect.poll(() => renderedIn.length).toBe(40)
    isCounting = false
    socket.destroy()
    expect(new Set(renderedIn).size).toBe(40)
  })

  it('are rendered in turn for each client, so that a page does not wait for all those another client requested', async () => {
    const rendered: string[] = []
    const send = await listen(async (address) => {
      rendered.push(address)
      return page(`<p>${address}</p>`)
    })
    const asked = Array.from({ length: 20 }, (_, index) => ({ path: `/stocks/!!${index}`, client: 'greedy' }))
    const { socket } = send([...asked, { path: '/', client: 'visitor' }])
    await expect.poll(() => rendered.length).toBe(21)
    socket.destroy()
    expect(rendered.indexOf('/')).toBeLessThanOrEqual(2)
  })

  it('ask a client to come back if too many of its requests are waiting', async () => {
    const send = await listen(async (address) => page(`<p>${address}</p>`))
    const asked = Array.from({ length: 300 }, (_, index) => ({
      path: `/stocks/!!${index}`,
      client: 'greedy',
    }))
    const { socket, statuses, received } = send(asked)
    await expect.poll(() => statuses().length).toBe(300)
    socket.destroy()
    expect(new Set(statuses())).toEqual(new Set(['200', '503']))
    expect(received()).toContain('Retry-After: 5')
    expect(received()).toContain('Many people are opening pages right now')
  })

  it('are rendered at most 300 times a minute for one client, which still gets cached ones; others get all', async () => {
    // A busy machine may take longer than the one minute that the limit covers.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const send = await listen(async (address) => page(`<p>${address}</p>`))
    for (let round = 0; round < 3; round += 1) {
      const asked = Array.from({ length: 100 }, (_, index) => ({
        path: `/stocks/!!${round}x${index}`,
        client: 'greedy',
      }))
      const { socket, statuses } = send(asked)
      await expect.poll(() => statuses().length).toBe(100)
      expect(new Set(statuses())).toEqual(new Set(['200']))
      socket.destroy()
    }
    const visitor = send([{ path: '/stocks/AAPL', client: 'visitor' }])
    await expect.poll(() => visitor.statuses()).toEqual(['200'])
    visitor.socket.destroy()
    const greedy = send(['/stocks/MSFT', '/stocks/AAPL'].map((path) => ({ path, client: 'greedy' })))
    await expect.poll(() => greedy.statuses()).toEqual(['429', '200'])
    expect(greedy.received()).toContain('Retry-After: 60')
    greedy.socket.destroy()
    const joined = send(['greedy', 'visitor'].map((client) => ({ path: '/stocks/MSFT', client })))
    await expect.poll(() => joined.statuses()).toEqual(['429', '200'])
    joined.socket.destroy()
  })

  it('carry the router’s status, and are cached by nobody if they are errors', async () => {
    const request = appThatRenders(async () => page('<p>no source</p>', 503))
    const answer = await request.get('/stocks/AAPL')
    expect(answer.status).toBe(503)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['retry-after']).toBe('30')
  })

  it('do not reveal to one client that another exceeded its limit', async () => {
    let renders = 0
    const request = appThatRenders(async () => {
      renders += 1
      if (renders > 2) return page('<p>prices</p>')
      currentAskers().noteRefusal()
      return page('<p>too much</p>', 429)
    })
    const first = await request.get('/stocks/AAPL')
    expect([first.status, first.headers['retry-after'], first.headers['cache-control']]).toEqual([
      429,
      '30',
      'no-store',
    ])
    const crowd = await Promise.all(Array.from({ length: 5 }, () => request.get('/stocks/AAPL')))
    expect(crowd.filter(({ status }) => status === 200)).toHaveLength(4)
    expect(renders).toBe(3)
  })

  it('are not cached on the way if affected by a refusal of the client', async () => {
    const request = appThatRenders(async () => {
      currentAskers().noteRefusal()
      return page('<p>prices of Friday</p>')
    })
    const answer = await request.get('/stocks/AAPL')
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  })

  it('are not cached while their data is loading', async () => {
    const request = appThatRenders(async () => ({ ...page('<p>Loading...</p>'), isUnfinished: true }))
    const answer = await request.get('/stocks/AAPL')
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  })

  it('redirect without a body', async () => {
    const request = appThatRenders(async () => ({ status: 302, html: '', location: '/stocks/AAPL' }))
    const answer = await request.get('/stocks?ticker=aapl')
    expect(answer.status).toBe(302)
    expect(answer.headers['location']).toBe('/stocks/AAPL')
  })

  it('answer HEAD without a body and refuse other methods', async () => {
    const request = appThatRenders(async () => page('<p>hello</p>'))
    const head = await request.head('/')
    expect([head.status, head.text]).toEqual([200, undefined])
    const post = await request.post('/')
    expect([post.status, post.headers['allow']]).toEqual([405, 'GET, HEAD'])
    expect(post.headers['content-type']).toContain('application/problem+json')
  })

  it('are replaced by a plain error page when rendering fails, and rendered again on the next request', async () => {
    let renders = 0
    const request = appThatRenders(async () => {
      renders += 1
      if (renders === 1) throw new Error('boom')
      return page('<p>fine</p>')
    })
    const failed = await request.get('/')
    expect(failed.status).toBe(500)
    expect(failed.text).toContain('Something went wrong')
    expect(failed.text).not.toContain('boom')
    const recovered = await request.get('/')
    expect(recovered.text).toBe('<p>fine</p>')
  })

  it.each([
    ['//', '/'],
    ['///', '/'],
    ['//[', '/not-found'],
    ['//elsewhere.example/stocks', '/not-found'],
    ['/%', '/not-found'],
    ['/%00', '/not-found'],
    ['/stocks/%E0%A4%A', '/stocks/%25E0%25A4%25A'],
    ['/stocks?ticker=%E0%A4%A', '/stocks?ticker=%EF%BF%BD%25A'],
    ['/stocks/%00', '/not-found'],
    ['/stocks/A%0AB', '/not-found'],
    ['/stocks/aapl?range=5Y?x', '/stocks/AAPL'],
    ['/stocks/aapl/?range=5Y&email=ada@mail.example', '/stocks/AAPL?range=5Y'],
    ['/unsubscribe?email=ada@mail.example&token=t0ken', '/unsubscribe?link=usable'],
    ['/confirm/?token=t0ken', '/confirm'],
  ])('show %s as %s', async (asked, address) => {
    const request = appThatRenders(async (rendered) => page(rendered))
    const answer = await request.get(asked)
    expect([answer.status, answer.text]).toEqual([200, address])
  })

  it('share one cache entry for all unknown addresses, and one for all unsubscribing readers', async () => {
    const rendered: string[] = []
    const request = appThatRenders(async (address) => {
      rendered.push(address)
      return page(address, address === '/not-found' ? 404 : 200)
    })
    for (const path of ['/a', '/b?c', '/unsubscribe?email=a@b.example', '/unsubscribe?email=c@d.example']) {
      await request.get(path)
    }
    expect(rendered).toEqual(['/not-found', '/unsubscribe?link=usable'])
  })
})
