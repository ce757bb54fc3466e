// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { getButton, press, renderScreen } from '../../testing/render.tsx'
import { ConsentPanel } from './consent-panel.tsx'

const fetchMock = vi.fn<typeof fetch>()
// For the whole file: the screen that is left at a test's end reports itself.
const beacon = vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true)

beforeEach(() => {
  fetchMock.mockResolvedValue(new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', fetchMock)
})

afterEach(() => {
  vi.unstubAllGlobals()
  fetchMock.mockReset()
  beacon.mockClear()
  document.cookie = 'cookie_choice=; max-age=0'
  Object.assign(navigator, { globalPrivacyControl: undefined })
})

const onClose = vi.fn<() => void>()
const renderPanel = ({ isReopened = false } = {}) =>
  renderScreen(() => <ConsentPanel isReopened={isReopened} onClose={onClose} />, {
    address: '/stocks?ticker=KO',
  })

const visits = () =>
  Promise.all(beacon.mock.calls.map(async ([path, body]) => [path, await (body as Blob).text()]))

describe('the cookie banner', () => {
  it('asks where no answer is remembered, with two equal buttons, and counts nothing before it', async () => {
    const { container, router } = await renderPanel()
    expect(getButton(container, 'Allow').className).toBe(getButton(container, 'Refuse').className)
    expect(container.querySelector('a')?.getAttribute('href')).toBe('/privacy-policy')
    await act(() => router.navigate('/crypto'))
    expect(beacon).not.toHaveBeenCalled()
  })

  it('after Allow reports each page as it is left, without its query', async () => {
    const { container, router } = await renderPanel()
    await press(getButton(container, 'Allow'))
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/consent')
    expect(fetchMock.mock.calls[0]?.[1]?.method).toBe('PUT')
    expect(fetchMock.mock.calls[0]?.[1]?.body).toBe('{"choice":"accepted"}')
    expect(container.querySelector('section')).toBeNull()
    await act(() => router.navigate('/crypto?x=1'))
    await act(async () => window.dispatchEvent(new Event('pagehide')))
    expect(await visits()).toEqual([
      ['/api/visits', '{"path":"/stocks","seconds":0,"referrer":""}'],
      ['/api/visits', '{"path":"/crypto","seconds":0,"referrer":""}'],
    ])
  })

  it('after Refuse goes away and counts nothing', async () => {
    const { container, router } = await renderPanel()
    await press(getButton(container, 'Refuse'))
    expect(fetchMock.mock.calls[0]?.[1]?.body).toBe('{"choice":"refused"}')
    expect(container.querySelector('section')).toBeNull()
    await act(() => router.navigate('/crypto'))
    expect(beacon).not.toHaveBeenCalled()
  })

  it('stays and says so when the answer was not saved', async () => {
    fetchMock.mockResolvedValue(new Response(null, { status: 500 }))
    const { container } = await renderPanel()
    await press(getButton(container, 'Allow'))
    expect(container.textContent).toContain('That was not saved. Please try again.')
  })

  it.each(['accepted', 'refused'])('does not ask again once it was %s', async (choice) => {
    document.cookie = `cookie_choice=${choice}`
    const { container } = await renderPanel()
    expect(container.querySelector('section')).toBeNull()
  })

  it('can be opened again from the footer', async () => {
    document.cookie = 'cookie_choice=refused'
    const { container } = await renderPanel({ isReopened: true })
    expect(container.textContent).toContain('You refused')
    expect(document.activeElement).toBe(container.querySelector('section'))
  })

  it('takes Global Privacy Control for an answer', async () => {
    Object.assign(navigator, { globalPrivacyControl: true })
    document.cookie = 'cookie_choice=accepted'
    const { container, router } = await renderPanel()
    expect(container.querySelector('section')).toBeNull()
    await act(() => router.navigate('/crypto'))
    expect(beacon).not.toHaveBeenCalled()
  })
})
