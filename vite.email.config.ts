import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { previewLetter } from './server/letter/render/preview/preview-plugin.ts'

/** `vite build` bundles the letter's templates, the only JSX that the server runs, into one module that needs neither React nor
 *  its renderer for mail where it is imported. `vite` alone previews the letter. */
export default defineConfig(({ command }) => ({
  plugins: [react(), previewLetter()],
  envDir: false,
  publicDir: false,
  appType: 'custom',
  cacheDir: 'node_modules/.vite-email',
  optimizeDeps: { noDiscovery: true },
  ...(command === 'build' && {
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true as const, target: 'node' as const },
  }),
  build: {
    ssr: 'server/letter/render/render-edition.tsx',
    outDir: 'dist/email',
    emptyOutDir: true,
    minify: false,
    target: 'node24',
    rolldownOptions: { output: { entryFileNames: '[name].mjs', codeSplitting: false } },
  },
}))
