import type { TextItem } from '../pdf-text.ts'

/** A positioned run of text, in points from the left and bottom of a page of 612 x 792. */
export interface Piece {
  readonly text: string
  readonly x: number
  readonly y: number
  /** In points; default 9. */
  readonly size?: number
}

/** A glyph that the font maps to no character; pdf.js returns NUL for it. */
export const UNKNOWN_GLYPH = '\u0095'

const TO_UNICODE = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /X def /CMapType 2 def
1 begincodespacerange <00> <FF> endcodespacerange
1 beginbfchar <95> <0000> endbfchar
1 beginbfrange <20> <7E> <0020> endbfrange
endcmap end end`

/** Writes a PDF with uncompressed text, real enough for pdf.js. A page without pieces looks like a scan.
 *  @param trailer  further trailer entries, such as an encryption dictionary */
export function writePdf(pages: readonly (readonly Piece[])[], { trailer = '' } = {}): Uint8Array {
  const pageIds = pages.map((_unused, index) => 5 + index * 2)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 4 0 R >>',
    toStream(TO_UNICODE),
    ...pages.flatMap((pieces, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${6 + index * 2} 0 R ` +
        '/Resources << /Font << /F1 3 0 R >> >> >>',
      toStream(pieces.map(drawPiece).join('\n')),
    ]),
  ]
  let body = '%PDF-1.4\n'
  const offsets: number[] = []
  for (const [index, object] of objects.entries()) {
    offsets.push(body.length)
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const places = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places}`
  const tail = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + table + tail, 'latin1')
}

/** The items pdf.js would read from a page, with estimated widths, for tests without a PDF. */
export function toTextItems(pieces: readonly Piece[]): TextItem[] {
  return pieces.map(({ text, x, y, size = 9 }) => ({
    text: text.replaceAll(UNKNOWN_GLYPH, '\0'),
    x,
    y,
    width: text.length * size * 0.5,
    fontSize: size,
  }))
}

function toStream(text: string): string {
  return `<< /Length ${text.length} >>\nstream\n${text}\nendstream`
}

function drawPiece({ text, x, y, size = 9 }: Piece): string {
  return `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm <${Buffer.from(text, 'latin1').toString('hex')}> Tj ET`
}
