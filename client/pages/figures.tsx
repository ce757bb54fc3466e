import { useLoaderData } from 'react-router'

import { FiguresView } from '../features/editions/figures-view.tsx'
import type { FiguresData } from '../features/editions/load-editions.ts'
import { NoEdition } from '../features/editions/no-edition.tsx'
import { Page } from '../ui/primitives.tsx'

/** Where each figure of a letter comes from. */
export function Component() {
  const { date, figures } = useLoaderData<FiguresData>()
  return (
    <Page width="column">
      {figures === undefined ? <NoEdition date={date} /> : <FiguresView figures={figures} />}
    </Page>
  )
}
