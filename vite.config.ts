import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

import react from '@vitejs/plugin-react'
import vike from 'vike/plugin'
import { defineConfig, type Plugin } from 'vite'

import { CONTRACTS_VERSION } from './server/http/contracts-version.ts'

const ASSETS = path.join(import.meta.dirname, 'dist/client/assets')

/** By default the bundler writes one file for every stylesheet and every module that two pages share: fifty requests for a
 *  page. These groups are loaded together. A group includes what its modules import, unless an earlier group has it, so the
 *  groups that others build on come first. Modules in no group are left to the bundler.
 *  Nothing that loads on demand by its name in the manifest (a page, an island) may be in a group: it would lose that name. */
const CHUNK_GROUPS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  // Scripts of every page that do not need React.
  {
    name: 'base',
    test: /vite[\\/]preload-helper|rolldown[\\/]runtime|[\\/]client[\\/](app[\\/](start-islands|islands)|lib[\\/](load-chunk|send-json|stored-value)|features[\\/](consent[\\/](?!.*banner)|ticker[\\/]search[\\/]start-search))/,
  },
  // Rules and wording that do not need React.
  {
    name: 'words',
    test: /^(?!.*node_modules).*([\\/]shared[\\/](?!.*contract|link-words|edition-label|name-inputs)|[\\/]client[\\/](lib[\\/](head|describe-asset)|features[\\/]ticker[\\/](load-ticker|ticker-head|asset-words|search[\\/]recent-tickers\.)))/,
  },
  // What the server needs to choose a page. It must not contain styles, or every page would load them.
  {
    name: 'routing',
    test: /[\\/]client[\\/](lib[\\/]loading|features[\\/](editions[\\/](load-editions|edition-head|words)|ticker[\\/]ticker-route))/,
  },
  // The scripts that islands share, and one file of styles for these parts and the frame, which every page loads.
  {
    name: 'parts',
    test: /[\\/]client[\\/](ui[\\/](?!combobox)|lib[\\/](island|use-browser|browser-api-client)|(pages[\\/]root\.|features[\\/](consent|footer|header|layout|ticker[\\/]search[\\/]ticker-search)).*\.module\.css)/,
  },
  {
    name: 'search',
    test: /[\\/]client[\\/](ui[\\/]combobox|features[\\/]ticker[\\/]search[\\/](search-suggestions|use-asset-search))/,
  },
  // The search field by itself; otherwise the group of the header would include it.
  { name: 'search-field', test: /[\\/]client[\\/]features[\\/]ticker[\\/]search[\\/]ticker-search/ },
  // Only the server renders these; they are listed for their styles.
  {
    name: 'frame',
    test: /[\\/]client[\\/](pages[\\/]root\.|features[\\/](consent|footer|header|layout))/,
  },
  {
    name: 'sign-up',
    test: /[\\/]client[\\/]features[\\/](legal[\\/]disclaimer-text|subscribe[\\/](?!confirm))/,
  },
  {
    name: 'editions',
    test: /[\\/](client[\\/]features[\\/]editions|shared[\\/](link-words|edition-label|name-inputs))/,
  },
  { name: 'legal', test: /[\\/]client[\\/]features[\\/]legal[\\/]/ },
  {
    name: 'ticker',
    test: /[\\/]client[\\/]features[\\/]ticker[\\/](?!.*(chart[\\/](?!price-(points|words))|screen-actions|asset-view|ticker-screen\.tsx|look-up[\\/]|search[\\/]))/,
  },
  {
    name: 'chart',
    test: /[\\/]client[\\/]features[\\/]ticker[\\/](screen-actions|asset-view\.|look-up[\\/]told|chart[\\/](?!chart-explorer))/,
  },
  {
    name: 'look-up',
    test: /[\\/]client[\\/]features[\\/]ticker[\\/](look-up[\\/](?!look-up-screen\.tsx)|search[\\/](recent-tickers-row|search-shortcut))/,
  },
].map((group, index, groups) => Object.assign(group, { priority: groups.length - index }))

/** Compresses the text assets to .br and .gz files once, so that no request pays for it. */
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

/** A short name for all classes of a file: every page and script is smaller than with the line of each. */
function nameClass(name: string, file: string): string {
  const ofFile = path.relative(import.meta.dirname, file.split('?')[0] ?? file)
  return `${name}_${createHash('sha256').update(ofFile).digest('base64url').slice(0, 4)}`
}

export default defineConfig(({ command }) => ({
  // The server reads .env itself; Vite would warn about the NODE_ENV in it.
  envDir: false,
  define: { 'import.meta.env.CONTRACTS_VERSION': JSON.stringify(CONTRACTS_VERSION) },
  plugins: [react(), vike(), precompress()],
  css: { modules: { generateScopedName: nameClass } },
  // React is bundled into the server, so that NODE_ENV at build time, not at run time, picks its production build.
  // In development React stays external: it is CommonJS, which Vite's module runner cannot evaluate.
  ssr: command === 'build' ? { noExternal: ['react', 'react-dom', 'react-router'] } : {},
  // The server renders pages with this entry, without Vike.
  environments: { ssr: { build: { rolldownOptions: { input: { render: 'client/app/render.tsx' } } } } },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The server renders the pages, but browsers load their styles; this entry emits those. No browser loads its script.
      input: { pages: 'client/routes.tsx' },
      output: { codeSplitting: { groups: CHUNK_GROUPS } },
    },
  },
}))
