import { defineConfig } from 'vite'

/** These read files of their own package at run time, or are for development. */
const FROM_THEIR_PACKAGES = ['@electric-sql/pglite', 'node-cron', 'swagger-ui-dist', 'vike']

/** The name of each file that something starts, and its source. */
export const ENTRIES = {
  main: 'server/main.ts',
  lunchpail: 'server/cli/main.ts',
  // Processes and threads of their own, found beside what starts them.
  'working-process': 'server/apart/working-process.ts',
  'reading-process': 'server/records/core/reading/reading-process.ts',
  'memory-watch': 'server/records/core/reading/memory-watch.ts',
  'render-worker': 'server/pictures/render-worker.ts',
  // Tests prolong its waits.
  patience: 'server/lib/patience.ts',
}

/** Makes the server and the commands, with what they import, into a few files: Node takes longer to find and open a thousand than to
 *  run what is in them. dist/app is as deep as a folder of server/, so that '../../' is the project for both. */
export default defineConfig({
  envDir: false,
  publicDir: false,
  ssr: { noExternal: true, external: FROM_THEIR_PACKAGES },
  build: {
    ssr: true,
    outDir: 'dist/app',
    emptyOutDir: true,
    minify: false,
    target: 'node24',
    sourcemap: true,
    rolldownOptions: {
      input: ENTRIES,
      output: {
        entryFileNames: '[name].mjs',
        chunkFileNames: '[name]-[hash].mjs',
        // The sources are there. Node reads the map of a file when it loads it, except where the path has a node_modules.
        sourcemapExcludeSources: true,
        codeSplitting: {
          groups: [{ name: 'node_modules/packages', test: /node_modules/, entriesAware: true }],
        },
      },
    },
  },
})
