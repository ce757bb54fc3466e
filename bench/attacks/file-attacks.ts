import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDeflate, deflateSync } from 'node:zlib'

import type { Attack, Figure } from './figures.ts'
import { watchCommand } from './site.ts'

const BOUNDS = { cpuSeconds: 30, seconds: 120, memoryMb: 3_000 }
const MB = 2 ** 20

/** House reports that expand enormously when read. */
export const bombPdf: Attack = (folder) =>
  inScratch(async (scratch) => {
    const figures: Figure[] = []
    for (const { megabytes, layers } of PDF_BOMBS) {
      const pdf = createPdf(await deflateSpaces(megabytes, layers), layers)
      const file = path.join(scratch, 'bomb.pdf')
      writeFileSync(file, pdf)
      const { peakMb, cpuSeconds, isCutOff, words } = await readFile(folder, ['inspect', 'ptr'], file)
      const end = isCutOff ? 'ended by the bench' : words.split(file).at(-1)?.replace(/^:\s*/, '')
      figures.push({
        attack: 'PDF bombs, read by `inspect ptr`: most memory, CPU time',
        measured: `${(pdf.length / 1_000).toFixed(1)} kB that contain ${megabytes} MB, deflated ${layers === 1 ? 'once' : 'twice'}`,
        value: `${peakMb.toFixed(0)} MB, ${cpuSeconds.toFixed(1)} s: ${end ?? ''}`,
      })
    }
    return figures
  })

const PDF_BOMBS = [
  { megabytes: 0, layers: 1 },
  { megabytes: 1_024, layers: 1 },
  { megabytes: 1_024, layers: 2 },
] as const

/** Texts that take a parser far longer than their length suggests. */
export const bombParsers: Attack = (folder) =>
  inScratch(async (scratch) => {
    const figures: Figure[] = []
    for (const { name, command, text } of PARSER_BOMBS) {
      const file = path.join(scratch, 'bomb')
      writeFileSync(file, text)
      const { cpuSeconds, isCutOff } = await readFile(folder, command, file)
      const took = `${cpuSeconds.toFixed(1)} s`
      figures.push({
        attack: 'parser bombs: CPU time of the whole command',
        measured: `${name} (${(text.length / 1_000).toFixed(0)} kB)`,
        value: isCutOff ? `not done after ${took}` : took,
      })
    }
    return figures
  })

const submission = (xml: string) => `<SEC-DOCUMENT>0.txt\n<TYPE>4\n<XML>${xml}`
const senatePage = (member: string, cell: string) =>
  `<html><body><h1>Periodic Transaction Report for 01/27/2025</h1><h2 class="filedReport">${member}</h2><table>
<tr><th>#</th><th>Transaction Date</th><th>Owner</th><th>Ticker</th><th>Asset Name</th><th>Asset Type</th><th>Type</th><th>Amount</th><th>Comment</th></tr>
<tr><td>1</td><td>01/20/2025</td><td>Self</td><td>--</td><td>${cell}</td><td>Stock</td><td>Purchase</td><td>$1,001 - $15,000</td><td>--</td></tr>
</table></body></html>`

const FORM_4 = ['inspect', 'form4']
const SENATE = ['inspect', 'senate']
const PARSER_BOMBS: readonly { name: string; command: readonly string[]; text: string }[] = [
  { name: 'nothing unusual', command: SENATE, text: senatePage('Ms. Jane Doe', 'Acme') },
  { name: '<XML> and spaces', command: FORM_4, text: submission(' '.repeat(100_000)) },
  { name: '<XML> never closed', command: FORM_4, text: submission('<XML>'.repeat(10_000)) },
  { name: 'brackets for a name', command: SENATE, text: senatePage('('.repeat(100_000), 'Acme') },
  { name: '<br> in a cell', command: SENATE, text: senatePage('Ms. Jane Doe', '<br>'.repeat(33_000)) },
  {
    name: 'an ordinary list to import, into a new database',
    command: ['subscribers', 'import'],
    text: 'email\nreader@mail.example\n',
  },
  {
    name: 'a list to import, one cell of quotes without end',
    command: ['subscribers', 'import'],
    text: ['email', '"', ...Array.from({ length: 30_000 }, () => '""')].join('\n'),
  },
]

/** Passes a file to an operator's command. */
const readFile = (folder: string, command: readonly string[], file: string) =>
  watchCommand(
    folder,
    ['dist/app/lunchpail.mjs', ...command, file],
    { DATA_DIR: path.join(path.dirname(file), 'data') },
    BOUNDS,
  )

/** Spaces, which draw nothing, compressed once or twice. */
async function deflateSpaces(megabytes: number, layers: 1 | 2): Promise<Buffer> {
  const deflate = createDeflate({ level: 9 })
  const chunks: Buffer[] = []
  deflate.on('data', (chunk: Buffer) => chunks.push(chunk))
  const spaces = Buffer.alloc(MB, ' ')
  for (let written = 0; written < megabytes; written += 1) {
    await new Promise<void>((resolve, reject) => {
      deflate.write(spaces, (error) => (error ? reject(error) : resolve()))
    })
  }
  await new Promise<void>((resolve) => deflate.end(resolve))
  const once = Buffer.concat(chunks)
  return layers === 1 ? once : deflateSync(once, { level: 9 })
}

/** Creates a PDF of one page with that content. */
function createPdf(content: Buffer, layers: number): Buffer {
  const head = `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources <<>>>> endobj
4 0 obj <</Length ${content.length} /Filter [${'/FlateDecode '.repeat(layers)}]>> stream\n`
  return Buffer.concat([
    Buffer.from(head),
    content,
    Buffer.from('\nendstream endobj\ntrailer <</Root 1 0 R /Size 5>>\n%%EOF\n'),
  ])
}

async function inScratch(work: (folder: string) => Promise<Figure[]>): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lunchpail-bombs-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
