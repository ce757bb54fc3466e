import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react'

import { VisuallyHidden } from './primitives.tsx'
import styles from './combobox.module.css'

/** Adds suggestions to an existing text field: the editable combobox with list autocomplete and manual selection of the ARIA
 *  Authoring Practices. What is typed stays as it is until an option is chosen, and Enter submits it while none is active.
 *  Focus never leaves the field, which stays the same element: something may have been typed before this loaded. While
 *  rendered it listens to the field and maintains its ARIA attributes.
 *
 *  The list hangs below the nearest positioned ancestor, with the same width, over the content, so that nothing moves.
 *
 *  @param options  the current matches for the text; the caller keeps them up to date
 *  @param toKey  an option's unique name
 *  @param toText  the field's text once an option was chosen
 *  @param status  how many options there are, or why there are none; announced politely, and shown if there are none
 *  @param isOpenFirst  true if something was typed before this rendered */
export function Combobox<Option>({
  options,
  toKey,
  toText,
  renderOption,
  listLabel,
  status,
  isOpenFirst = false,
  onTextChange,
  onChoose,
  inputRef,
}: {
  options: readonly Option[]
  toKey: (option: Option) => string
  toText: (option: Option) => string
  renderOption: (option: Option) => ReactNode
  listLabel: string
  status?: string | undefined
  isOpenFirst?: boolean
  onTextChange: (text: string) => void
  onChoose: (option: Option) => void
  inputRef: RefObject<HTMLInputElement | null>
}) {
  const listId = useId()
  const listRef = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(isOpenFirst)
  const [activeKey, setActiveKey] = useState<string>()
  const isExpanded = isOpen && options.length > 0
  const activeIndex = isExpanded ? options.findIndex((option) => toKey(option) === activeKey) : -1

  useEffect(() => {
    if (activeIndex >= 0) listRef.current?.children[activeIndex]?.scrollIntoView({ block: 'nearest' })
  }, [activeIndex])

  const open = (index = -1) => {
    const option = options[index]
    setOpen(true)
    setActiveKey(option === undefined ? undefined : toKey(option))
  }
  const close = () => {
    setOpen(false)
    setActiveKey(undefined)
  }
  const choose = (option: Option) => {
    close()
    if (inputRef.current) inputRef.current.value = toText(option)
    onChoose(option)
  }

  const onKeyDown = (event: KeyboardEvent, field: HTMLInputElement) => {
    // An input method gets the keys while it composes a character.
    if (event.isComposing) return
    const active = options[activeIndex]
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        if (options.length === 0) return
        event.preventDefault()
        if (!event.altKey) open(nextIndex(event.key, activeIndex, options.length))
        else if (event.key === 'ArrowDown') open()
        else close()
        return
      case 'Home':
      case 'End':
      case 'ArrowLeft':
      case 'ArrowRight':
        // The keys go back to the text, where the browser moves the cursor.
        setActiveKey(undefined)
        return
      case 'Enter':
        if (active === undefined) {
          close()
          return
        }
        event.preventDefault()
        choose(active)
        return
      case 'Escape':
        if (isExpanded) {
          event.preventDefault()
          close()
        } else if (field.value !== '') {
          event.preventDefault()
          field.value = ''
          close()
          onTextChange('')
        }
        return
      case 'Tab':
        close()
        return
      default:
    }
  }

  useFieldEvents(inputRef, {
    input(field) {
      open()
      onTextChange(field.value)
    },
    keydown: (field, event) => onKeyDown(event as KeyboardEvent, field),
    click: () => open(activeIndex),
    blur: close,
  })
  useFieldAttributes(inputRef, {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': String(isExpanded),
    'aria-controls': listId,
    'aria-activedescendant': activeIndex < 0 ? undefined : optionId(listId, activeIndex),
  })
  return (
    <>
      {isExpanded && (
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- focus stays with the field
        <div
          className={styles.popup}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist cannot be styled, read out or tested consistently
          role="listbox"
          id={listId}
          aria-label={listLabel}
          ref={listRef}
          onMouseDown={keepFocus}
        >
          {options.map((option, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- focus and keys stay with the field
            <div
              className={styles.option}
              key={toKey(option)}
              id={optionId(listId, index)}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native option holds only plain text
              role="option"
              aria-selected={index === activeIndex}
              onClick={() => choose(option)}
            >
              {renderOption(option)}
            </div>
          ))}
        </div>
      )}
      {isOpen && !isExpanded && status && (
        <p className={styles.popup} aria-hidden="true">
          {status}
        </p>
      )}
      <VisuallyHidden>
        <span aria-live="polite">{isOpen && status}</span>
      </VisuallyHidden>
    </>
  )
}

type FieldHandlers = Readonly<Record<string, (field: HTMLInputElement, event: Event) => void>>

/** Keeps the handlers of the latest render, starting with the first. */
function useFieldEvents(inputRef: RefObject<HTMLInputElement | null>, handlers: FieldHandlers): void {
  const handlersRef = useRef(handlers)
  useLayoutEffect(() => {
    handlersRef.current = handlers
  })
  // Runs before anything more can be typed.
  useLayoutEffect(() => {
    const field = inputRef.current
    if (!field) return undefined
    const listening = new AbortController()
    for (const name of Object.keys(handlersRef.current)) {
      field.addEventListener(name, (event) => handlersRef.current[name]?.(field, event), {
        signal: listening.signal,
      })
    }
    return () => listening.abort()
  }, [inputRef])
}

function useFieldAttributes(
  inputRef: RefObject<HTMLInputElement | null>,
  attributes: Readonly<Record<string, string | undefined>>,
): void {
  const names = Object.keys(attributes).join(' ')
  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined) inputRef.current?.removeAttribute(name)
      else inputRef.current?.setAttribute(name, value)
    }
  })
  useLayoutEffect(() => {
    const field = inputRef.current
    return () => {
      for (const name of names.split(' ')) field?.removeAttribute(name)
    }
  }, [inputRef, names])
}

const optionId = (listId: string, index: number) => `${listId}-${index}`

/** Clicking the list must not take the focus from the field. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** Moves from the text field, -1, down to the first option or up to the last, and wraps around at either end. */
function nextIndex(key: 'ArrowDown' | 'ArrowUp', index: number, count: number): number {
  if (key === 'ArrowDown') return (index + 1) % count
  return index > 0 ? index - 1 : count - 1
}
