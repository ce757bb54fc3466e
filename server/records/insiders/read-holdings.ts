import type { InsiderHolding, InsiderTransaction } from './insider-filing.ts'
import { cutTitle } from './read-owner.ts'
import { child, readNumber, valueOf, type XmlElement } from './ownership-xml.ts'

/** Titles in the derivative table of securities that are as good as shares: another class that can be converted into the
 *  listed one at any time, or units of a partnership. */
const AS_SHARES =
  /\b(?:common|ordinary|capital|preferred) (?:stock|shares?)\b|\bclass [a-z]\b|\b(?:units?|interests?)\b/i
/** Titles of securities that are not: they must first be bought, earned or repaid. */
const NOT_YET_SHARES =
  /\b(?:options?|warrants?|rights?|rsus?|psus?|dsus?|restricted|performance|phantom|deferred|stock units?|share units?|equivalents?|notes?|debentures?|swaps?|calls?|puts?|forward|contracts?|profits)\b/i

/** Lists holdings without a transaction, and those in the derivative table that are as good as shares.
 *  @param derivative  rows of that table, holdings and transactions */
export function listHoldings(
  holdings: readonly XmlElement[],
  derivative: readonly XmlElement[],
): InsiderHolding[] {
  const others = derivative
    .map(readHolding)
    .filter(
      ({ security, owned }) => AS_SHARES.test(security) && !NOT_YET_SHARES.test(security) && owned !== 0,
    )
  return [...holdings.map(readHolding), ...others]
}

function readHolding(row: XmlElement): InsiderHolding {
  return {
    security: cutTitle(valueOf(row, 'securityTitle')),
    owned: readNumber(child(row, 'postTransactionAmounts'), 'sharesOwnedFollowingTransaction'),
    ...readOwnership(child(row, 'ownershipNature')),
  }
}

export function readOwnership(nature: XmlElement): Pick<InsiderTransaction, 'ownership' | 'ownershipNature'> {
  const code = valueOf(nature, 'directOrIndirectOwnership').toUpperCase()
  return {
    ownership: code === 'D' ? 'direct' : code === 'I' ? 'indirect' : undefined,
    ownershipNature: cutTitle(valueOf(nature, 'natureOfOwnership')) || undefined,
  }
}
