export interface RowParts {
  readonly number?: string
  readonly date?: string
  readonly owner?: string
  readonly ticker?: string
  readonly asset?: string
  readonly assetType?: string
  readonly type?: string
  readonly amount?: string
  readonly comment?: string
}

/** One row as the site writes it; by default a partial sale of Acme from a joint account. */
export function createRow(parts: RowParts = {}): string {
  const cells = [
    parts.number ?? '1',
    parts.date ?? '\n 05/22/2018 \n',
    parts.owner ?? 'Joint',
    parts.ticker ?? '<a href="https://finance.example/q?s=ACME" target="_blank">ACME</a>',
    parts.asset ?? '\n  Acme &amp; Sons\n  Inc.\n',
    parts.assetType ?? 'Stock',
    parts.type ?? 'Sale (Partial)',
    parts.amount ?? '$1,001 - $15,000',
    parts.comment ?? '--',
  ]
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
}

const HEADINGS = [
  '&#35;',
  'Transaction Date',
  'Owner',
  'Ticker',
  'Asset Name',
  'Asset Type',
  'Type',
  'Amount',
  'Comment',
]

/** The page of an electronic report. */
export function createReportPage(
  parts: {
    rows?: readonly string[]
    total?: number
    heading?: string
    name?: string
    headings?: readonly string[]
  } = {},
): string {
  const rows = parts.rows ?? [createRow()]
  const headings = (parts.headings ?? HEADINGS).map((name) => `<th scope="col">${name}</th>`).join('')
  return `<!DOCTYPE HTML><html><head><title>eFD: Print Periodic Transaction Report</title></head><body>
    <h1>${parts.heading ?? 'Periodic Transaction Report\n for 07/24/2018'}</h1>
    <h2 class="filedReport">${parts.name ?? 'The Honorable Jane\n Q Doe , Jr\n (Doe, Jane)'}</h2>
    <p class="muted"><strong>Filed  07/24/2018 @ 7:13 PM</strong></p>
    <ul><li>(${parts.total ?? rows.length} transaction${rows.length === 1 ? '' : 's'} total)</li></ul>
    <table><thead><tr class="header">${headings}</tr></thead><tbody>${rows.join('\n')}</tbody></table>
    </body></html>`
}

/** The page of a report that was filed on paper. */
export const PAPER_PAGE = `<!DOCTYPE HTML><html><head><title>eFD: View Report</title></head><body>
  <h1 class="sr-only">Filing Document - Print View</h1><img class="filingImage" src="/media/1.gif"><img class="filingImage" src="/media/2.gif"></body></html>`
