import { Fragment } from 'react'

import { formatDay, formatInstant } from '../../../shared/format-date.ts'
import type { Meta, Source, StockResponse } from '../../../shared/market-contract.ts'
import { Age } from './age.tsx'
import styles from './source-line.module.css'

/** Where a block's data comes from and when it was true. */
export function SourceLine({ meta }: { meta: Meta }) {
  return (
    <p className={styles.source}>
      Source: <SourceLink meta={meta} />, as of <time dateTime={meta.asOf}>{formatInstant(meta.asOf)}</time>
      {meta.stale && (
        <>
          , an older answer: the source did not give a new one.{' '}
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
    <p className={styles.source}>
      Profile:{' '}
      {sources.map((source, index) => (
        <Fragment key={source.url}>
          {index > 0 && ', '}
          <SourceLink meta={{ source }} />
        </Fragment>
      ))}
      . Retrieved <time dateTime={retrievedAt}>{formatDay(retrievedAt)}</time>
      {stale ? ', an older answer: no newer one could be had. ' : '.'}
      {stale && <Age key={retrievedAt} instant={retrievedAt} lead="It was given" />}
    </p>
  )
}

/** The source's name, linked to it. */
export function SourceLink({ meta: { source } }: { meta: { source: Source } }) {
  return (
    <a href={source.url} rel="noopener noreferrer nofollow">
      {source.name}
    </a>
  )
}
