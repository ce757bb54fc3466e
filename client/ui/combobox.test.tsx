import { act, useRef, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'

import { renderElement } from '../testing/render.tsx'
import { Combobox } from './combobox.tsx'
import { Field } from './field.tsx'

const FRUIT = ['apple', 'apricot', 'avocado']

/** A form with a combobox that offers every fruit, whatever is typed. */
function renderFruit({ offered = FRUIT, status }: { offered?: readonly string[]; status?: string } = {}) {
  const onChoose = vi.fn<(fruit: string) => void>()
  const onSubmit = vi.fn<(typed: unknown) => void>()
  function Form() {
    const inputRef = useRef<HTMLInputElement>(null)
    const [text, setText] = useState('')
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(new FormData(event.currentTarget).get('fruit'))
        }}
      >
        <Field id="fruit" label="Fruit" name="fruit" ref={inputRef} />
        <Combobox
          listLabel="Fruit that fits"
          inputRef={inputRef}
          options={text === '' ? [] : offered}
          status={text === '' ? undefined : (status ?? `${offered.length} fruit`)}
          toKey={(fruit) => fruit}
          toText={(fruit) => fruit.toUpperCase()}
          renderOption={(fruit) => <b>{fruit}</b>}
          onTextChange={setText}
          onChoose={onChoose}
        />
      </form>
    )
  }
  const container = renderElement(<Form />)
  const field = container.querySelector('input')
  if (!field) throw new Error('no field')
  act(() => field.focus())
  return {
    field,
    onChoose,
    onSubmit,
    container,
    options: () => [...container.querySelectorAll<HTMLElement>('[role=option]')],
    /** The text of the active option. */
    active: () => {
      const id = field.getAttribute('aria-activedescendant')
      const option = id === null ? null : document.getElementById(id)
      const selected = container.querySelectorAll('[aria-selected=true]')
      expect([...selected]).toEqual(option ? [option] : [])
      return option?.textContent
    },
    announced: () => container.querySelector('[aria-live=polite]')?.textContent,
    type: (text: string) =>
      act(() => {
        field.value = text
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }),
    /** @returns whether the key was left to the browser */
    key: (key: string, more: KeyboardEventInit = {}) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
      act(() => void field.dispatchEvent(event))
      return !event.defaultPrevented
    },
  }
}

describe('a combobox', () => {
  it('is collapsed, without a list, until something is typed', () => {
    const { field, options } = renderFruit()
    expect(field.getAttribute('role')).toBe('combobox')
    expect(field.getAttribute('aria-autocomplete')).toBe('list')
    expect(field.getAttribute('aria-expanded')).toBe('false')
    expect(options()).toEqual([])
  })

  it('shows the options when something is typed, none of them active', () => {
    const { field, options, type, active, container, announced } = renderFruit()
    type('a')
    expect(field.getAttribute('aria-expanded')).toBe('true')
    const list = container.querySelector('[role=listbox]')
    expect(list?.id).toBe(field.getAttribute('aria-controls'))
    expect(list?.getAttribute('aria-label')).toBe('Fruit that fits')
    expect(options().map((option) => option.textContent)).toEqual(FRUIT)
    expect(active()).toBeUndefined()
    expect(announced()).toBe('3 fruit')
  })

  it('moves down and up and wraps at the ends', () => {
    const { type, key, active } = renderFruit()
    type('a')
    const walked = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp'].map((name) => {
      expect(key(name)).toBe(false)
      return active()
    })
    expect(walked).toEqual(['apple', 'apricot', 'avocado', 'apple', 'avocado', 'apricot'])
  })

  it.each([
    ['ArrowDown', 'apple'],
    ['ArrowUp', 'avocado'],
  ])('opens again with %s at %s', (name, at) => {
    const { field, type, key, active } = renderFruit()
    type('a')
    key('Escape')
    expect(field.getAttribute('aria-expanded')).toBe('false')
    key(name)
    expect(field.getAttribute('aria-expanded')).toBe('true')
    expect(active()).toBe(at)
  })

  it('opens with Alt and down without an active option and closes with Alt and up', () => {
    const { field, type, key, active } = renderFruit()
    type('a')
    key('Escape')
    key('ArrowDown', { altKey: true })
    expect(field.getAttribute('aria-expanded')).toBe('true')
    expect(active()).toBeUndefined()
    key('ArrowUp', { altKey: true })
    expect(field.getAttribute('aria-expanded')).toBe('false')
  })

  it.each(['Home', 'End', 'ArrowLeft', 'ArrowRight'])('leaves %s to the text field', (name) => {
    const { type, key, active } = renderFruit()
    type('a')
    key('ArrowDown')
    expect(key(name)).toBe(true)
    expect(active()).toBeUndefined()
  })

  it('chooses the active option with Enter, which submits nothing', () => {
    const { field, type, key, onChoose, options } = renderFruit()
    type('a')
    key('ArrowDown')
    expect(key('Enter')).toBe(false)
    expect(onChoose.mock.calls).toEqual([['apple']])
    expect(field.value).toBe('APPLE')
    expect(options()).toEqual([])
  })

  it('leaves Enter to the form while no option is active', () => {
    const { field, type, key, onChoose, onSubmit, options } = renderFruit()
    type('ap')
    expect(key('Enter')).toBe(true)
    act(() => field.form?.requestSubmit())
    expect(onSubmit.mock.calls).toEqual([['ap']])
    expect(onChoose).not.toHaveBeenCalled()
    expect(options()).toEqual([])
  })

  it('forgets the active option when the text changes', () => {
    const { type, key, active } = renderFruit()
    type('a')
    key('ArrowDown')
    type('ap')
    expect(active()).toBeUndefined()
  })

  it('closes with Escape, and empties the field with a second Escape', () => {
    const { field, type, key, options } = renderFruit()
    type('a')
    expect(key('Escape')).toBe(false)
    expect(options()).toEqual([])
    expect(field.value).toBe('a')
    expect(key('Escape')).toBe(false)
    expect(field.value).toBe('')
    expect(key('Escape')).toBe(true)
  })

  it('closes with Tab and chooses nothing', () => {
    const { type, key, options, onChoose } = renderFruit()
    type('a')
    key('ArrowDown')
    expect(key('Tab')).toBe(true)
    expect(options()).toEqual([])
    expect(onChoose).not.toHaveBeenCalled()
  })

  it('closes when the focus leaves', () => {
    const { field, type, options, announced } = renderFruit()
    type('a')
    act(() => field.blur())
    expect(options()).toEqual([])
    expect(announced()).toBe('')
  })

  it('leaves the keys to an input method while it composes', () => {
    const { type, key, active, onChoose } = renderFruit()
    type('a')
    key('ArrowDown')
    expect(key('Enter', { isComposing: true })).toBe(true)
    expect(active()).toBe('apple')
    expect(onChoose).not.toHaveBeenCalled()
  })

  it('chooses with the pointer without losing the focus', () => {
    const { field, type, options, onChoose } = renderFruit()
    type('a')
    const [, second] = options()
    const press = new MouseEvent('mousedown', { bubbles: true, cancelable: true })
    act(() => void second?.dispatchEvent(press))
    expect(press.defaultPrevented).toBe(true)
    act(() => second?.click())
    expect(onChoose.mock.calls).toEqual([['apricot']])
    expect(document.activeElement).toBe(field)
    expect(options()).toEqual([])
  })

  it('opens again when the field is clicked', () => {
    const { field, type, key, options } = renderFruit()
    type('a')
    key('Escape')
    act(() => field.click())
    expect(options()).toHaveLength(3)
  })

  it('shows and announces why there are no options, and stays collapsed', () => {
    const { field, type, container, announced } = renderFruit({ offered: [], status: 'No fruit' })
    type('x')
    expect(announced()).toBe('No fruit')
    expect(container.querySelector('p[aria-hidden=true]')?.textContent).toBe('No fruit')
    expect(field.getAttribute('aria-expanded')).toBe('false')
  })
})
