export function RootError() {
  return <h1>error</h1>
}
