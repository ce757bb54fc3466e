import { defineConfig } from 'vite'

/** Packages that stay external: they read files of their own at run time, or are used only in development. */
const FROM_THEIR_PACKAGES = ['@electric-sql/pglite', 'node-cron', 'swagger-ui-dist', 'vike']

/** The name of each file that something starts, and its source. */
export const ENTRIES = {
  main: 'server/main.ts',
  lunchpail: 'server/cli/main.ts',
  // Separate processes and threads, which are started from the file next to them.
  'working-process': 'server/apart/working-process.ts',
  'reading-process': 'server/records/core/reading/reading-process.ts',
  'memory-watch': 'server/records/core/reading/memory-watch.ts',
  'render-worker': 'server/pictures/render-worker.ts',
  // Its own file so that tests can lengthen the waits.
  patience: 'server/lib/patience.ts',
}

/** Bundles the server and the commands, with what they import, into a few files: Node takes longer to find and open a thousand
 *  files than to run them. dist/app is as deep as a folder of server/, so that '../../' is the project's folder from both. */
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
        // The sources are shipped anyway. Node reads the map of every file it loads, except below a node_modules folder.
        sourcemapExcludeSources: true,
        codeSplitting: {
          groups: [{ name: 'node_modules/packages', test: /node_modules/, entriesAware: true }],
        },
      },
    },
  },
})
