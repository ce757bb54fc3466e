export function Component() {
  return <h1>Terms-of-service</h1>
}
