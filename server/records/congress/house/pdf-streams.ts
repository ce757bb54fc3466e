import { constants, inflateSync } from 'node:zlib'

/** A dictionary that is longer holds something else. */
const MAX_DICTIONARY = 20_000
/** Of pictures: they are never decoded, since text alone is read. */
const PICTURE_FILTERS = new Set(['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode'])
const FILTER = /\/Filter\s*(\[[^\]]{0,200}\]|\/[A-Za-z0-9]{1,30}|\S)/g

/** Under the same key in a dictionary that has no stream. */
const ENCRYPTION = 'Standard'

/** Looks at the streams of a PDF before they are unpacked: the reports have one layer of packing, a few hundred kilobytes
 *  in all. Packed twice, two kilobytes come to gigabytes; what is packed in other ways is in no report.
 *  @returns what is wrong with them; undefined where nothing is */
export function findStreamFlaw(bytes: Uint8Array, maxInflatedBytes: number): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let left = maxInflatedBytes
  let end = 0
  for (let at = buffer.indexOf('stream', end); at !== -1; at = buffer.indexOf('stream', end)) {
    const begin = end
    end = at + 'stream'.length
    if (buffer.toString('latin1', Math.max(0, at - 3), at) === 'end') continue
    // A name may be written in numbers: /F#69lter.
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

/** What follows the packed bytes is left alone; of those that break off or are damaged the reader itself will tell.
 *  @returns more than `most` where it is more */
function inflatedSize(packed: Buffer, most: number): number {
  try {
    return inflateSync(packed, { maxOutputLength: most + 1, finishFlush: constants.Z_SYNC_FLUSH }).length
  } catch (error) {
    return error instanceof RangeError ? most + 1 : 0
  }
}
