import { presentTicker } from '../../records/names/present-names.ts'
import { numberOf } from '../facts/format-fact.ts'
import { bound, daySlots, keepHeads, rateDollars, wordDays } from '../statements/make-statement.ts'
import type { Slot, Statement } from '../statements/statement.ts'
import type { ClusterFinding } from './insider-section.ts'
import { INSIDER_SCALE } from './state-insider-trade.ts'
import { companySlot } from './describe-party.ts'

const PER_BUYER = 6

/** States that several insiders bought one company. */
export function stateCluster({ id, issuer, facts, ownership, priceCheck, isOld }: ClusterFinding): Statement {
  const ticker = presentTicker(issuer)
  const held = ownership === 'direct' ? '' : ', partly through trusts, funds or family'
  const checked =
    priceCheck === 'all'
      ? ''
      : `\nWe had no closing price for ${priceCheck === 'none' ? 'any' : 'part'} of it.`
  const headEnd = `${ownership === 'direct' ? '' : ', partly through others'}${priceCheck === 'all' ? '' : ', not all of it checked'}`
  const slots: Record<string, Slot> = {
    buyers: { figure: facts.buyers },
    value: { figure: facts.value },
    company: companySlot(issuer),
    ...(ticker === undefined ? {} : { ticker: { name: ticker } }),
    ...daySlots(facts),
  }
  const days = wordDays(facts)
  const extra = (numberOf(facts.buyers) - 2) * PER_BUYER
  const statement = { id, slots }
  return {
    ...statement,
    section: 'insiders',
    kind: 'cluster',
    topic: `insiders/${ticker ?? issuer.cik}`,
    direction: 'up',
    salience: isOld
      ? 8
      : bound(
          Math.max(30, rateDollars(numberOf(facts.value), INSIDER_SCALE)) +
            Math.min(24, extra) -
            (priceCheck === 'none' ? 25 : 0),
        ),
    isNews: !isOld,
    tellings: [
      `{buyers} insiders of {company}, each on a form of their own, bought {value} of its stock ${days}${held}.${checked}`,
      `At {company}, {buyers} insiders bought stock ${days}${held}: {value} in all.${checked}`,
      `Several at the same company: {buyers} insiders of {company} bought {value} of its stock ${days}${held}.${checked}`,
    ],
    ...(isOld
      ? {}
      : keepHeads(statement, [
          `{buyers} insiders bought {value} of {company} stock${headEnd}`,
          `{buyers} insiders bought {value} of {company}${headEnd}`,
          ...(ticker === undefined ? [] : [`{buyers} insiders bought {value} of {ticker}${headEnd}`]),
        ])),
    lines: isOld ? undefined : [`{buyers} insiders bought {value} of {company}${headEnd}.`],
    glances: isOld ? undefined : [`Several insiders bought {company} stock${headEnd}.`],
  }
}
