import {
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react'

import { useHydrated } from '../lib/use-hydrated.ts'
import { classNames, VisuallyHidden } from './primitives.tsx'
import styles from './combobox.module.css'
import { Field } from './field.tsx'

/** A text field that offers what may be meant: the editable combobox with list autocomplete and manual selection of the
 *  ARIA Authoring Practices. What is typed stays as it is until an option is chosen, and Enter submits it while none is
 *  active. Focus never leaves the field. Before hydration it is a plain field.
 *
 *  The list hangs below the nearest positioned element around it, as wide as that one, over the content: nothing moves.
 *
 *  @param options  what fits the text now; whoever renders it keeps them true to the text
 *  @param toKey  an option's name among the others
 *  @param toText  what stands in the field once an option was chosen
 *  @param status  how many there are, or why there are none: announced politely, and shown where there are none
 *  @param adornment  stands at the end of the field and takes no clicks */
export function Combobox<Option>({
  options,
  toKey,
  toText,
  renderOption,
  listLabel,
  status,
  adornment,
  onTextChange,
  onChoose,
  inputRef,
  className,
  ...field
}: Omit<ComponentProps<typeof Field>, 'ref' | 'role' | 'onInput' | 'onKeyDown' | 'onClick' | 'onBlur'> & {
  options: readonly Option[]
  toKey: (option: Option) => string
  toText: (option: Option) => string
  renderOption: (option: Option) => ReactNode
  listLabel: string
  status?: string | undefined
  adornment?: ReactNode
  onTextChange: (text: string) => void
  onChoose: (option: Option) => void
  inputRef: RefObject<HTMLInputElement | null>
}) {
  const listId = useId()
  const isHydrated = useHydrated()
  const listRef = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
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

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // While an input method composes a character, the keys are its own.
    if (event.nativeEvent.isComposing) return
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
        // Back to the text: the browser moves its cursor.
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
        } else if (event.currentTarget.value !== '') {
          event.preventDefault()
          event.currentTarget.value = ''
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

  const combobox = isHydrated && {
    role: 'combobox',
    'aria-autocomplete': 'list' as const,
    'aria-expanded': isExpanded,
    'aria-controls': listId,
    'aria-activedescendant': activeIndex < 0 ? undefined : optionId(listId, activeIndex),
  }
  return (
    <div className={className}>
      <div className={classNames(styles.box, Boolean(adornment) && styles.adorned)}>
        <Field
          {...field}
          {...combobox}
          autoComplete="off"
          ref={inputRef}
          onInput={(event) => {
            open()
            onTextChange(event.currentTarget.value)
          }}
          onKeyDown={onKeyDown}
          onClick={() => open(activeIndex)}
          onBlur={close}
        />
        {adornment && <div className={styles.adornment}>{adornment}</div>}
      </div>
      {isExpanded && (
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- focus stays with the field
        <div
          className={styles.popup}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist cannot be styled, read out or tested alike
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
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native option holds plain text alone
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
    </div>
  )
}

const optionId = (listId: string, index: number) => `${listId}-${index}`

/** A press on the list must not take the focus from the field. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** From the field's text, -1, down to the first option and up to the last; from an end around to the other. */
function nextIndex(key: 'ArrowDown' | 'ArrowUp', index: number, count: number): number {
  if (key === 'ArrowDown') return (index + 1) % count
  return index > 0 ? index - 1 : count - 1
}
