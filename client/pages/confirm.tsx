import { ConfirmSubscription } from '../features/subscribe/confirm-subscription.tsx'
import { Page, Stack } from '../ui/primitives.tsx'

/** Where the link of a confirmation mail leads. */
export function Component() {
  return (
    <Page width="column">
      <Stack>
        <h1>Confirm your subscription</h1>
        <ConfirmSubscription />
      </Stack>
    </Page>
  )
}
