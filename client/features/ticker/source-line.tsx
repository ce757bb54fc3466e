import { formatInstant } from '../../../shared/format-date.ts'
import type { Meta } from '../../../shared/market-contract.ts'
import styles from './source-line.module.css'

/** Where a block's data comes from and when it was true. */
export function SourceLine({ meta }: { meta: Meta }) {
  return (
    <p className={styles['source']}>
      Source: <SourceLink meta={meta} />, as of <time dateTime={meta.asOf}>{formatInstant(meta.asOf)}</time>
      {meta.stale && ', an older answer: the source did not give a new one'}
      {meta.sample && '. Sample data: not real'}
    </p>
  )
}

/** The source's name, linked to it. */
export function SourceLink({ meta }: { meta: Meta }) {
  return (
    <a href={meta.source.url} rel="noopener noreferrer nofollow">
      {meta.source.name}
    </a>
  )
}
