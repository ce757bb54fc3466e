/** The Clerk's codes of asset types (fd.house.gov/reference/asset-type-codes.aspx). */
export const ASSET_TYPES: ReadonlySet<string> = new Set(
  (
    '4K 5C 5F 5P AB BA BK CO CS CT DB DO DS EF EQ ET FA FE FN FU GS HE HN IC IH IP IR MA MF MO OI OL OP OT PE PM PS ' +
    'RE RF RN RP RS SA ST TR VA VI WU'
  ).split(' '),
)
