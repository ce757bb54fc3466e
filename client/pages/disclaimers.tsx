export function Component() {
  return <h1>Disclaimers</h1>
}
