import { act, useRef } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { renderElement } from '../../../testing/render.tsx'
import { useDragScroll, useRowEnds } from './use-row-scroll.ts'

function Row() {
  const { rowRef, isDragging, handlers } = useDragScroll<HTMLDivElement>()
  return (
    <div ref={rowRef} {...handlers} data-dragging={isDragging}>
      <a href="#card">card</a>
    </div>
  )
}

function renderRow() {
  const container = renderElement(<Row />)
  const row = container.querySelector('div')
  const card = container.querySelector('a')
  if (!row || !card) throw new Error('no row')
  const capture = vi.fn<(id: number) => void>()
  row.setPointerCapture = capture
  const point = (type: string, clientX: number, init: PointerEventInit = {}) => {
    act(() => {
      card.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          pointerType: 'mouse',
          button: 0,
          buttons: 1,
          clientX,
          ...init,
        }),
      )
    })
  }
  /** @returns whether the browser would follow the link */
  const click = (detail = 1) =>
    card.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }))
  return { row, card, point, click, capture }
}

describe('useDragScroll', () => {
  it('scrolls three times as far as the mouse moves', () => {
    const { row, point, capture } = renderRow()
    row.scrollLeft = 100
    point('pointerdown', 500)
    point('pointermove', 460)
    expect(row.scrollLeft).toBe(220)
    expect(row.dataset['dragging']).toBe('true')
    expect(capture).toHaveBeenCalledTimes(1)
    point('pointermove', 480)
    expect(row.scrollLeft).toBe(160)
    point('pointerup', 480)
    point('pointermove', 300)
    expect(row.scrollLeft).toBe(160)
    expect(row.dataset['dragging']).toBe('false')
  })

  it('distinguishes a drag from a click', () => {
    const { row, point, click } = renderRow()
    point('pointerdown', 500)
    point('pointermove', 400)
    point('pointerup', 400)
    expect(click()).toBe(false)
    expect(click()).toBe(true)
    const before = row.scrollLeft
    point('pointerdown', 500)
    point('pointermove', 497)
    point('pointerup', 497)
    expect(row.scrollLeft).toBe(before)
    expect(click()).toBe(true)
  })

  it('lets the keyboard follow a link right after a drag, and the mouse after a canceled one', () => {
    const { point, click } = renderRow()
    point('pointerdown', 500)
    point('pointermove', 400)
    point('pointerup', 400)
    expect(click(0)).toBe(true)
    point('pointerdown', 500)
    point('pointermove', 400)
    point('pointercancel', 400)
    expect(click()).toBe(true)
  })

  it('ends a drag when the button was released outside the window', () => {
    const { row, point } = renderRow()
    point('pointerdown', 500)
    point('pointermove', 400)
    expect(row.scrollLeft).toBe(300)
    point('pointermove', 100, { buttons: 0 })
    expect(row.scrollLeft).toBe(300)
    expect(row.dataset['dragging']).toBe('false')
  })

  it.each([
    ['touch, which scrolls by itself', { pointerType: 'touch' }],
    ['the middle button', { button: 1 }],
  ])('ignores %s', (_name, init) => {
    const { row, point } = renderRow()
    point('pointerdown', 500, init)
    point('pointermove', 300, init)
    expect(row.scrollLeft).toBe(0)
    expect(row.dataset['dragging']).toBe('false')
  })

  it('stops the browser from dragging the link itself', () => {
    const { card } = renderRow()
    expect(card.dispatchEvent(new Event('dragstart', { bubbles: true, cancelable: true }))).toBe(false)
  })
})

function RowWithEnds({ sizes }: { sizes: { clientWidth: number; scrollWidth: number } }) {
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

function renderRowWithEnds(sizes: { clientWidth: number; scrollWidth: number }) {
  const container = renderElement(<RowWithEnds sizes={sizes} />)
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

  it('reports the position of the row', () => {
    const row = renderRowWithEnds({ clientWidth: 300, scrollWidth: 900 })
    expect(row.ends()).toEqual({ isAtStart: true, isAtEnd: false })
    row.scrollTo(200)
    expect(row.ends()).toEqual({ isAtStart: false, isAtEnd: false })
    row.scrollTo(599)
    expect(row.ends()).toEqual({ isAtStart: false, isAtEnd: true })
  })

  it('reports both ends if everything fits', () => {
    expect(renderRowWithEnds({ clientWidth: 300, scrollWidth: 300 }).ends()).toEqual({
      isAtStart: true,
      isAtEnd: true,
    })
  })

  it.each([
    [false, 'smooth'],
    [true, 'instant'],
  ])('scrolls by most of its width; with reduced motion %s: %s', (matches, behavior) => {
    vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches } as MediaQueryList)
    const row = renderRowWithEnds({ clientWidth: 300, scrollWidth: 900 })
    row.press()
    expect(row.scrollBy.mock.calls).toEqual([[{ left: 240, behavior }]])
  })
})
