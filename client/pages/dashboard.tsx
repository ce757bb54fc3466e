import { Page } from '../ui/primitives.tsx'

/** Keeps the place of the dashboard: its title and nothing else. */
export function Component() {
  return (
    <Page>
      <h1>Dashboard</h1>
    </Page>
  )
}
