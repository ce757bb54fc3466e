import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

import react from '@vitejs/plugin-react'
import vike from 'vike/plugin'
import { defineConfig, type Plugin } from 'vite'

const ASSETS = path.join(import.meta.dirname, 'dist/client/assets')

/** Left to itself the bundler makes a file of every module that two pages share and of every stylesheet: fifty requests
 *  for a page. These are the parts that are wanted together; what is in none of them goes its own way.
 *  No screen that a route loads stands in a group: it would lose its name in the manifest, by which its tags are found. A group takes along what
 *  its modules import, so what the routes need of a feature stands in the frame, or every page would load the feature. */
const CHUNK_GROUPS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
  {
    name: 'frame',
    test: /[\\/]client[\\/](lib[\\/](?!contracts)|styles|ui[\\/](?!combobox)|features[\\/](footer|header|layout)|pages[\\/]root)/,
  },
  {
    name: 'frame',
    test: /[\\/]client[\\/]features[\\/]ticker[\\/](load-ticker|ticker-head|search[\\/](ticker-search|search-shortcut))/,
  },
  // What the search in the header loads once it is used.
  {
    name: 'search',
    test: /[\\/]client[\\/](ui[\\/]combobox|features[\\/]ticker[\\/](asset-words|search[\\/](recent-tickers\.|search-suggestions|use-asset-search)))/,
  },
  {
    name: 'frame',
    test: /[\\/]client[\\/]features[\\/]editions[\\/](load-editions|edition-head|group-facts|words)/,
  },
  { name: 'sign-up', test: /[\\/]client[\\/]features[\\/]subscribe/ },
  {
    name: 'editions',
    test: /[\\/]client[\\/]features[\\/]editions[\\/](?!load-editions|edition-head|group-facts|words)/,
  },
  { name: 'legal', test: /[\\/]client[\\/]features[\\/]legal[\\/](?!disclaimer-text)/ },
  {
    name: 'ticker',
    test: /[\\/]client[\\/]features[\\/]ticker[\\/](?!.*(chart-explorer|follow-pointer|walk-closes|load-ticker|ticker-head|ticker-screen\.tsx|look-up[\\/]|asset-words|search[\\/](?!recent-tickers-row)))/,
  },
].map((group) => Object.assign(group, { priority: 1 }))

/** Writes .br and .gz beside the text assets once, so that no request pays for it. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    closeBundle() {
      if (this.environment.name !== 'client') return
      for (const name of readdirSync(ASSETS, { encoding: 'utf8', recursive: true }).filter((file) =>
        /\.(js|css|svg)$/.test(file),
      )) {
        const file = path.join(ASSETS, name)
        const content = readFileSync(file)
        writeFileSync(
          `${file}.br`,
          brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        )
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}

export default defineConfig(({ command }) => ({
  plugins: [react(), vike(), precompress()],
  // React is part of the server's bundle, so that NODE_ENV at build time, not at run time, picks its production form.
  // In development its CommonJS stays outside: Vite's module runner cannot evaluate it.
  ssr: command === 'build' ? { noExternal: ['react', 'react-dom', 'react-router'] } : {},
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: CHUNK_GROUPS } } },
  },
}))
