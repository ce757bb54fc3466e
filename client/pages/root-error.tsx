import { isRouteErrorResponse, Link, useRouteError } from 'react-router'

import { Layout } from '../features/layout/layout.tsx'
import { useDocumentHead } from '../features/layout/use-document-head.ts'
import { useOffline } from '../lib/use-hydrated.ts'
import { CHUNK_FAILED_MESSAGE, ChunkLoadError } from '../lib/load-chunk.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/primitives.tsx'
import styles from './root-error.module.css'

/** What went wrong, and where to go from there. Needs none of the loaders' data. */
export function RootError() {
  const error = useRouteError()
  const isOffline = useOffline()
  const said = sayError(error, isOffline)
  useDocumentHead(
    { title: said.title, description: 'This page could not be shown.', isHidden: true },
    undefined,
  )
  return (
    <Layout>
      <Page width="column" className={styles.page}>
        <p className={styles.code}>{said.code}</p>
        <h1>{said.title}</h1>
        <p className={styles.text}>{said.text}</p>
        {said.canRetry && (
          // Only a fresh page requests a failed part again; the address is already the one wanted.
          <Button className={styles.retry} onClick={() => window.location.reload()}>
            Try again
          </Button>
        )}
        <ul className={styles.ways}>
          <li>
            <Link to="/">Newsletter</Link>
            <span>The free Monday letter, and how to get it</span>
          </li>
          <li>
            <Link to="/stocks">Stocks</Link>
            <span>Price history and facts by ticker</span>
          </li>
          <li>
            <Link to="/crypto">Crypto</Link>
            <span>The same for coins</span>
          </li>
        </ul>
      </Page>
    </Layout>
  )
}

interface Said {
  code: string
  title: string
  text: string
  canRetry: boolean
}

function sayError(error: unknown, isOffline: boolean): Said {
  if (error instanceof ChunkLoadError) {
    return {
      code: 'Connection',
      title: CHUNK_FAILED_MESSAGE,
      text: 'A part of the site did not arrive. Check your connection, then try again.',
      canRetry: true,
    }
  }
  if (isRouteErrorResponse(error) && error.status === 404) {
    return {
      code: '404',
      title: 'Page not found',
      text: 'There is nothing at this address. It may have been mistyped, or the page has moved.',
      canRetry: false,
    }
  }
  if (isOffline) {
    return {
      code: 'Connection',
      title: 'You are offline',
      text: 'This page could not be loaded. Check your connection, then try again.',
      canRetry: true,
    }
  }
  const status = isRouteErrorResponse(error) ? error.status : 500
  return {
    code: String(status),
    title: 'Something went wrong',
    text: 'The mistake is on our side, not yours. Try again in a minute.',
    canRetry: true,
  }
}
