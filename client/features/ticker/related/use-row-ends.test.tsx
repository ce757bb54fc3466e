// @vitest-environment happy-dom
import { act, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { useRowEnds } from './use-row-ends.ts'

function Row({ sizes }: { sizes: { clientWidth: number; scrollWidth: number } }) {
  const rowRef = useRef<HTMLDivElement>(null)
  const { ends, scroll } = useRowEnds(rowRef)
  return (
    <>
      <div
        data-row
        ref={(row) => {
          if (row) {
            for (const [name, value] of Object.entries(sizes)) {
              Object.defineProperty(row, name, { configurable: true, value })
            }
          }
          rowRef.current = row
        }}
      />
      <output>{JSON.stringify(ends)}</output>
      <button type="button" onClick={() => scroll(1)}>
        on
      </button>
    </>
  )
}

function renderRow(sizes: { clientWidth: number; scrollWidth: number }) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  onTestFinished(() => {
    act(() => root.unmount())
    container.remove()
  })
  act(() => root.render(<Row sizes={sizes} />))
  const row = container.querySelector<HTMLElement>('[data-row]')!
  const scrollBy = vi.fn<(options?: ScrollToOptions | number) => void>()
  row.scrollBy = scrollBy
  return {
    scrollBy,
    press: () => container.querySelector('button')!.click(),
    scrollTo: (left: number) =>
      act(() => {
        row.scrollLeft = left
        row.dispatchEvent(new Event('scroll'))
      }),
    ends: () => JSON.parse(container.querySelector('output')!.textContent) as unknown,
  }
}

describe('useRowEnds', () => {
  afterEach(() => vi.restoreAllMocks())

  it('tells where the row stands', () => {
    const row = renderRow({ clientWidth: 300, scrollWidth: 900 })
    expect(row.ends()).toEqual({ isAtStart: true, isAtEnd: false })
    row.scrollTo(200)
    expect(row.ends()).toEqual({ isAtStart: false, isAtEnd: false })
    row.scrollTo(599)
    expect(row.ends()).toEqual({ isAtStart: false, isAtEnd: true })
  })

  it('is at both ends where everything fits', () => {
    expect(renderRow({ clientWidth: 300, scrollWidth: 300 }).ends()).toEqual({
      isAtStart: true,
      isAtEnd: true,
    })
  })

  it.each([
    [false, 'smooth'],
    [true, 'instant'],
  ])('scrolls by most of its width; where motion is unwanted (%s) %s', (matches, behavior) => {
    vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches } as MediaQueryList)
    const row = renderRow({ clientWidth: 300, scrollWidth: 900 })
    row.press()
    expect(row.scrollBy.mock.calls).toEqual([[{ left: 240, behavior }]])
  })
})
