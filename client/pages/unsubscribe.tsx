export function Component() {
  return <h1>Unsubscribe</h1>
}
