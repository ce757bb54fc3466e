import { useSite } from '../lib/use-site.ts'
import { Link } from 'react-router'

export function Component() {
  const site = useSite()
  return (
    <h1>
      {site.name} <Link to="/nope">x</Link>
    </h1>
  )
}
