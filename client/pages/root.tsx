import { Outlet, useMatches } from 'react-router'

import { Layout } from '../features/layout/layout.tsx'
import { useDocumentHead } from '../features/layout/use-document-head.ts'
import { useSite } from '../lib/api-client.ts'
import { headOf } from '../lib/head.ts'

/** The tree of the whole site. */
export function Root() {
  const site = useSite()
  useDocumentHead(headOf(useMatches(), site), site.url)
  return (
    <Layout>
      <Outlet />
    </Layout>
  )
}
