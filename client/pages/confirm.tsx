import { useLoaderData } from 'react-router'

import type { PostedLink } from '../../shared/posted-form.ts'
import { ConfirmSubscription } from '../features/subscribe/confirm-subscription.tsx'
import { Island } from '../lib/island.tsx'
import { Page, Stack } from '../ui/primitives.tsx'

/** The target of the link in a confirmation mail. */
export function Component() {
  const { posted } = useLoaderData<{ posted: PostedLink | null }>()
  return (
    <Page width="column">
      <Stack>
        <h1>Confirm your subscription</h1>
        <Island name="confirm" when="now" of={ConfirmSubscription} props={{ posted }} />
      </Stack>
    </Page>
  )
}
