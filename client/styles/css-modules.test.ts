import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { preprocessCSS, resolveConfig } from 'vite'
import { expect, it } from 'vitest'

const CLIENT = path.join(import.meta.dirname, '..')
const IMPORTED = /^import (\w+) from '(.+\.module\.css)'$/gm

// TypeScript accepts any name on a CSS module, so this test catches wrong ones.
it('the client uses every class of its CSS modules, and none that does not exist', async () => {
  const classes = await listClasses()
  const unused = new Set(classes)
  const mistakes: string[] = []
  for (const file of globSync('**/*.{ts,tsx}', { cwd: CLIENT })) {
    const code = readFileSync(path.join(CLIENT, file), 'utf8')
    for (const [, styles = '', from = ''] of code.matchAll(IMPORTED)) {
      const module = path.join(path.dirname(file), from)
      for (const [use, name] of code.matchAll(new RegExp(String.raw`\b${styles}(?:\.(\w+)|\[)`, 'g'))) {
        const used = `${module} .${name}`
        if (name === undefined) mistakes.push(`${file}: write the class after a dot, not as ${use}...]`)
        else if (!classes.has(used)) mistakes.push(`${file}: there is no ${used}`)
        unused.delete(used)
      }
    }
  }
  expect({ mistakes, unused: [...unused] }).toEqual({ mistakes: [], unused: [] })
})

/** Lists classes as Vite reads the files.
 *  @returns 'ui/button.module.css .primary' and so on */
async function listClasses(): Promise<Set<string>> {
  const config = await resolveConfig({ configFile: false }, 'build')
  const classes = new Set<string>()
  for (const module of globSync('**/*.module.css', { cwd: CLIENT })) {
    const file = path.join(CLIENT, module)
    const { code, modules = {} } = await preprocessCSS(readFileSync(file, 'utf8'), file, config)
    for (const [name, unique] of Object.entries(modules)) {
      // Names of animations are exported too.
      if (code.includes(`.${unique}`)) classes.add(`${module} .${name}`)
    }
  }
  return classes
}
