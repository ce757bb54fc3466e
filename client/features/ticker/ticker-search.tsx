import { useEffect, useRef, type FormEvent } from 'react'
import { useNavigate } from 'react-router'

import type { AssetKind } from '../../../shared/market-contract.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { searchPath, searchTarget } from './load-ticker.ts'
import styles from './ticker-search.module.css'

/** The search on top of the screen. Without scripts the same form leads to the same place. */
export function TickerSearch({ kind, ticker }: { kind: AssetKind; ticker: string | undefined }) {
  const navigate = useNavigate()
  const formRef = useRef<HTMLFormElement>(null)
  // The field follows the address without losing the focus.
  useEffect(() => {
    const field = formRef.current?.elements.namedItem('ticker')
    if (field instanceof HTMLInputElement) field.value = ticker ?? ''
  }, [ticker])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('ticker')
    if (typeof typed !== 'string' || typed.trim() === '') return
    void navigate(searchTarget(kind, typed))
  }

  return (
    <form className={styles['form']} action={searchPath(kind)} method="get" onSubmit={submit} ref={formRef}>
      <Field
        className={styles['field']}
        label="Enter Ticker"
        name="ticker"
        defaultValue={ticker}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
      />
      <Button type="submit">Get Data</Button>
    </form>
  )
}
