import { useRevalidator } from 'react-router'

import type { AssetKind } from '../../../shared/market-contract.ts'
import type { ErrorCode } from '../../../shared/error-codes.ts'
import { Button } from '../../ui/button.tsx'
import styles from './ticker-error.module.css'

/** The main data could not be had: the specified message, and what to do next. */
export function TickerError({ kind, ticker, code }: { kind: AssetKind; ticker: string; code: ErrorCode }) {
  const advice = adviseOn(code, kind)
  return (
    <div className={styles['error']}>
      <h1 className={styles['ticker']}>{ticker}</h1>
      <div className={styles['message']} role="alert">
        <p className={styles['failed']}>Failed to fetch data</p>
        <p className={styles['advice']}>{advice.text}</p>
      </div>
      {advice.canRetry && <RetryButton />}
    </div>
  )
}

/** Asks for the same address again; without scripts the form does. */
function RetryButton() {
  const { revalidate } = useRevalidator()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void revalidate()
      }}
    >
      <Button type="submit">Try again</Button>
    </form>
  )
}

interface Advice {
  text: string
  canRetry: boolean
}

function adviseOn(code: ErrorCode, kind: AssetKind): Advice {
  const asset = kind === 'crypto' ? 'coin' : 'stock or fund'
  const known: Partial<Record<ErrorCode, Advice>> = {
    'invalid-ticker': {
      text: 'This cannot be a ticker: it may have 1 to 15 letters, digits and the signs . - ^ = and no spaces.',
      canRetry: false,
    },
    'unknown-ticker': {
      text: `No ${asset} is known by this ticker. Check the spelling and try again.`,
      canRetry: false,
    },
    'too-many-requests': {
      text: 'Too many requests came from your address. Wait a minute, then try again.',
      canRetry: true,
    },
  }
  return (
    known[code] ?? {
      text: 'The source of the prices gave no usable answer. Your ticker may well be right: try again in a minute.',
      canRetry: true,
    }
  )
}
