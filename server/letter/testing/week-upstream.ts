import { addDays, addMonths, listDays } from '../../lib/dates.ts'
import { isBusinessDay } from '../../lib/business-days.ts'
import { createHousePdf, createHouseZip } from '../../records/congress/house/testing/house-files.ts'
import { createMemberEntry, createMembersFile } from '../../records/congress/members/testing/members-files.ts'
import type { AnswerUpstream } from '../../records/core/testing/fake-upstream.ts'
import { accessionOf } from './insider-filings.ts'

const SEC_FOLDER = 'www.sec.gov/Archives/edgar/daily-index/2025/QTR1'
const HOUSE_FOLDER = 'disclosures-clerk.house.gov/public_disc'
const MEMBERS_FOLDER = 'unitedstates.github.io/congress-legislators'
const LAST_MONTH = '2024-12'
const MONTHS = 40

export interface WeekRecords {
  /** The Forms 4 of the week's Friday: each company's name, and the shares that a director bought at $10. */
  readonly purchases?: readonly { readonly company: string; readonly shares: number }[]
  /** Reports by Jane Doe of the House, filed on 2025-01-28, each with one purchase. */
  readonly houseReports?: readonly string[]
  /** Days for which the SEC has an index; the last one lists the Forms 4. */
  readonly secDays?: readonly string[]
}

/** What all public sources except the Senate give on 2025-02-02 for the week before it, in small: invented figures in the
 *  sources' formats. */
export function createWeekUpstream({
  purchases = [
    { company: 'Maple Street Foods Inc', shares: 52_000 },
    { company: 'Acme Corp', shares: 1000 },
  ],
  houseReports = ['20000001'],
  secDays = ['2025-01-27', '2025-01-28', '2025-01-29', '2025-01-30', '2025-01-31'],
}: WeekRecords = {}): AnswerUpstream {
  const sec = createSecFiles(purchases, secDays)
  const house = new Map<string, string | Uint8Array>([
    [`${HOUSE_FOLDER}/financial-pdfs/2025FD.zip`, createHouseZip(houseReports.map((docId) => ({ docId })))],
    [`${HOUSE_FOLDER}/financial-pdfs/2024FD.zip`, createHouseZip([], 2024)],
    ...houseReports.map((docId) => [`${HOUSE_FOLDER}/ptr-pdfs/2025/${docId}.pdf`, createHousePdf()] as const),
  ])
  return (address, { body }) => {
    if (address.startsWith('www.sec.gov')) return sec.get(address)
    if (address.startsWith('disclosures-clerk')) return house.get(address)
    if (address.startsWith(MEMBERS_FOLDER)) return membersFile(address)
    if (address.startsWith('www.freddiemac.com')) return mortgageRates()
    if (address.startsWith('www.fhfa.gov')) return housePrices()
    if (address.startsWith('files.zillowstatic.com'))
      return zillowFile(address.includes('zhvi') ? 350_000 : 1900)
    if (address.startsWith('home.treasury.gov')) return yields(address.slice(-6))
    if (address.startsWith('api.bls.gov')) return bureauAnswer(body)
    if (address.startsWith('fred.stlouisfed.org')) return fredFile(address)
    return undefined
  }
}

/** The address of a purchase's record, 'HOST/PATH'; the first purchase is 1. */
export function recordAddress(number: number): string {
  return `www.sec.gov/Archives/edgar/data/${41 + number}/${accessionOf(number)}.txt`
}

/** The last line of every index. */
const OTHER_FORM = '8-K         BETA CORP    99          20250131    edgar/data/99/0000000099-25-000001.txt'
const file = (lines: readonly string[]) => `${lines.join('\n')}\n`

function createSecFiles(
  purchases: NonNullable<WeekRecords['purchases']>,
  secDays: readonly string[],
): Map<string, string> {
  const head = ['Form Type   Company Name      CIK         Date Filed  File Name', '-'.repeat(120)]
  const indexOf = (day: string) => `form.${day.replaceAll('-', '')}.idx`
  const files = new Map([
    [
      `${SEC_FOLDER}/index.json`,
      JSON.stringify({ directory: { item: secDays.map((day) => ({ name: indexOf(day) })) } }),
    ],
    ...secDays.map((day) => [`${SEC_FOLDER}/${indexOf(day)}`, file([...head, OTHER_FORM])] as const),
  ])
  const last = secDays.at(-1) ?? ''
  const lines = purchases.map(({ company }, index) =>
    [
      '4'.padEnd(12),
      company.padEnd(62),
      String(42 + index).padEnd(12),
      last.replaceAll('-', '').padEnd(12),
      recordAddress(index + 1).replace('www.sec.gov/Archives/', ''),
    ].join(''),
  )
  files.set(`${SEC_FOLDER}/${indexOf(last)}`, file([...head, ...lines, OTHER_FORM]))
  purchases.forEach((purchase, index) => files.set(recordAddress(index + 1), filing(purchase, 42 + index)))
  return files
}

const filing = ({ company, shares }: { company: string; shares: number }, cik: number) => `<SEC-DOCUMENT>x.txt
<XML>
<ownershipDocument>
<documentType>4</documentType>
<periodOfReport>2025-01-29</periodOfReport>
<issuer><issuerCik>${cik}</issuerCik><issuerName>${company}</issuerName></issuer>
<reportingOwner><reportingOwnerId><rptOwnerCik>77</rptOwnerCik><rptOwnerName>Roe Mary</rptOwnerName></reportingOwnerId>
<reportingOwnerRelationship><isDirector>1</isDirector></reportingOwnerRelationship></reportingOwner>
<nonDerivativeTable><nonDerivativeTransaction>
<securityTitle><value>Common Stock</value></securityTitle>
<transactionDate><value>2025-01-29</value></transactionDate>
<transactionCoding><transactionCode>P</transactionCode></transactionCoding>
<transactionAmounts><transactionShares><value>${shares}</value></transactionShares>
<transactionPricePerShare><value>10</value></transactionPricePerShare>
<transactionAcquiredDisposedCode><value>A</value></transactionAcquiredDisposedCode></transactionAmounts>
<postTransactionAmounts><sharesOwnedFollowingTransaction><value>${shares * 3}</value></sharesOwnedFollowingTransaction></postTransactionAmounts>
<ownershipNature><directOrIndirectOwnership><value>D</value></directOrIndirectOwnership></ownershipNature>
</nonDerivativeTransaction></nonDerivativeTable>
</ownershipDocument>
</XML>
</SEC-DOCUMENT>
`

function membersFile(address: string): string {
  if (address.endsWith('legislators-current.yaml')) return createMemberEntry() + createMembersFile(500)
  return address.endsWith('committees-current.yaml')
    ? '- name: House Committee on Examples\n  thomas_id: HSEX\n'
    : 'HSEX:\n- name: Jane Doe\n  bioguide: D000001\n'
}

function mortgageRates(): string {
  const weeks = Array.from({ length: 80 }, (_, index) => addDays('2025-01-30', -7 * (79 - index)))
  const rows = weeks.map((day, index) => {
    const [year = '', month = '', date = ''] = day.split('-')
    return `${Number(month)}/${Number(date)}/${year},${(6.4 + (index % 8) * 0.07).toFixed(2)},,6.05,`
  })
  return file(['date,pmms30,pmms30p,pmms15,pmms15p', ...rows])
}

/** The first days of months, oldest first. */
const months = (last = LAST_MONTH) =>
  Array.from({ length: MONTHS }, (_, index) => addMonths(`${last}-01`, index - MONTHS + 1))

function housePrices(): string {
  const places = ['USA', 'DV_ENC', 'DV_ESC', 'DV_MA', 'DV_MT', 'DV_NE', 'DV_PAC', 'DV_SA', 'DV_WNC', 'DV_WSC']
  const rows = places.flatMap((place) =>
    months('2024-11').map((date, index) => {
      const value = (400 + index).toFixed(1)
      return `traditional,purchase-only,monthly,place,${place},${place},${date.slice(0, 4)},${Number(date.slice(5, 7))},${value},${value}`
    }),
  )
  return file([
    'hpi_type,hpi_flavor,frequency,level,place_name,place_id,yr,period,index_nsa,index_sa',
    ...rows,
  ])
}

function zillowFile(first: number): string {
  const dates = months().map((date) => addDays(addMonths(date, 1), -1))
  const values = dates.map((_, index) => first + index).join(',')
  return file([
    ['RegionID,SizeRank,RegionName,RegionType,StateName', ...dates].join(','),
    `102001,0,United States,country,,${values}`,
  ])
}

function yields(yearAndMonth: string): string {
  const month = `${yearAndMonth.slice(0, 4)}-${yearAndMonth.slice(4)}`
  const entries = listDays(`${month}-01`, `${month}-28`)
    .filter(isBusinessDay)
    .map(
      (day) =>
        `<entry><content><m:properties><d:NEW_DATE>${day}T00:00:00</d:NEW_DATE><d:BC_3MONTH>4.3</d:BC_3MONTH><d:BC_2YEAR>4.2</d:BC_2YEAR><d:BC_10YEAR>4.5</d:BC_10YEAR></m:properties></content></entry>`,
    )
  return `<feed xmlns:d="d" xmlns:m="m">${entries.join('')}</feed>`
}

/** Where a series begins, and by how much it grows each month. */
const COURSES: readonly (readonly [pattern: RegExp, first: number, step: number])[] = [
  [/^(LNS14000000|UNRATE)/, 3.7, 0.01],
  [/^(CES0000000001|PAYEMS)/, 155_000, 150],
  [/^CES05/, 33, 0.1],
  [/^JT/, 7800, -5],
  [/^GASREGW/, 3, 0.01],
  [/^(C[UW]|CPI)/, 300, 0.5],
  [/^MSPUS/, 415_000, 100],
  [/^(HOUST|PERMIT|HSN1F)/, 1400, 1],
  [/^MSACSR/, 8, 0.01],
  [/^ICSA/, 210_000, 100],
  [/^(GDPC1|RSXFS)/, 20_000, 10],
  [/^(UMCSENT|INDPRO|FIXHAI|CSUSHPINSA)/, 70, 0.1],
]

function valueOf(code: string, index: number): string {
  const [, first, step] = COURSES.find(([pattern]) => pattern.test(code)) ?? [undefined, 4.2, 0.001]
  return (first + index * step).toFixed(2)
}

function bureauAnswer(question: string): string {
  const { seriesid } = JSON.parse(question) as { seriesid: string[] }
  const series = seriesid.map((seriesID) => ({
    seriesID,
    data: months().map((date, index) => ({
      year: date.slice(0, 4),
      period: `M${date.slice(5, 7)}`,
      value: valueOf(seriesID, index),
    })),
  }))
  return JSON.stringify({ status: 'REQUEST_SUCCEEDED', message: [], Results: { series } })
}

const DAILY = new Set(['T10Y2Y', 'DGS10', 'DGS2', 'DGS3MO'])
const WEEKLY: Readonly<Record<string, string>> = {
  ICSA: '2025-01-25',
  MORTGAGE30US: '2025-01-30',
  MORTGAGE15US: '2025-01-30',
  GASREGW: '2025-01-27',
}

function fredFile(address: string): string {
  const code = /id=(\w+)/.exec(address)?.[1] ?? ''
  const newestWeek = WEEKLY[code]
  const dates =
    newestWeek !== undefined
      ? Array.from({ length: 60 }, (_, index) => addDays(newestWeek, -7 * (59 - index)))
      : DAILY.has(code)
        ? listDays('2024-12-02', '2025-01-31').filter(isBusinessDay)
        : ['MSPUS', 'GDPC1'].includes(code)
          ? months('2024-10').filter((date) => ['01', '04', '07', '10'].includes(date.slice(5, 7)))
          : months()
  return file([`observation_date,${code}`, ...dates.map((date, index) => `${date},${valueOf(code, index)}`)])
}
