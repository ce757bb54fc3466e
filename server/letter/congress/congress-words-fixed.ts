import type { Chamber } from '../../records/congress/congress-trade.ts'

/** The section's standing words. None of them holds a figure of the week. */

export const CHAMBER_NAMES: Readonly<Record<Chamber, string>> = { house: 'House', senate: 'Senate' }

export const congressText = {
  what: 'These are reports that members of Congress must file on trades of their own, of their spouses and of dependent children. They give a range for each trade, not an exact sum, so a sum here is a range too.',
  dark: 'Congress: neither the House nor the Senate could be read this week, so this part is missing. It is not that nobody traded.',
  failed: 'site gave no usable answer this week, so its reports are missing. It is not that nobody traded.',
  failedLater:
    'site gave no usable answer at our last try, so its newest reports may be missing. It is not that nobody traded.',
  off: 'The Senate’s site is left out: nobody has agreed to its terms for this site.',
  offHouse: 'The House’s site is left out by a setting.',
  noTrade: 'but no row of them is a purchase or a sale that we can count.',
  noRow: 'but no row of them could be read: they are on paper, or unread. They are linked below.',
  slowGap: 'A gap of years may also be a slip in the report.',
  tickersTitle: 'Traded by several filers',
  tickersColumns: ['Shares', 'Bought', 'Sold'],
  restTitle: 'More of the week',
  restColumns: ['Who and what', 'Reported range', 'Traded on'],
  law: 'By law (5 U.S.C. 13107) nobody may obtain or use these reports for an unlawful purpose; for a commercial purpose, other than by news and communications media for dissemination to the general public; to determine a credit rating; or to solicit money for a political, charitable or other purpose.',
  source:
    'Sources: the Clerk of the House and the Secretary of the Senate, public records. Party, state and committees: the congress-legislators project, public domain.',
  herdNote: 'That several members traded the same shares is a count. It is not a claim of coordination.',
  overlapNote:
    'A link between a committee and an asset is a heuristic, made from the report’s own words and today’s list of committees. It is not proof of access or intent.',
} as const
