import { readFileSync } from 'node:fs'

import { describeFileError } from '../lib/errors.ts'

/** Whether a variable names the file of a setting, such as SMTP_URL_FILE. */
export const isSettingFile = (name: string, settingNames: readonly string[]) =>
  name.endsWith('_FILE') && settingNames.includes(name.slice(0, -'_FILE'.length))

/** Reads the settings that are given as files, the way docker compose and Kubernetes mount secrets: `SMTP_URL_FILE` names the
 *  file whose text, without surrounding space, is SMTP_URL. */
export function readSettingFiles(
  present: Readonly<Record<string, string>>,
  settingNames: readonly string[],
): {
  values: Readonly<Record<string, string>>
  problems: string[]
} {
  const values: Record<string, string> = {}
  const problems: string[] = []
  for (const name of settingNames) {
    const file = present[`${name}_FILE`]
    if (file === undefined) continue
    if (present[name] !== undefined) problems.push(`${name} and ${name}_FILE are both set: leave one out`)
    try {
      const text = readFileSync(file, 'utf8').trim()
      if (text === '') problems.push(`${name}_FILE names a file with nothing in it: ${file}`)
      else values[name] = text
    } catch (error) {
      problems.push(`${name}_FILE names a file that cannot be read: ${file}, ${describeFileError(error)}`)
    }
  }
  return { values, problems }
}
