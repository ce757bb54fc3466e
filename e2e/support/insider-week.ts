import type { Upstream } from './upstream.ts'

const DAYS = ['20250127', '20250128', '20250129', '20250130', '20250131']
const QUARTER = '/www.sec.gov/Archives/edgar/daily-index/2025/QTR1'
const ACCESSION = '0000000042-25-000001'

/** Serves the SEC's index of the week before 2025-02-03, with one filing: a director of Acme Corp. bought 10,000 shares at
 *  $12.50. */
export function addInsiderWeek({ yahoo }: Upstream): void {
  const give = (path: string, body: unknown, type = 'text/plain') =>
    yahoo.handlers.set(path, () => ({ type, body }))
  give(
    `${QUARTER}/index.json`,
    { directory: { item: DAYS.map((day) => ({ name: `form.${day}.idx` })) } },
    'application/json',
  )
  for (const day of DAYS)
    give(`${QUARTER}/form.${day}.idx`, dailyIndex(day === '20250128' ? [ACCESSION] : []))
  give(`/www.sec.gov/Archives/edgar/data/42/${ACCESSION}.txt`, FILING)
}

function dailyIndex(accessions: readonly string[]): string {
  return [
    'Form Type   Company Name            CIK         Date Filed  File Name',
    '-'.repeat(141),
    ...accessions.map(
      (accession) =>
        `${'4'.padEnd(12)}${'ACME CORP'.padEnd(62)}${'42'.padEnd(12)}20250128    edgar/data/42/${accession}.txt  `,
    ),
    '8-K         BETA CORP    99          20250128    edgar/data/99/0000000099-25-000001.txt',
    '',
  ].join('\n')
}

const FILING = `<SEC-DOCUMENT><DOCUMENT><TYPE>4<TEXT><XML><?xml version="1.0"?>
<ownershipDocument><documentType>4</documentType><periodOfReport>2025-01-27</periodOfReport>
  <issuer><issuerCik>0000000042</issuerCik><issuerName>Acme Corp</issuerName><issuerTradingSymbol>ACME</issuerTradingSymbol></issuer>
  <reportingOwner>
    <reportingOwnerId><rptOwnerCik>0000000077</rptOwnerCik><rptOwnerName>Doe Jane</rptOwnerName></reportingOwnerId>
    <reportingOwnerRelationship><isDirector>true</isDirector></reportingOwnerRelationship>
  </reportingOwner>
  <nonDerivativeTable><nonDerivativeTransaction>
    <securityTitle><value>Common Stock</value></securityTitle>
    <transactionDate><value>2025-01-27</value></transactionDate>
    <transactionCoding><transactionFormType>4</transactionFormType><transactionCode>P</transactionCode></transactionCoding>
    <transactionAmounts>
      <transactionShares><value>10000</value></transactionShares>
      <transactionPricePerShare><value>12.50</value></transactionPricePerShare>
      <transactionAcquiredDisposedCode><value>A</value></transactionAcquiredDisposedCode>
    </transactionAmounts>
    <postTransactionAmounts><sharesOwnedFollowingTransaction><value>50000</value></sharesOwnedFollowingTransaction></postTransactionAmounts>
    <ownershipNature><directOrIndirectOwnership><value>D</value></directOrIndirectOwnership></ownershipNature>
  </nonDerivativeTransaction></nonDerivativeTable>
</ownershipDocument></XML></TEXT></DOCUMENT></SEC-DOCUMENT>`
