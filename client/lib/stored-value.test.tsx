import { act } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { renderElement } from '../testing/render.tsx'
import { createStoredValue } from './stored-value.ts'
import { useStoredValue } from './use-browser.ts'

const KEY = 'words:1'
const createWords = () =>
  createStoredValue<readonly string[]>({
    key: KEY,
    initial: [],
    parse: (json) => (Array.isArray(json) ? json.map(String) : undefined),
  })

const refuse = () => {
  throw new DOMException('no', 'QuotaExceededError')
}

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

describe('a stored value', () => {
  it('is stored under its key and read again later', () => {
    createWords().set(['one', 'two'])
    expect(localStorage.getItem(KEY)).toBe('["one","two"]')
    expect(createWords().get()).toEqual(['one', 'two'])
  })

  it('leaves nothing behind when it is removed', () => {
    const words = createWords()
    words.set(['one'])
    words.set(undefined)
    expect(localStorage.length).toBe(0)
    expect(words.get()).toEqual([])
  })

  it('is the same object until it changes', () => {
    const words = createWords()
    words.set(['one'])
    expect(words.get()).toBe(words.get())
  })

  it.each(['{', 'null', '{"a":1}', '"text"', ''])('ignores %j in the storage', (text) => {
    localStorage.setItem(KEY, text)
    expect(createWords().get()).toEqual([])
  })

  it('lasts as long as the page when the storage is full', () => {
    const full: Partial<Storage> = { getItem: () => null, setItem: refuse }
    vi.spyOn(globalThis, 'localStorage', 'get').mockReturnValue(full as Storage)
    const words = createWords()
    words.set(['one'])
    expect(words.get()).toEqual(['one'])
  })

  it('lasts as long as the page when storage is turned off', () => {
    vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(refuse)
    expect(() => localStorage).toThrow('no')
    const words = createWords()
    expect(words.get()).toEqual([])
    words.set(['one'])
    expect(words.get()).toEqual(['one'])
    words.set(undefined)
    expect(words.get()).toEqual([])
  })

  it('updates its readers, from this page and from other tabs', () => {
    const words = createWords()
    const Words = () => <p>{useStoredValue(words).join(' ')}</p>
    const container = renderElement(<Words />)
    act(() => words.set(['one', 'two']))
    expect(container.textContent).toBe('one two')
    act(() => {
      localStorage.setItem(KEY, '["three"]')
      window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
    })
    expect(container.textContent).toBe('three')
  })

  it('is the initial value in the HTML from the server', () => {
    const words = createWords()
    words.set(['one'])
    const Words = () => <p>{useStoredValue(words).length}</p>
    expect(renderToString(<Words />)).toBe('<p>0</p>')
  })
})
