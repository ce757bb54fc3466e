import { act } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { createSite, getButton, renderScreen } from '../../testing/render.tsx'
import { ScreenActions } from './screen-actions.tsx'
import { failOnConsoleError } from './testing/fail-on-console-error.ts'
import { createStock } from './testing/market-answers.ts'

failOnConsoleError()

const render = (meta: NonNullable<Parameters<typeof createStock>[0]>['meta'] = {}) =>
  renderScreen(
    () => (
      <ScreenActions
        kind="stock"
        ticker="BRK-B"
        range={meta.range ?? '1Y'}
        meta={createStock({ meta }).meta}
      />
    ),
    {
      site: createSite({ url: 'https://lunchpail.test' }),
    },
  )

function putClipboard(clipboard: unknown) {
  const before = Object.getOwnPropertyDescriptor(navigator, 'clipboard')
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
  onTestFinished(() => {
    if (before) Object.defineProperty(navigator, 'clipboard', before)
    else Reflect.deleteProperty(navigator, 'clipboard')
  })
}
const copy = (container: HTMLElement) =>
  act(async () => {
    getButton(container, 'Copy link').click()
    await Promise.resolve()
  })

describe('Copy link', () => {
  it('copies the address with its range and says so', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
    putClipboard({ writeText })
    const { container } = await render({ range: '5Y' })
    expect(container.querySelector('output')?.textContent).toBe('')
    await copy(container)
    expect(writeText.mock.calls).toEqual([['https://lunchpail.test/stocks/BRK-B?range=5Y']])
    expect(container.querySelector('output')?.textContent).toBe('Link copied')
  })

  it.each([
    ['refuses', { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }],
    ['has no clipboard', undefined],
  ])('shows the address, selected, when the browser %s', async (_name, clipboard) => {
    putClipboard(clipboard)
    const { container } = await render()
    await copy(container)
    const field = container.querySelector('input')
    expect(field?.value).toBe('https://lunchpail.test/stocks/BRK-B')
    expect(document.activeElement).toBe(field)
    expect(field?.selectionEnd).toBe('https://lunchpail.test/stocks/BRK-B'.length)
    expect(container.textContent).not.toContain('Link copied')
  })
})

describe('Download CSV', () => {
  it('is offered when the source allows redistribution', async () => {
    const { container } = await render({ republishable: true, range: '6M' })
    const link = container.querySelector('a')
    expect(link?.textContent).toBe('Download CSV')
    expect(link?.getAttribute('href')).toBe('/api/stocks/BRK-B/closes.csv?kind=stock&range=6M')
    expect(link?.hasAttribute('download')).toBe(true)
  })

  it('is otherwise replaced by the reason it is missing', async () => {
    const { container } = await render({ republishable: false })
    expect(container.querySelector('a')).toBeNull()
    expect(container.textContent).toContain('No CSV: Yahoo Finance does not allow its data to be passed on.')
  })

  it('is not mentioned for sample data', async () => {
    const { container } = await render({ republishable: false, sample: true })
    expect(container.textContent).not.toContain('CSV')
  })
})
