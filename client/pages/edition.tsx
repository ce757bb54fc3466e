import { useLoaderData } from 'react-router'

import { EditionView, Neighbours } from '../features/editions/edition-view.tsx'
import type { EditionData } from '../features/editions/load-editions.ts'
import { NoEdition } from '../features/editions/no-edition.tsx'
import { SignUpCard } from '../features/subscribe/sign-up-card.tsx'
import { Island } from '../lib/island.tsx'
import { classNames, looks, Page } from '../ui/primitives.tsx'
import styles from './edition.module.css'

/** One letter, and how to get the next. */
export function Component() {
  const { date, edition } = useLoaderData<EditionData>()
  if (edition === undefined) {
    return (
      <Page width="column">
        <NoEdition date={date} />
      </Page>
    )
  }
  return (
    <Page className={styles.page}>
      <EditionView edition={edition} />
      <div className={classNames(styles.after, looks.onScreen)}>
        <Neighbours edition={edition} />
        <aside className={styles.join} aria-label="Sign up">
          <p className={styles.invitation}>Get the next one on Monday, in your mail.</p>
          <Island name="sign-up" when="touch" of={SignUpCard} props={{}} />
        </aside>
      </div>
    </Page>
  )
}
