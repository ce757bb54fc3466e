import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import { followPointer } from './chart-explorer.tsx'

let told: (number | undefined)[]
let box: HTMLElement
beforeEach(() => {
  told = []
  box = document.createElement('div')
  document.body.append(box)
  box.getBoundingClientRect = () => new DOMRect(100, 50, 400, 300)
  const stop = followPointer(box, (x) => told.push(x))
  onTestFinished(() => {
    stop()
    box.remove()
  })
})

const send = (
  type: string,
  {
    by = 'touch',
    x = 200,
    y = 100,
    atMs = 0,
    on = box,
  }: { by?: string; x?: number; y?: number; atMs?: number; on?: HTMLElement } = {},
) => {
  const event = new PointerEvent(type, { pointerType: by, clientX: x, clientY: y, bubbles: true })
  Object.defineProperty(event, 'timeStamp', { value: atMs })
  on.dispatchEvent(event)
}

describe('a mouse', () => {
  it('points while it is over the box', () => {
    send('pointermove', { by: 'mouse', x: 130 })
    send('pointermove', { by: 'mouse', x: 140 })
    send('pointerleave', { by: 'mouse' })
    expect(told).toEqual([30, 40, undefined])
  })

  it('still points after a click', () => {
    send('pointerdown', { by: 'mouse', x: 130 })
    send('pointerup', { by: 'mouse', x: 130, atMs: 2_000 })
    expect(told).toEqual([30])
  })
})

describe('a finger', () => {
  it('points while it drags', () => {
    send('pointerdown', { x: 150 })
    send('pointermove', { x: 180 })
    send('pointerup', { x: 180, atMs: 100 })
    send('pointerleave')
    expect(told).toEqual([50, 80, undefined])
  })

  it('points while it presses', () => {
    send('pointerdown', { x: 150 })
    send('pointerup', { x: 150, atMs: 900 })
    expect(told).toEqual([50, undefined])
  })

  it('keeps showing what was tapped until the next tap outside', () => {
    send('pointerdown', { x: 150 })
    send('pointerup', { x: 151, atMs: 90 })
    send('pointerleave')
    expect(told).toEqual([50])
    send('pointerdown', { on: document.body })
    expect(told).toEqual([50, undefined])
  })

  it('stops pointing when the browser takes it for scrolling', () => {
    send('pointerdown', { x: 150 })
    send('pointercancel')
    send('pointerleave')
    expect(told).toEqual([50, undefined])
  })
})

it('is not followed once the listener has been removed', () => {
  const heard: unknown[] = []
  const stop = followPointer(box, (x) => heard.push(x))
  stop()
  send('pointermove', { by: 'mouse' })
  send('pointerdown', { on: document.body })
  expect(heard).toEqual([])
})
