/** What the build wrote for each file, by its entry module. */
export type Manifest = Readonly<
  Record<string, { file: string; name?: string; imports?: string[]; css?: string[] }>
>

/** What every page loads. */
export const ENTRY = 'client/app/+client.ts'
/** What islands need besides their own code. */
export const HYDRATE = 'client/app/hydrate.tsx'

/** The files of modules and of everything they import, imports first, as the order of styles requires.
 *  @param names  as in the manifest, or the name of a chunk in vite.config.ts
 *  @returns paths below the folder of the client's build */
export function filesOf(
  manifest: Manifest,
  names: readonly (string | undefined)[],
): { scripts: Set<string>; styles: Set<string> } {
  const seen = new Set<string>()
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (name: string): void => {
    const entry = manifest[name]
    if (!entry || seen.has(name)) return
    seen.add(name)
    for (const imported of entry.imports ?? []) visit(imported)
    scripts.add(entry.file)
    for (const style of entry.css ?? []) styles.add(style)
  }
  for (const name of names) if (name !== undefined) visit(keyOf(manifest, name))
  return { scripts, styles }
}

const keyOf = (manifest: Manifest, name: string): string =>
  manifest[name] ? name : (Object.keys(manifest).find((key) => manifest[key]?.name === name) ?? name)
