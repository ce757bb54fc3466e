export default {
  distDir: 'dist',
  poweredByHeader: false,
  outputFileTracingRoot: new URL('..', import.meta.url).pathname,
}
