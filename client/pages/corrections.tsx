import { useLoaderData } from 'react-router'

import { HOW_WE_KNOW_PATH } from '../../shared/edition-address.ts'
import type { Correction } from '../../shared/edition-contract.ts'
import { CorrectionLog } from '../features/editions/correction-log.tsx'
import { useSite } from '../lib/island.tsx'
import { Page, QuietText } from '../ui/primitives.tsx'
import styles from '../features/editions/correction-log.module.css'

/** What was wrong in a letter, and what is right. */
export function Component() {
  const corrections = useLoaderData<readonly Correction[]>()
  const { contactEmail } = useSite()
  return (
    <Page width="column" className={styles.page}>
      <h1>Corrections</h1>
      <p>
        A letter that went out is not changed. What was wrong in it is said here and on top of its page, with
        the time at which we noted it. <a href={HOW_WE_KNOW_PATH}>How figures are checked</a>
      </p>
      <CorrectionLog corrections={corrections} />
      <QuietText>
        Found something that does not match its record? Write to{' '}
        <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
      </QuietText>
    </Page>
  )
}
