import { UnsubscribeResult } from '../features/unsubscribe/unsubscribe-result.tsx'
import { Page, Stack } from '../ui/primitives.tsx'

/** Where the unsubscribe links of the newsletter lead. */
export function Component() {
  return (
    <Page width="column">
      <Stack>
        <h1>Sorry to see you go!</h1>
        <UnsubscribeResult />
      </Stack>
    </Page>
  )
}
