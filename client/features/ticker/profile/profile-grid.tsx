import type { ReactNode } from 'react'

import { formatDay } from '../../../../shared/format-date.ts'
import { formatNumber } from '../../../../shared/format-number.ts'
import type { Info } from '../../../../shared/market-contract.ts'
import { parseWebsite } from '../../../lib/describe-asset.ts'
import { looks } from '../../../ui/primitives.tsx'
import styles from './profile-grid.module.css'

/** A company's facts.
 *  @param lacking  how to show facts that the source does not have: 'not known' for a company, which has all of them; omitted for
 *    assets without such facts, such as a coin, which has no chief */
export function ProfileGrid({ info, lacking }: { info: Info; lacking: 'not known' | 'left out' }) {
  const facts: readonly [string, ReactNode][] = [
    ['Founded', info.Founded && <Founded text={info.Founded} />],
    ['Website', info.Website && <Website text={info.Website} />],
    ['Headquarters', info.Headquarters],
    ['CEO', info.CEO],
    ['Employees', info.Employees && formatNumber(info.Employees, { maxDigits: 0 })],
    ['Ticker', info.Ticker],
    ['Primary exchange', info['Primary exchange']],
  ]
  return (
    <dl className={styles.grid}>
      {facts
        .filter(([, value]) => Boolean(value) || lacking === 'not known')
        .map(([name, value]) => (
          <div className={styles.fact} key={name}>
            <dt>{name}</dt>
            <dd>{value ? value : <span className={looks.quiet}>not known</span>}</dd>
          </div>
        ))}
    </dl>
  )
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A year, or a date if the source has it. */
function Founded({ text }: { text: string }) {
  if (!DAY.test(text) || Number.isNaN(Date.parse(text))) return text
  return <time dateTime={text}>{formatDay(text)}</time>
}

function Website({ text }: { text: string }) {
  const link = parseWebsite(text)
  if (!link) return text
  return (
    <a href={link.href} rel="noopener noreferrer nofollow">
      {link.label}
    </a>
  )
}
