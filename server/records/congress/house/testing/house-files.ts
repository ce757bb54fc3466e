import { strToU8, zipSync } from 'fflate'

import { drawEnd, drawFiler, drawHeading, drawNote, drawRow, type FormRow } from './house-form.ts'
import { writePdf } from './write-pdf.ts'

/** A line of the Clerk's list of a year; by default a report of Jane Doe, ZZ07, filed on 28 January 2025. */
export interface IndexLine {
  readonly docId: string
  readonly first?: string
  readonly last?: string
  readonly suffix?: string
  readonly type?: string
  readonly stateDistrict?: string
  /** As the Clerk writes it: '1/28/2025'. */
  readonly filed?: string
}

/** Creates {YEAR}FD.zip with the list as XML. */
export function createHouseZip(lines: readonly IndexLine[], year = 2025): Uint8Array {
  const members = lines.map(
    ({
      docId,
      first = 'Jane',
      last = 'Doe',
      suffix = '',
      type = 'P',
      stateDistrict = 'ZZ07',
      filed = '1/28/2025',
    }) =>
      `<Member><Prefix>Hon.</Prefix><Last>${last}</Last><First>${first}</First><Suffix>${suffix}</Suffix>` +
      `<FilingType>${type}</FilingType><StateDst>${stateDistrict}</StateDst><Year>${year}</Year>` +
      `<FilingDate>${filed}</FilingDate><DocID>${docId}</DocID></Member>`,
  )
  const xml = `<FinancialDisclosure>${members.join('')}</FinancialDisclosure>`
  // A fixed time makes the same list give the same bytes.
  return zipSync({ [`${year}FD.xml`]: strToU8(xml) }, { mtime: '2025-01-28T12:00:00' })
}

/** Creates a report with these rows and the status under each. */
export function createHousePdf(rows: readonly (FormRow & { readonly status?: string })[] = [{}]): Uint8Array {
  const drawn = rows.flatMap(({ status = 'New', ...row }, index) => [
    ...drawRow(456 - index * 40, row),
    drawNote(456 - index * 40 - 22, 'FS', status),
  ])
  const end = 456 - rows.length * 40
  return writePdf([
    [
      ...drawFiler().filter(({ text }) => !text.startsWith('Filing ID')),
      ...drawHeading(500),
      ...drawn,
      ...drawEnd(end),
    ],
  ])
}
