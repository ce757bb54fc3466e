import { ConfirmSubscription } from '../features/subscribe/index.ts'
import { Page } from '../ui/page.tsx'
import { Stack } from '../ui/stack.tsx'

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
