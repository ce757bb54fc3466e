export function Component() {
  return <h1>Confirm</h1>
}
