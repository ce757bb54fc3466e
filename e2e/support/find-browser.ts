/** Flags that keep Chromium from requesting anything but the given pages. */
export const BROWSER_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The Chromium that CHROMIUM_PATH names, or else the one from npm, unpacked.
 *  @returns the path of its program */
export async function findBrowser(): Promise<string> {
  const named = process.env['CHROMIUM_PATH']
  if (named) return named
  // Otherwise the package does not unpack the libraries that a bare machine lacks.
  process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs24.x'
  const { default: bundled } = await import('@sparticuz/chromium')
  return bundled.executablePath()
}
