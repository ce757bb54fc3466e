import { act, StrictMode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { SiteContext } from '../../lib/island.tsx'
import { createSite, getButton, press, renderScreen } from '../../testing/render.tsx'
import { UnsubscribeResult } from './unsubscribe-result.tsx'

const fetchMock = vi.fn<typeof fetch>()

beforeEach(() => {
  fetchMock.mockResolvedValue(new Response(null, { status: 200 }))
  vi.stubGlobal('fetch', fetchMock)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  fetchMock.mockReset()
})

/** @param entry  what the browser's history remembers of the page */
async function renderResult(
  address: string,
  entry?: unknown,
  link: { isUsable: boolean; unusable?: string } = { isUsable: true },
) {
  const Strict = () => (
    <StrictMode>
      <UnsubscribeResult {...link} />
    </StrictMode>
  )
  const { container } = await renderScreen(Strict, { address, entry })
  return { container, message: () => container.querySelector('[role=alert]')?.textContent }
}

const pretend = (userAgent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)

describe('the unsubscribe page', () => {
  it.each(['/unsubscribe', '/unsubscribe?email=', '/unsubscribe?token=abc'])(
    'says at %s that the address is missing, and sends nothing',
    async (address) => {
      const { message } = await renderResult(address)
      expect(message()).toBe('Invalid or missing email address.')
      expect(fetchMock).not.toHaveBeenCalled()
    },
  )

  it('sends the address once, by itself, and says that it worked', async () => {
    const { container, message } = await renderResult('/unsubscribe?email=some%2Bone%40home.org')
    expect(fetchMock).toHaveBeenCalledTimes(1)
    const [path, request] = fetchMock.mock.calls[0]!
    expect(path).toBe('/prod/unsubscribe')
    expect(request?.method).toBe('DELETE')
    expect(request?.body).toBe('{"email":"some+one@home.org"}')
    expect(message()).toBe('You have been successfully unsubscribed.')
    expect(container.textContent).toContain('If this was a mistake, you can subscribe again')
    expect(container.querySelector('a')?.getAttribute('href')).toBe('/')
    expect(window.location.pathname + window.location.search).toBe('/unsubscribe')
  })

  it('still says that it worked when the visitor comes back', async () => {
    await renderResult('/unsubscribe?email=a@home.org')
    const entry: unknown = window.history.state
    const { message } = await renderResult('/unsubscribe', entry)
    expect(message()).toBe('You have been successfully unsubscribed.')
    expect(fetchMock).toHaveBeenCalledTimes(1)
  })

  it('sends the token of a mailed link with it', async () => {
    await renderResult('/unsubscribe?email=a@home.org&token=signed.123')
    expect(fetchMock.mock.calls[0]?.[1]?.body).toBe('{"email":"a@home.org","token":"signed.123"}')
  })

  it('says that it failed and sends again when asked to', async () => {
    fetchMock.mockResolvedValueOnce(new Response(null, { status: 500 }))
    const { container, message } = await renderResult('/unsubscribe?email=a@home.org')
    expect(message()).toBe('Something went wrong. Please try again.')
    await press(getButton(container, 'Try again'))
    expect(fetchMock).toHaveBeenCalledTimes(2)
    expect(message()).toBe('You have been successfully unsubscribed.')
  })

  it('says that nothing was sent while the device is offline, until it is back', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { message } = await renderResult('/unsubscribe?email=a@home.org')
    expect(message()).toBe('Something went wrong. Please try again. You are offline: nothing was sent.')
    onLine.mockReturnValue(true)
    await act(() => window.dispatchEvent(new Event('online')))
    expect(message()).toBe('Something went wrong. Please try again.')
  })

  it('explains what to do, without a button, when only a link from a letter works', async () => {
    fetchMock.mockResolvedValueOnce(Response.json({ code: 'token-required' }, { status: 403 }))
    const { container, message } = await renderResult('/unsubscribe?email=a@home.org&token=1.forged')
    expect(message()).toBe('Please use the unsubscribe link in one of our letters.')
    expect(container.textContent).toContain('If you have none, write to hello@lunchpail.test')
    expect(container.querySelector('a')?.getAttribute('href')).toBe(
      'mailto:hello@lunchpail.test?subject=Unsubscribe',
    )
    expect(container.querySelector('button')).toBeNull()
  })

  it('says what is wrong with an invalid address, without a button that could never work', async () => {
    fetchMock.mockResolvedValueOnce(Response.json({ code: 'invalid-email' }, { status: 400 }))
    const { container, message } = await renderResult('/unsubscribe?email=someone@home', null, {
      isUsable: false,
      unusable: 'someone@home',
    })
    expect(message()).toBe('Invalid or missing email address.')
    expect(container.textContent).toContain('This link says “someone@home”, which is no email address.')
    expect(container.querySelector('button')).toBeNull()
  })

  it('sends nothing by itself if the page is the answer to its form', async () => {
    const Answered = () => <UnsubscribeResult posted={{ outcome: 'failed' }} />
    const { container } = await renderScreen(Answered, { address: '/unsubscribe?email=a@home.org' })
    expect(fetchMock).not.toHaveBeenCalled()
    expect(container.querySelector('[role=alert]')?.textContent).toBe(
      'Something went wrong. Please try again.',
    )
    await press(getButton(container, 'Try again'))
    expect(container.querySelector('[role=alert]')?.textContent).toBe(
      'You have been successfully unsubscribed.',
    )
  })

  it('removes the address from the URL after its form has worked', async () => {
    const Answered = () => <UnsubscribeResult posted={{ outcome: 'done' }} />
    const { container } = await renderScreen(Answered, { address: '/unsubscribe?email=a@home.org' })
    expect(fetchMock).not.toHaveBeenCalled()
    expect(container.textContent).toContain('If this was a mistake, you can subscribe again')
    expect(window.location.pathname + window.location.search).toBe('/unsubscribe')
  })

  it.each([
    ['says another reason', Response.json({ code: 'cross-site-request' }, { status: 403 })],
    ['is no JSON', new Response('<h1>Forbidden</h1>', { status: 403 })],
  ])('can be retried when a refusal %s', async (_what, refusal) => {
    fetchMock.mockResolvedValueOnce(refusal)
    const { container, message } = await renderResult('/unsubscribe?email=a@home.org')
    await press(getButton(container, 'Try again'))
    expect(message()).toBe('You have been successfully unsubscribed.')
  })

  it('waits for the button when a known bot opens the link', async () => {
    pretend('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)')
    const { container, message } = await renderResult('/unsubscribe?email=a@home.org')
    expect(fetchMock).not.toHaveBeenCalled()
    await press(getButton(container, 'Unsubscribe'))
    expect(fetchMock).toHaveBeenCalledTimes(1)
    expect(message()).toBe('You have been successfully unsubscribed.')
  })

  it.each([null, { outcome: 'missing' } as const])(
    'says the same without scripts, also in answer to its form: %j',
    (posted) => {
      const html = renderToStaticMarkup(
        <SiteContext value={createSite()}>
          <UnsubscribeResult posted={posted} isUsable={false} unusable="someone@home" />
        </SiteContext>,
      )
      expect(html).toContain('Invalid or missing email address.')
      expect(html.match(/This link says “someone@home”, which is no email address\./g)).toHaveLength(1)
      expect(html).toContain('Open the unsubscribe link at the foot of any newsletter')
      expect(html).not.toContain('<button')
    },
  )

  it('does not offer a program a button that could never work', async () => {
    pretend('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)')
    const { container, message } = await renderResult('/unsubscribe?email=someone', null, {
      isUsable: false,
      unusable: 'someone',
    })
    expect(message()).toBe('Invalid or missing email address.')
    expect(container.querySelector('button')).toBeNull()
  })

  it('sends nothing from a tab until it is visible', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await renderResult('/unsubscribe?email=a@home.org')
    expect(fetchMock).not.toHaveBeenCalled()
    visibility.mockReturnValue('visible')
    await act(async () => document.dispatchEvent(new Event('visibilitychange')))
    expect(fetchMock).toHaveBeenCalledTimes(1)
  })
})
