export function Component() {
  return <h1>Ticker</h1>
}
