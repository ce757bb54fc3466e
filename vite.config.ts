import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

import react from '@vitejs/plugin-react'
import vike from 'vike/plugin'
import { defineConfig, type Plugin } from 'vite'

import { CONTRACTS_VERSION } from './server/http/contracts-version.ts'

const ASSETS = path.join(import.meta.dirname, 'dist/client/assets')

/** Left to itself the bundler makes a file of every module that two pages share and of every stylesheet: fifty requests
 *  for a page. These are the parts that are wanted together, those first that others build on: a part takes along what its
 *  modules import and no earlier one has. What is in none of them goes its own way.
 *  Nothing that loads on demand by its name in the manifest (a page, an island) stands in one: it would lose that name. */
const CHUNK_GROUPS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  // What every page runs, without React.
  {
    name: 'base',
    test: /vite[\\/]preload-helper|rolldown[\\/]runtime|[\\/]client[\\/](app[\\/](start-islands|hydration|islands)|lib[\\/](load-chunk|send-json|stored-value)|features[\\/](consent[\\/](?!.*banner)|ticker[\\/]search[\\/]start-search))/,
  },
  // Rules and words without React.
  {
    name: 'words',
    test: /^(?!.*node_modules).*([\\/]shared[\\/](?!.*contract|link-words|edition-label)|[\\/]client[\\/](lib[\\/](head|describe-asset)|features[\\/]ticker[\\/](load-ticker|ticker-head|asset-words|search[\\/]recent-tickers\.)))/,
  },
  // What the server needs to choose a page: no styles, or every page would have them.
  {
    name: 'routing',
    test: /[\\/]client[\\/](lib[\\/]loading|features[\\/](editions[\\/](load-editions|edition-head|group-facts|words)|ticker[\\/]ticker-route))/,
  },
  // What islands share: their scripts, and in one file the styles of such parts and of the frame, on every page.
  {
    name: 'parts',
    test: /[\\/]client[\\/](ui[\\/](?!combobox)|lib[\\/](island|use-browser|browser-api-client)|(pages[\\/]root\.|features[\\/](consent|footer|header|layout|ticker[\\/]search[\\/]ticker-search)).*\.module\.css)/,
  },
  {
    name: 'search',
    test: /[\\/]client[\\/](ui[\\/]combobox|features[\\/]ticker[\\/]search[\\/](search-suggestions|use-asset-search))/,
  },
  // The field, which the header's frame would take along.
  { name: 'search-field', test: /[\\/]client[\\/]features[\\/]ticker[\\/]search[\\/]ticker-search/ },
  // Drawn by the server alone: these are for their styles.
  {
    name: 'frame',
    test: /[\\/]client[\\/](pages[\\/]root\.|features[\\/](consent|footer|header|layout))/,
  },
  {
    name: 'sign-up',
    test: /[\\/]client[\\/]features[\\/](legal[\\/]disclaimer-text|subscribe[\\/](?!confirm))/,
  },
  { name: 'editions', test: /[\\/](client[\\/]features[\\/]editions|shared[\\/](link-words|edition-label))/ },
  { name: 'legal', test: /[\\/]client[\\/]features[\\/]legal[\\/]/ },
  {
    name: 'ticker',
    test: /[\\/]client[\\/]features[\\/]ticker[\\/](?!.*(chart[\\/](?!price-(points|words))|screen-actions|asset-view|ticker-screen\.tsx|look-up[\\/]|search[\\/]))/,
  },
  {
    name: 'chart',
    test: /[\\/]client[\\/]features[\\/]ticker[\\/](screen-actions|asset-view\.|look-up[\\/]told|chart[\\/](?!chart-explorer|follow-pointer|walk-closes))/,
  },
  {
    name: 'look-up',
    test: /[\\/]client[\\/]features[\\/]ticker[\\/](look-up[\\/](?!look-up-screen\.tsx)|search[\\/](recent-tickers-row|search-shortcut))/,
  },
].map((group, index, groups) => Object.assign(group, { priority: groups.length - index }))

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
  // The server reads .env itself; Vite would warn of the NODE_ENV in it.
  envDir: false,
  define: { 'import.meta.env.CONTRACTS_VERSION': JSON.stringify(CONTRACTS_VERSION) },
  plugins: [react(), vike(), precompress()],
  // React is part of the server's bundle, so that NODE_ENV at build time, not at run time, picks its production form.
  // In development its CommonJS stays outside: Vite's module runner cannot evaluate it.
  ssr: command === 'build' ? { noExternal: ['react', 'react-dom', 'react-router'] } : {},
  // What the server renders pages with, without Vike.
  environments: { ssr: { build: { rolldownOptions: { input: { render: 'client/app/render.tsx' } } } } },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The pages are drawn by the server, but their styles are files of the browser's: no browser loads this script.
      input: { pages: 'client/routes.tsx' },
      output: { codeSplitting: { groups: CHUNK_GROUPS } },
    },
  },
}))
