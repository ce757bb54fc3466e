import { Page } from '../ui/primitives.tsx'

/** A placeholder for the dashboard: its title and nothing else. */
export function Component() {
  return (
    <Page>
      <h1>Dashboard</h1>
    </Page>
  )
}
