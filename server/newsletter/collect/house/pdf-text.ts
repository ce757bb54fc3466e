import { Worker } from 'node:worker_threads'

import type { WorkerAnswer, WorkerRequest } from './pdf-text-worker.ts'

/** A run of text as the PDF draws it. Lengths are in points, y counts upwards from the foot of the page. */
export interface TextItem {
  /** May hold NUL where the font has a glyph without a character. */
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly fontSize: number
}

/** The text of each page; empty lists for a scan. */
export type PdfText = { status: 'read'; pages: TextItem[][] } | { status: 'unreadable'; reason: string }

/** What a report may cost. The longest seen, with 144 transactions, has 0.2 MB, 17 pages, 2,000 runs of text. */
export interface PdfLimits {
  readonly maxBytes: number
  readonly maxPages: number
  readonly maxItems: number
  readonly timeoutMs: number
  readonly maxMemoryMb: number
}

const LIMITS: PdfLimits = {
  maxBytes: 20_000_000,
  maxPages: 300,
  maxItems: 100_000,
  timeoutMs: 30_000,
  maxMemoryMb: 512,
}

/** Reads the text of a PDF with its positions, in a thread of its own: a page that is slow to draw holds up nobody, and
 *  one that never ends is ended.
 *  @returns the reason where there is no whole PDF to read */
export async function readPdfText(bytes: Uint8Array, limits: Partial<PdfLimits> = {}): Promise<PdfText> {
  const { maxBytes, maxPages, maxItems, timeoutMs, maxMemoryMb } = { ...LIMITS, ...limits }
  const reason = findFlaw(bytes, maxBytes)
  if (reason !== undefined) return { status: 'unreadable', reason }
  const request: WorkerRequest = { bytes: Uint8Array.from(bytes), maxPages, maxItems }
  const worker = new Worker(new URL('pdf-text-worker.ts', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
    // pdf.js warns on the console of what it mends; whoever runs the program has no use for it.
    stdout: true,
    stderr: true,
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<PdfText>((resolve) => {
      const fail = (reason: string) => resolve({ status: 'unreadable', reason })
      timer = setTimeout(() => fail(`it took longer than ${timeoutMs / 1000} seconds to read`), timeoutMs)
      worker.once('message', (answer: WorkerAnswer) => resolve(toText(answer)))
      worker.once('error', (error) => fail(`its text cannot be read: ${describe(error)}`))
      worker.once('exit', () => fail('the reader ended without an answer'))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

function toText(answer: WorkerAnswer): PdfText {
  return 'pages' in answer
    ? { status: 'read', pages: answer.pages }
    : { status: 'unreadable', reason: answer.reason }
}

// pdf.js would mend a PDF that was cut off and show the pages it still has, which looks like a shorter report.
function findFlaw(bytes: Uint8Array, maxBytes: number): string | undefined {
  if (bytes.length === 0) return 'it is empty'
  if (bytes.length > maxBytes) return `it has more than ${maxBytes / 1_000_000} MB`
  const head = latin1(bytes.subarray(0, 1024))
  if (!head.includes('%PDF-')) {
    return /<!doctype html|<html/i.test(head) ? 'it is a page of HTML, not a PDF' : 'it is not a PDF'
  }
  if (!latin1(bytes.subarray(-2048)).includes('%%EOF')) return 'it is cut off: the end of the PDF is missing'
  return undefined
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
