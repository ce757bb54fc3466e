import { useLoaderData } from 'react-router'

import { FiguresView, NoEdition } from '../features/editions/index.ts'
import type { FiguresData } from '../features/editions/load-editions.ts'
import { Page } from '../ui/page.tsx'

/** Where each figure of a letter comes from. */
export function Component() {
  const { date, figures } = useLoaderData<FiguresData>()
  return (
    <Page width="column">
      {figures === undefined ? <NoEdition date={date} /> : <FiguresView figures={figures} />}
    </Page>
  )
}
