import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { setAddress } from '../testing/render.tsx'
import { startOffline } from './start-offline.ts'

const PAGE = `
  <a id="link" href="/stocks/AAPL">Apple</a>
  <a id="part" href="/stocks#chart">Chart</a>
  <a id="again" href="">Try again</a>
  <a id="elsewhere" href="https://www.sec.gov/">SEC</a>
  <form id="search" action="/stocks"><input name="ticker" value="APPL"><button id="get">Get Data</button></form>
  <dialog open><a id="inside" href="/newsletter/archive">Archive</a></dialog>`

/** The requests that would have left the page. */
const leaving = vi.fn<(event: Event) => void>()

beforeEach(() => {
  setAddress('/stocks')
  document.body.innerHTML = PAGE
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const stop = startOffline()
  const watch = new AbortController()
  for (const name of ['click', 'submit']) {
    window.addEventListener(
      name,
      (event) => {
        const leads = event.type === 'submit' || (event.target as Element).tagName === 'A'
        if (leads && !event.defaultPrevented) leaving(event)
        if (leads) event.preventDefault()
      },
      { signal: watch.signal },
    )
  }
  onTestFinished(() => {
    stop()
    watch.abort()
    online.mockRestore()
    leaving.mockReset()
    document.body.innerHTML = ''
  })
})

const click = (id: string) => document.getElementById(id)?.click()
const note = () => document.querySelector('[role=alert]')

describe('while the device is offline', () => {
  it.each(['link', 'again', 'inside'])('pressing #%s keeps the page, and says why', (id) => {
    click(id)
    expect(note()?.textContent).toBe('You are offline. Nothing is lost: try again once you are connected.')
    expect(leaving).not.toHaveBeenCalled()
  })

  it('a form keeps the page, what was typed and the focus', () => {
    document.querySelector('input')?.focus()
    click('get')
    expect(note()?.textContent).toContain('You are offline.')
    expect(document.querySelector('input')?.value).toBe('APPL')
    expect(document.activeElement).toBe(document.querySelector('input'))
    expect(leaving).not.toHaveBeenCalled()
  })

  it('a chosen suggestion keeps the page', () => {
    const leave = new CustomEvent('site:leave', { detail: '/stocks/AAPL', bubbles: true, cancelable: true })
    expect(document.querySelector('form')?.dispatchEvent(leave)).toBe(false)
    expect(note()).not.toBeNull()
  })

  it.each(['part', 'elsewhere'])('the link #%s is left to the browser', (id) => {
    click(id)
    expect(note()).toBeNull()
    expect(leaving).toHaveBeenCalledTimes(1)
  })

  it('an event that a component has handled is left to it', () => {
    document.getElementById('link')?.addEventListener('click', (event) => event.preventDefault())
    click('link')
    expect(note()).toBeNull()
  })

  it('there is one note, in the dialog if something there was pressed, and none once the device is back', () => {
    click('link')
    click('inside')
    expect(document.querySelectorAll('[role=alert]')).toHaveLength(1)
    expect(note()?.closest('dialog')).not.toBeNull()
    window.dispatchEvent(new Event('online'))
    expect(note()).toBeNull()
  })
})

it('links and forms work as usual while the device is online', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  click('link')
  click('get')
  expect(note()).toBeNull()
  expect(leaving.mock.calls.map(([{ type }]) => type)).toEqual(['click', 'submit'])
})
