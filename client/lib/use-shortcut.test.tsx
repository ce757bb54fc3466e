// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { useShortcut } from './use-shortcut.ts'

function renderPage({ isOn = true } = {}) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const onPress = vi.fn<() => void>()
  function Page() {
    useShortcut('/', { isOn }, onPress)
    return (
      <>
        <p>text</p>
        <input aria-label="field" />
        <textarea aria-label="area" />
        <div contentEditable suppressContentEditableWarning>
          <b>editable</b>
        </div>
        <dialog open>
          <button type="button">in a dialog</button>
        </dialog>
      </>
    )
  }
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  onTestFinished(() => {
    act(() => root.unmount())
    container.remove()
  })
  act(() => root.render(<Page />))
  const press = (on: string, more: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true, ...more })
    act(() => void container.querySelector(on)?.dispatchEvent(event))
    return { isTaken: event.defaultPrevented }
  }
  return { press, onPress }
}

describe('a shortcut', () => {
  it.each([{}, { shiftKey: true }])('runs on its key and types nothing: %j', (more) => {
    const { press, onPress } = renderPage()
    expect(press('p', more)).toEqual({ isTaken: true })
    expect(onPress).toHaveBeenCalledTimes(1)
  })

  it.each(['input', 'textarea', 'b', 'dialog button'])('leaves the key to %s', (on) => {
    const { press, onPress } = renderPage()
    expect(press(on)).toEqual({ isTaken: false })
    expect(onPress).not.toHaveBeenCalled()
  })

  it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { key: 'a' }, { repeat: true }])(
    'does not run with %j',
    (more) => {
      const { press, onPress } = renderPage()
      expect(press('p', more)).toEqual({ isTaken: false })
      expect(onPress).not.toHaveBeenCalled()
    },
  )

  it('does not run while it is off', () => {
    const { press, onPress } = renderPage({ isOn: false })
    expect(press('p')).toEqual({ isTaken: false })
    expect(onPress).not.toHaveBeenCalled()
  })
})
