import { parentPort, workerData } from 'node:worker_threads'

import { getDocumentProxy } from 'unpdf'

import type { TextItem } from './pdf-text.ts'

/** What the thread is given. */
export interface WorkerRequest {
  readonly bytes: Uint8Array
  readonly maxPages: number
  readonly maxItems: number
}

/** What it answers, once. */
export type WorkerAnswer = { pages: TextItem[][] } | { reason: string }

async function read({ bytes, maxPages, maxItems }: WorkerRequest): Promise<WorkerAnswer> {
  const document = await getDocumentProxy(bytes, {
    // A stream that breaks off is a failure, not the end of a page.
    stopAtErrors: true,
    maxImageSize: 1,
    verbosity: 0,
  })
  if (document.numPages > maxPages)
    return { reason: `it has ${document.numPages} pages, more than ${maxPages}` }
  const pages: TextItem[][] = []
  let itemsLeft = maxItems
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    if (items.length > itemsLeft) return { reason: `it has more than ${maxItems} runs of text` }
    itemsLeft -= items.length
    const texts: TextItem[] = []
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue
      const [, , slant, height, x, y] = item.transform.map(Number)
      texts.push({
        text: item.str,
        x: x ?? 0,
        y: y ?? 0,
        width: item.width,
        fontSize: Math.hypot(slant ?? 0, height ?? 0),
      })
    }
    pages.push(texts)
    page.cleanup()
  }
  return { pages }
}

function explain(error: unknown): string {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
  if (name === 'PasswordException') return 'it is encrypted'
  if (name === 'InvalidPDFException') return `it is a broken PDF: ${message}`
  return `its text cannot be read: ${message}`
}

const answer = await read(workerData as WorkerRequest).catch((error: unknown) => ({ reason: explain(error) }))
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
parentPort?.postMessage(answer)
