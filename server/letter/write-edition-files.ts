import { writeFile } from 'node:fs/promises'
import path from 'node:path'

import type { ChartContent } from '../../shared/edition-contract.ts'
import { type ColorScheme, chartPath } from '../../shared/edition-address.ts'
import { makeFolder } from '../lib/folders.ts'
import type { Edition } from './build-edition.ts'
import { chartVersion } from './edition-input.ts'
import { fillRecipientSlots, type RecipientValues } from '../sending/deliveries/recipient-mail.ts'

export interface EditionFilesDeps {
  /** PNG. */
  readonly drawChart: (chart: ChartContent, scheme: ColorScheme) => Promise<Uint8Array>
  /** Scheme and host, as in the letter's links. */
  readonly siteUrl: string
}

/** Writes an edition to files for people to look at: edition.html with its pictures in charts/, edition.txt, facts.json
 *  with all its facts, and audit.json, which says how each section got its words.
 *  @param folder  created if missing
 *  @param values  fill the places where readers' copies differ
 *  @returns the paths of the files */
export async function writeEditionFiles(
  { drawChart, siteUrl }: EditionFilesDeps,
  edition: Pick<Edition, 'slotDate' | 'html' | 'text' | 'facts' | 'content' | 'audits'>,
  { folder, values }: { folder: string; values: RecipientValues },
): Promise<string[]> {
  const charts = edition.content.sections.flatMap(({ name, chart }) =>
    chart
      ? (['light', 'dark'] as const).map((scheme) => {
          const url = siteUrl + chartPath(edition.slotDate, name, { version: chartVersion(chart), scheme })
          return { chart, scheme, file: `charts/${path.basename(new URL(url).pathname)}`, url }
        })
      : [],
  )
  const html = charts.reduce((text, { url, file }) => text.replaceAll(url, file), edition.html)
  const files: [name: string, content: string | Uint8Array][] = [
    ['edition.html', fillRecipientSlots(html, values, 'html')],
    ['edition.txt', fillRecipientSlots(edition.text, values, 'text')],
    ['facts.json', toJson(edition.facts)],
    ['audit.json', toJson(edition.audits)],
  ]
  for (const { chart, scheme, file } of charts) files.push([file, await drawChart(chart, scheme)])
  makeFolder(path.join(folder, charts.length > 0 ? 'charts' : '.'))
  return await Promise.all(
    files.map(async ([name, content]) => {
      const file = path.join(folder, name)
      await writeFile(file, content)
      return file
    }),
  )
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
