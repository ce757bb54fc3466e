import { useState } from 'react'

import { closesCsvPath, DAY_RANGE, rangePath, type ShownRange } from '../../../shared/asset-address.ts'
import type { AssetKind, Meta } from '../../../shared/market-contract.ts'
import { useSite } from '../../lib/island.tsx'
import { useHydrated } from '../../lib/use-browser.ts'
import { classNames, looks } from '../../ui/primitives.tsx'
import styles from './screen-actions.module.css'

/** What a visitor can take along: the address of the current view and, if the source allows it, its closes. */
export function ScreenActions({
  kind,
  ticker,
  range,
  meta,
  compare,
}: {
  kind: AssetKind
  ticker: string
  range: ShownRange
  meta: Meta
  compare?: string | undefined
}) {
  const { url } = useSite()
  const path = rangePath(kind, ticker, range, compare)
  return (
    <div className={classNames(styles.actions, looks.onScreen)}>
      <CopyLink key={path} getAddress={() => new URL(path, url).href} />
      {meta.republishable && range !== DAY_RANGE ? (
        <a
          className={classNames(looks.textButton, styles.action)}
          href={closesCsvPath(kind, ticker, range)}
          download
        >
          Download CSV
        </a>
      ) : (
        !meta.sample &&
        !meta.republishable && (
          <p className={looks.quiet}>No CSV: {meta.source.name} does not allow its data to be passed on.</p>
        )
      )}
    </div>
  )
}

type Copied = { is: 'not yet' } | { is: 'done' } | { is: 'refused'; address: string }

/** Copies an address to the clipboard or, if the browser refuses, shows it in a field to copy from.
 *  @param getAddress  called only in the browser */
function CopyLink({ getAddress }: { getAddress: () => string }) {
  const isHydrated = useHydrated()
  const [copied, setCopied] = useState<Copied>({ is: 'not yet' })
  const copy = async () => {
    const address = getAddress()
    const isDone = await writeToClipboard(address)
    setCopied(isDone ? { is: 'done' } : { is: 'refused', address })
  }
  return (
    <div className={classNames(styles.copy, looks.withScripts)}>
      {/* It would do nothing before scripts have loaded, so only its place is reserved. */}
      <button
        type="button"
        className={classNames(looks.textButton, styles.action, !isHydrated && looks.unseen)}
        onClick={() => void copy()}
      >
        Copy link
      </button>
      {copied.is === 'refused' && (
        <label className={styles.byHand}>
          Copy it from here:{' '}
          <input readOnly value={copied.address} ref={selectAll} onFocus={(event) => event.target.select()} />
        </label>
      )}
      <output className={classNames(styles.done, looks.quiet)}>
        {copied.is === 'done' && 'Link copied'}
      </output>
    </div>
  )
}

async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // The browser refused, or has no clipboard, as on pages without TLS. The visitor is shown another way.
    return false
  }
}

function selectAll(field: HTMLInputElement | null): void {
  field?.focus()
}
