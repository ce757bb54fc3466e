import { Fragment, useState } from 'react'

import { formatDay, formatInstant } from '../../../shared/format-date.ts'
import type { Meta, Source, StockResponse } from '../../../shared/market-contract.ts'
import { useHydrated } from '../../lib/use-browser.ts'
import { classNames, looks } from '../../ui/primitives.tsx'
import { describeAge } from './chart/price-words.ts'
import styles from './source-line.module.css'

/** Where a block's data comes from and when it was valid. */
export function SourceLine({ meta }: { meta: Meta }) {
  return (
    <p className={classNames(looks.fine, styles.source)}>
      Source: <SourceLink source={meta.source} />, as of{' '}
      <time dateTime={meta.asOf}>{formatInstant(meta.asOf)}</time>
      {meta.stale && (
        <>
          , an older answer: no newer one could be had.{' '}
          <Age key={meta.retrievedAt} instant={meta.retrievedAt} lead="It was given" />
        </>
      )}
      {meta.sample && '. Sample data: not real'}
    </p>
  )
}

/** Where the facts of a profile come from and when we got them. */
export function ProfileSourceLine({ profile }: { profile: NonNullable<StockResponse['meta']['profile']> }) {
  const { sources, retrievedAt, stale } = profile
  return (
    <p className={classNames(looks.fine, styles.source)}>
      Profile: <SourceLinks sources={sources} />. Retrieved{' '}
      <time dateTime={retrievedAt}>{formatDay(retrievedAt)}</time>
      {stale ? ', an older answer: no newer one could be had. ' : '.'}
      {stale && <Age key={retrievedAt} instant={retrievedAt} lead="It was given" />}
    </p>
  )
}

/** The names of several sources, linked to them. */
export function SourceLinks({ sources }: { sources: readonly Source[] }) {
  return sources.map((source, index) => (
    <Fragment key={source.url}>
      {index > 0 && ', '}
      <SourceLink source={source} />
    </Fragment>
  ))
}

/** The source's name, linked to it. */
export function SourceLink({ source }: { source: Source }) {
  return (
    <a href={source.url} rel="noopener noreferrer nofollow">
      {source.name}
    </a>
  )
}

/** How long ago something was, as a sentence. Only the browser can say: pages are cached, so the server's words would be old. Its
 *  place is reserved.
 *  @param instant  ISO 8601; use a different key for a different instant
 *  @param lead  how the sentence begins */
export function Age({ instant, lead }: { instant: string; lead: string }) {
  const isHydrated = useHydrated()
  const [nowMs] = useState(() => Date.now())
  return (
    <span className={styles.age}>{isHydrated && `${lead} ${describeAge(nowMs - Date.parse(instant))}.`}</span>
  )
}

/** The words that always accompany generated prices. */
export const SAMPLE_NOTICE = 'Sample data: not real prices'

/** The banner above a screen of generated prices. */
export function SampleBanner() {
  return (
    <p className={styles.banner}>
      <strong>{SAMPLE_NOTICE}</strong> No source of market data could be reached, so this screen shows made-up
      figures to try it with.
    </p>
  )
}
