import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds the letter's templates, the only JSX that the server runs, into one module with everything bundled in:
 *  React and react-email are not needed, nor resolved, where it is imported. */
export default defineConfig({
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  publicDir: false,
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: 'server/newsletter/compose/render-edition.tsx',
    outDir: 'dist/email',
    emptyOutDir: true,
    minify: false,
    target: 'node24',
    rolldownOptions: { output: { entryFileNames: '[name].mjs', codeSplitting: false } },
  },
})
