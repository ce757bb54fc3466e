import { UnsubscribeResult } from '../features/unsubscribe/index.ts'
import { Page } from '../ui/page.tsx'
import { Stack } from '../ui/stack.tsx'

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
