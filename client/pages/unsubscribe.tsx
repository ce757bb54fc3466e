import { useLoaderData } from 'react-router'

import type { PostedLink } from '../../shared/posted-form.ts'
import { UnsubscribeResult } from '../features/unsubscribe/unsubscribe-result.tsx'
import { Island } from '../lib/island.tsx'
import { Page, Stack } from '../ui/primitives.tsx'

/** The target of the newsletter's unsubscribe links. */
export function Component() {
  const link = useLoaderData<{ posted: PostedLink | null; isUsable: boolean; unusable: string | undefined }>()
  return (
    <Page width="column">
      <Stack>
        <h1>Sorry to see you go!</h1>
        <Island name="unsubscribe" when="now" of={UnsubscribeResult} props={link} />
      </Stack>
    </Page>
  )
}
