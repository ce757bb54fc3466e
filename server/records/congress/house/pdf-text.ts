import { getDocumentProxy } from 'unpdf'
import { constants, inflateSync } from 'node:zlib'

/** A run of text as the PDF draws it. Lengths are in points; y is measured upwards from the bottom of the page. */
export interface TextItem {
  /** May contain NUL for a glyph that the font maps to no character. */
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly fontSize: number
}

/** The text of each page; empty lists for a scan. */
export type PdfText = { status: 'read'; pages: TextItem[][] } | { status: 'unreadable'; reason: string }

/** Limits for one report. The longest seen, with 144 transactions, has 0.2 MB, 17 pages and 2,000 runs of text. */
export interface PdfLimits {
  readonly maxBytes: number
  readonly maxPages: number
  readonly maxItems: number
  /** Limit for all streams together. */
  readonly maxInflatedBytes: number
}

const LIMITS: PdfLimits = {
  maxBytes: 20_000_000,
  maxPages: 300,
  maxItems: 100_000,
  maxInflatedBytes: 64_000_000,
}

/** Reads the text of a PDF with its positions. Runs in the reading process, since a page may take long or for ever to draw.
 *  @returns a reason if there is no complete PDF to read */
export async function readPdfText(bytes: Uint8Array, limits: Partial<PdfLimits> = {}): Promise<PdfText> {
  const wanted = { ...LIMITS, ...limits }
  const reason = findFlaw(bytes, wanted.maxBytes) ?? findStreamFlaw(bytes, wanted.maxInflatedBytes)
  if (reason !== undefined) return { status: 'unreadable', reason }
  try {
    // pdf.js takes ownership of the buffer, so give it a copy.
    return await readPages(Uint8Array.from(bytes), wanted)
  } catch (error) {
    return { status: 'unreadable', reason: explain(error) }
  }
}

async function readPages(bytes: Uint8Array, { maxPages, maxItems }: PdfLimits): Promise<PdfText> {
  const unreadable = (reason: string): PdfText => ({ status: 'unreadable', reason })
  const document = await getDocumentProxy(bytes, {
    // A truncated stream is an error, not the end of a page.
    stopAtErrors: true,
    maxImageSize: 1,
    verbosity: 0,
  })
  try {
    if (document.numPages > maxPages) {
      return unreadable(`it has ${document.numPages} pages, more than ${maxPages}`)
    }
    const pages: TextItem[][] = []
    let itemsLeft = maxItems
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      if (items.length > itemsLeft) return unreadable(`it has more than ${maxItems} runs of text`)
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
    return { status: 'read', pages }
  } finally {
    await document.loadingTask.destroy()
  }
}

function explain(error: unknown): string {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
  if (name === 'PasswordException') return 'it is encrypted'
  if (name === 'InvalidPDFException') return `it is a broken PDF: ${message}`
  return `its text cannot be read: ${message}`
}

// pdf.js would repair a truncated PDF and show the remaining pages, which looks like a shorter report.
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

/** In characters; a longer dictionary is something else. */
const MAX_DICTIONARY = 20_000
/** Image filters: images are never decoded, since only text is read. */
const PICTURE_FILTERS = new Set(['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode'])
const FILTER = /\/Filter\s*(\[[^\]]{0,200}\]|\/[A-Za-z0-9]{1,30}|\S)/g

/** Stands under the same key in a dictionary without a stream. */
const ENCRYPTION = 'Standard'

/** Checks the streams of a PDF before they are unpacked: real reports use one layer of compression and a few hundred
 *  kilobytes in all. Two kilobytes compressed twice can unpack to gigabytes; no report uses other filters.
 *  @returns what is wrong with them; undefined if nothing is */
function findStreamFlaw(bytes: Uint8Array, maxInflatedBytes: number): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let left = maxInflatedBytes
  let end = 0
  for (let at = buffer.indexOf('stream', end); at !== -1; at = buffer.indexOf('stream', end)) {
    const begin = end
    end = at + 'stream'.length
    if (buffer.toString('latin1', Math.max(0, at - 3), at) === 'end') continue
    // A name may contain hex escapes: /F#69lter.
    const dictionary = buffer
      .toString('latin1', Math.max(begin, at - MAX_DICTIONARY), at)
      .replaceAll(/#([\dA-Fa-f]{2})/g, (_escape, hex: string) =>
        String.fromCodePoint(Number.parseInt(hex, 16)),
      )
    const filters = [...dictionary.matchAll(FILTER)]
      .flatMap(([, value = '']) =>
        value.startsWith('/') || value.startsWith('[') ? (value.match(/[A-Za-z0-9]+/g) ?? []) : ['?'],
      )
      .filter((name) => name !== ENCRYPTION)
    if (filters.length > 1) return 'one of its streams is packed more than once'
    const [filter] = filters
    if (filter === undefined || PICTURE_FILTERS.has(filter)) continue
    if (filter !== 'FlateDecode') return 'one of its streams is packed in a way that no report is'
    const size = inflatedSize(buffer.subarray(skipLineEnd(buffer, end)), left)
    if (size > left) return `its streams unpack to more than ${maxInflatedBytes / 1_000_000} MB`
    left -= size
  }
  return undefined
}

function skipLineEnd(buffer: Buffer, at: number): number {
  const afterReturn = buffer[at] === 0x0d ? at + 1 : at
  return buffer[afterReturn] === 0x0a ? afterReturn + 1 : afterReturn
}

/** Ignores bytes after the stream; counts 0 for damaged data, which the reader itself will report.
 *  @returns the unpacked size in bytes; `most` + 1 if it is larger than `most` */
function inflatedSize(packed: Buffer, most: number): number {
  try {
    return inflateSync(packed, { maxOutputLength: most + 1, finishFlush: constants.Z_SYNC_FLUSH }).length
  } catch (error) {
    return error instanceof RangeError ? most + 1 : 0
  }
}
