export function Component() {
  return <h1>Privacy-policy</h1>
}
