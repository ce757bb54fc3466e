import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { getButton, setAddress } from '../../testing/render.tsx'
import { ConsentBanner } from './consent-banner.tsx'
import { startConsent } from './start-consent.ts'

const fetchMock = vi.fn<typeof fetch>()
// Applies to the whole file: a screen that is left at the end of a test sends a report.
const beacon = vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true)

/** The server's answer, which remembers the choice in a cookie. */
const saveChoice: typeof fetch = async (_address, init) => {
  const { choice } = JSON.parse(init?.body as string) as { choice: string }
  document.cookie = `cookie_choice=${choice === 'accepted' ? 'accepted-tickers' : choice}; path=/`
  return new Response(null, { status: 204 })
}

beforeEach(() => {
  fetchMock.mockImplementation(saveChoice)
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.stubGlobal('fetch', fetchMock)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  fetchMock.mockReset()
  beacon.mockClear()
  document.cookie = 'cookie_choice=; path=/; max-age=0'
  Object.assign(navigator, { globalPrivacyControl: undefined })
})

const press = async (button: HTMLElement) => {
  button.click()
  // The server's answer, and what follows it.
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
}

/** A page with the banner and the button of its footer, until the test is over.
 *  @param isReopened  whether that button was clicked */
async function renderPanel({ isReopened = false, address = '/stocks?ticker=KO' } = {}) {
  setAddress(address)
  const container = document.createElement('div')
  container.innerHTML = `<main tabindex="-1"></main><button aria-controls="cookie-choices">Cookie choices</button>${renderToStaticMarkup(<ConsentBanner />)}`
  document.body.append(container)
  const stop = startConsent()
  onTestFinished(() => {
    stop()
    container.remove()
  })
  const opener = getButton(container, 'Cookie choices')
  if (isReopened) {
    opener.focus()
    opener.click()
  }
  return { container, opener, banner: container.querySelector('section') as HTMLElement }
}

/** What was reported, in order. */
const reports = () =>
  Promise.all(
    beacon.mock.calls.map(async ([address, body]) => ({
      address,
      ...(JSON.parse(await (body as Blob).text()) as {
        path: string
        seconds: number
        referrer: string
        isResumed: boolean
      }),
    })),
  )

/** The document's visibility, until the test is over. */
const pretend = (name: 'visibilityState' | 'referrer', value: string) =>
  Object.defineProperty(document, name, { configurable: true, value })

const show = (state: 'visible' | 'hidden') => {
  pretend('visibilityState', state)
  document.dispatchEvent(new Event('visibilitychange'))
}
const wait = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)
const leave = () => window.dispatchEvent(new Event('pagehide'))

describe('the cookie banner', () => {
  it('asks with two equal buttons when no answer is stored, and counts nothing before the answer', async () => {
    const { container, banner } = await renderPanel()
    expect(banner.textContent).toContain('count and time visits, and your browser keep recent tickers?')
    expect(getButton(container, 'Accept cookies').className).toBe(
      getButton(container, 'Decline cookies').className,
    )
    expect(container.querySelector('a')?.getAttribute('href')).toBe('/privacy-policy')
    leave()
    expect(beacon).not.toHaveBeenCalled()
  })

  it('reports the page, without its query, when it is left after Accept', async () => {
    const { container } = await renderPanel()
    await press(getButton(container, 'Accept cookies'))
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/consent')
    expect(fetchMock.mock.calls[0]?.[1]?.method).toBe('PUT')
    expect(fetchMock.mock.calls[0]?.[1]?.body).toBe('{"choice":"accepted"}')
    expect(container.querySelector('section')?.hidden).toBe(true)
    leave()
    expect(await reports()).toEqual([
      { address: '/api/visits', path: '/stocks', seconds: 0, referrer: '', isResumed: false },
    ])
  })

  it('closes after Decline and counts nothing', async () => {
    const { container } = await renderPanel()
    await press(getButton(container, 'Decline cookies'))
    expect(fetchMock.mock.calls[0]?.[1]?.body).toBe('{"choice":"refused"}')
    expect(container.querySelector('section')?.hidden).toBe(true)
    leave()
    expect(beacon).not.toHaveBeenCalled()
  })

  it('stays and says so when the answer was not saved', async () => {
    fetchMock.mockImplementation(async () => new Response(null, { status: 500 }))
    const { container } = await renderPanel()
    for (const answer of ['Accept cookies', 'Decline cookies']) {
      await press(getButton(container, answer))
      expect(container.textContent).toContain('That was not saved. Please try again.')
    }
  })

  it.each([
    ['the button', (container: HTMLElement) => getButton(container, 'Close').click()],
    ['Escape', () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))],
  ])('can be closed with %s when a refusal, which applies anyway, was not saved', async (_what, close) => {
    fetchMock.mockImplementation(async () => new Response(null, { status: 500 }))
    const { container, banner } = await renderPanel()
    expect(getButton(container, 'Close').hidden).toBe(true)
    // Without an answer the question stays.
    await press(getButton(container, 'Accept cookies'))
    expect(getButton(container, 'Close').hidden).toBe(true)
    await press(getButton(container, 'Decline cookies'))
    expect([banner.hidden, getButton(container, 'Close').hidden]).toEqual([false, false])
    close(container)
    expect(banner.hidden).toBe(true)
  })

  it.each(['Accept cookies', 'Decline cookies'])('passes the focus to the page after %s', async (answer) => {
    const { container } = await renderPanel()
    getButton(container, answer).focus()
    await press(getButton(container, answer))
    expect(document.activeElement).toBe(container.querySelector('main'))
  })

  it.each(['accepted', 'accepted-tickers', 'refused'])(
    'does not ask again once the choice is %s',
    async (choice) => {
      document.cookie = `cookie_choice=${choice}; path=/`
      const { container } = await renderPanel()
      expect(container.querySelector('section')?.hidden).toBe(true)
    },
  )

  it('can be opened again from the footer, and closed with Escape', async () => {
    document.cookie = 'cookie_choice=refused; path=/'
    const { banner, opener } = await renderPanel({ isReopened: true })
    expect(banner.textContent).toContain('You declined')
    expect(document.activeElement).toBe(banner)
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    expect(banner.hidden).toBe(true)
    expect(document.activeElement).toBe(opener)
  })

  it('is gone when the back button restores a page from before the answer', async () => {
    const { banner } = await renderPanel()
    expect(banner.hidden).toBe(false)
    document.cookie = 'cookie_choice=refused; path=/'
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(banner.hidden).toBe(true)
  })

  it('follows an answer that was given in another tab, once this one is shown again', async () => {
    const { banner } = await renderPanel()
    show('hidden')
    document.cookie = 'cookie_choice=accepted; path=/'
    show('visible')
    expect(banner.hidden).toBe(true)
    leave()
    expect(beacon).toHaveBeenCalledOnce()
  })

  it('treats Global Privacy Control as a refusal', async () => {
    Object.assign(navigator, { globalPrivacyControl: true })
    document.cookie = 'cookie_choice=accepted; path=/'
    const { container } = await renderPanel()
    expect(container.querySelector('section')?.hidden).toBe(true)
    leave()
    expect(beacon).not.toHaveBeenCalled()
  })

  it('lets visitors delete what was counted if they agreed before the browser refused', async () => {
    Object.assign(navigator, { globalPrivacyControl: true })
    document.cookie = 'cookie_choice=accepted; path=/'
    const { container } = await renderPanel({ isReopened: true })
    const shown = [...container.querySelectorAll<HTMLElement>('section button')].filter(
      ({ hidden }) => !hidden,
    )
    expect(shown.map(({ textContent }) => textContent)).toEqual(['Decline cookies', 'Close'])
    await press(getButton(container, 'Decline cookies'))
    expect(fetchMock.mock.calls[0]?.[1]?.body).toBe('{"choice":"refused"}')
  })
})

describe('what the browser keeps of tickers', () => {
  const KEY = 'recent-tickers:1'
  const kept = () => [localStorage.getItem(KEY), localStorage.getItem('watchlist:1')]
  const changed = vi.fn<(event: StorageEvent) => void>()
  beforeEach(() => {
    localStorage.setItem(KEY, '[]')
    localStorage.setItem('watchlist:1', '[]')
    window.addEventListener('storage', changed)
  })
  afterEach(() => {
    window.removeEventListener('storage', changed)
    changed.mockReset()
    localStorage.clear()
  })

  it('stays after Accept', async () => {
    document.cookie = 'cookie_choice=accepted-tickers; path=/'
    await renderPanel()
    expect(kept()).toEqual(['[]', '[]'])
  })

  it('goes if the accepted question did not name tickers, until it is accepted again', async () => {
    document.cookie = 'cookie_choice=accepted; path=/'
    const { container, banner, opener } = await renderPanel({ isReopened: true })
    expect(kept()).toEqual([null, '[]'])
    expect(banner.textContent).toContain('a cookie counts your visits. Accept again')
    await press(getButton(container, 'Accept cookies'))
    localStorage.setItem(KEY, '[]')
    opener.click()
    expect(banner.textContent).toContain('your browser keeps recent tickers.')
    expect(kept()).toEqual(['[]', '[]'])
  })

  it.each(['the visitor', 'the browser'])(
    'is told apart when %s refuses: the watchlist stays',
    async (who) => {
      if (who === 'the browser') Object.assign(navigator, { globalPrivacyControl: true })
      else document.cookie = 'cookie_choice=refused; path=/'
      const { banner } = await renderPanel({ isReopened: true })
      expect(kept()).toEqual([null, '[]'])
      expect(banner.textContent).toMatch(/no recent tickers (?:are )?kept/)
      expect(banner.textContent).not.toMatch(/no ticker/)
    },
  )

  it('goes with Decline, and the page is told', async () => {
    document.cookie = 'cookie_choice=accepted-tickers; path=/'
    const { container } = await renderPanel({ isReopened: true })
    await press(getButton(container, 'Decline cookies'))
    expect(kept()).toEqual([null, '[]'])
    expect(changed.mock.calls.map(([{ key }]) => key)).toEqual([KEY])
  })

  it('goes while there is no answer, as earlier versions kept it then', async () => {
    await renderPanel()
    expect(kept()).toEqual([null, '[]'])
  })

  it('goes when the browser objects, whatever was chosen before', async () => {
    Object.assign(navigator, { globalPrivacyControl: true })
    document.cookie = 'cookie_choice=accepted-tickers; path=/'
    await renderPanel()
    expect(kept()).toEqual([null, '[]'])
  })
})

describe('what is counted after Accept', () => {
  beforeEach(() => {
    document.cookie = 'cookie_choice=accepted; path=/'
    show('visible')
  })
  afterEach(() => {
    for (const name of ['visibilityState', 'referrer']) Reflect.deleteProperty(document, name)
  })

  it('is the time a page was visible, as one view', async () => {
    await renderPanel()
    wait(10)
    show('hidden')
    wait(3600)
    show('visible')
    wait(5)
    leave()
    show('hidden')
    expect((await reports()).map(({ seconds, isResumed }) => [seconds, isResumed])).toEqual([
      [10, false],
      [5, true],
    ])
  })

  it('excludes a page that stayed in the background', async () => {
    show('hidden')
    await renderPanel()
    wait(3600)
    leave()
    expect(await reports()).toEqual([])
  })

  it('is a new view when the back button restores a page', async () => {
    await renderPanel()
    wait(1)
    leave()
    window.dispatchEvent(new Event('pageshow'))
    wait(2)
    leave()
    expect((await reports()).map(({ seconds, isResumed }) => [seconds, isResumed])).toEqual([
      [1, false],
      [2, false],
    ])
  })

  it('names the referrer of the first page without its search terms', async () => {
    pretend('referrer', 'https://search.example/?q=my+secret')
    await renderPanel()
    show('hidden')
    show('visible')
    leave()
    expect((await reports()).map(({ path, referrer }) => [path, referrer])).toEqual([
      ['/stocks', 'https://search.example'],
      ['/stocks', ''],
    ])
  })

  it.each([
    ['a page of ours', `${location.origin}/disclaimers`, 'navigate'],
    ['a page that was loaded again', 'https://search.example/', 'reload'],
  ])('names no referrer for %s', async (_name, referrer, type) => {
    pretend('referrer', referrer)
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry])
    await renderPanel()
    leave()
    expect((await reports()).map(({ path, referrer }) => [path, referrer])).toEqual([['/stocks', '']])
  })

  it.each([true, false])(
    'ends once the visitor declines, whether or not the server is reached: %s',
    async (isReached) => {
      if (!isReached) fetchMock.mockRejectedValue(new TypeError('offline'))
      const { container } = await renderPanel({ isReopened: true })
      wait(10)
      await press(getButton(container, 'Decline cookies'))
      leave()
      expect(await reports()).toEqual([])
      expect(document.cookie).toContain('cookie_choice=refused')
    },
  )

  it('ends once the visitor declines in another tab', async () => {
    await renderPanel()
    wait(10)
    document.cookie = 'cookie_choice=refused; path=/'
    leave()
    expect(await reports()).toEqual([])
  })
})
