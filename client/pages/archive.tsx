import { useLoaderData } from 'react-router'

import { CORRECTIONS_PATH, FEED_PATH, HOW_WE_KNOW_PATH } from '../../shared/edition-address.ts'
import { ArchiveList } from '../features/editions/archive-list.tsx'
import type { ArchiveData } from '../features/editions/load-editions.ts'
import { SignUpCard } from '../features/subscribe/sign-up-card.tsx'
import { Island } from '../lib/island.tsx'
import { Page, QuietText } from '../ui/primitives.tsx'
import styles from './archive.module.css'

/** Every letter that went out. */
export function Component() {
  const list = useLoaderData<ArchiveData>()
  return (
    <Page className={styles.page}>
      <header className={styles.head}>
        <h1>Archive</h1>
        <QuietText className={styles.lead}>
          Every letter that went out, as it was mailed. What turned out wrong stands on top of it, and in the{' '}
          <a href={CORRECTIONS_PATH}>corrections</a>.
        </QuietText>
        <p className={styles.ways}>
          <a href={HOW_WE_KNOW_PATH}>How we know</a>
          <a href={FEED_PATH}>RSS feed</a>
        </p>
      </header>
      <div className={styles.list}>
        <ArchiveList list={list} />
      </div>
      <aside className={styles.join} aria-label="Sign up">
        <Island name="sign-up" when="touch" of={SignUpCard} props={{}} />
      </aside>
    </Page>
  )
}
