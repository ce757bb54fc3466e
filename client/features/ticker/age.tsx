import { useState } from 'react'

import { useHydrated } from '../../lib/use-hydrated.ts'
import styles from './age.module.css'
import { describeAge } from './chart/price-words.ts'

/** How long ago something was, as a sentence. Only the browser knows: pages are kept, so the server's word would be old.
 *  Its place is kept free.
 *  @param instant  ISO 8601; to be drawn anew, by its key, for another one
 *  @param lead  how the sentence begins */
export function Age({ instant, lead }: { instant: string; lead: string }) {
  const isHydrated = useHydrated()
  const [nowMs] = useState(() => Date.now())
  return (
    <span className={styles.age}>{isHydrated && `${lead} ${describeAge(nowMs - Date.parse(instant))}.`}</span>
  )
}
