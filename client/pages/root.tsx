import { isRouteErrorResponse, Outlet, useRouteError, useRouteLoaderData } from 'react-router'

import { Layout } from '../features/layout/layout.tsx'
import type { Site } from '../lib/api-client.ts'
import { SiteContext } from '../lib/island.tsx'
import { ROOT_ROUTE_ID } from '../lib/loading.ts'
import { buttonClass } from '../ui/button.tsx'
import { classNames, LoadAgain, looks, Page } from '../ui/primitives.tsx'
import styles from './root.module.css'

/** The route tree of the whole site. */
export function Root() {
  return (
    <SiteContext value={useRouteLoaderData<Site>(ROOT_ROUTE_ID)}>
      <Layout>
        <Outlet />
      </Layout>
    </SiteContext>
  )
}

/** What went wrong, and where to go next. Needs no loader data. */
export function RootError() {
  const said = describeError(useRouteError())
  return (
    <SiteContext value={useRouteLoaderData<Site>(ROOT_ROUTE_ID)}>
      <Layout>
        <Page width="column" className={styles.page}>
          <p className={looks.code}>{said.code}</p>
          <h1>{said.title}</h1>
          <p className={styles.text}>{said.text}</p>
          {said.canRetry && (
            <LoadAgain className={classNames(buttonClass(), styles.retry)}>Try again</LoadAgain>
          )}
          <ul className={styles.ways}>
            <li>
              <a href="/">Newsletter</a>
              <span>The free Monday letter, and how to get it</span>
            </li>
            <li>
              <a href="/stocks">Stocks</a>
              <span>Price history and facts by ticker</span>
            </li>
            <li>
              <a href="/crypto">Crypto</a>
              <span>The same for coins</span>
            </li>
          </ul>
        </Page>
      </Layout>
    </SiteContext>
  )
}

function describeError(error: unknown) {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return {
      code: '404',
      title: 'Page not found',
      text: 'There is nothing at this address. It may have been mistyped, or the page has moved.',
      canRetry: false,
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
