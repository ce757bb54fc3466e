import { readFileSync } from 'node:fs'

interface ManifestEntry {
  file: string
  imports?: string[]
  css?: string[]
}

// Vike's own manifest of the client build. In development Vite serves the modules as they are.
const manifest: Record<string, ManifestEntry> = import.meta.env.PROD
  ? (JSON.parse(readFileSync('dist/assets.json', 'utf8')) as Record<string, ManifestEntry>)
  : {}

/** What every page loads; Vike itself writes the tags of its styles. */
const ENTRY = 'client/app/+client.tsx'

/** <link> tags for route modules that load on demand: without them the browser would learn of each only after the last.
 *  @param sources  the modules' files below the project, as the manifest names them */
export function tagsForChunks(sources: readonly (string | undefined)[]): string {
  const frame = filesOf([ENTRY])
  const { scripts, styles } = filesOf([ENTRY, ...sources.filter((source) => source !== undefined)])
  return [
    ...[...styles]
      .filter((file) => !frame.styles.has(file))
      .map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...[...scripts].map((file) => `<link rel="modulepreload" href="/${file}">`),
  ].join('\n')
}

/** The files of modules and of all that they import. */
function filesOf(names: readonly string[]): { scripts: Set<string>; styles: Set<string> } {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (name: string): void => {
    const entry = manifest[name]
    if (!entry || scripts.has(entry.file)) return
    scripts.add(entry.file)
    for (const style of entry.css ?? []) styles.add(style)
    for (const imported of entry.imports ?? []) visit(imported)
  }
  for (const name of names) visit(name)
  return { scripts, styles }
}
