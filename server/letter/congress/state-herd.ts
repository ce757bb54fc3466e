import { numberOf } from '../facts/format-fact.ts'
import {
  bound,
  capitalize,
  daySlots,
  keepHeads,
  rateDollars,
  wordDays,
} from '../statements/make-statement.ts'
import type { Statement } from '../statements/statement.ts'
import type { HerdFinding } from './congress-section.ts'
import { assetSlots, tickerSlot } from './congress-slots.ts'
import { CONGRESS_SCALE } from './state-congress-trade.ts'

const PER_MEMBER = 5

/** Several members traded one share: both sides, in dollars. */
export function stateHerd(herd: HerdFinding): Statement {
  const { id, side, facts, midpoint, otherMidpoint } = herd
  const { members, sum, otherMembers, otherSum } = facts
  const [verb, other] = side === 'buy' ? ['bought', 'sold'] : ['sold', 'bought']
  const hasOthers = otherMembers !== undefined && otherSum !== undefined
  const who = `{members} in Congress${herd.isPartlyFamily ? ' or their families' : ''}`
  const others = `{others}${herd.areOthersPartlyFamily ? ' or their families' : ''}`
  const statement = {
    id,
    slots: {
      ...assetSlots(herd),
      ...tickerSlot(herd),
      members: { figure: members },
      sum: { figure: sum },
      ...(hasOthers ? { others: { figure: otherMembers }, otherSum: { figure: otherSum } } : {}),
      ...daySlots(facts),
    },
  }
  const days = wordDays(facts)
  const against = hasOthers
    ? ` In the same reports, ${others} ${other} {otherSum} of it.`
    : herd.isOtherSideKnown
      ? ` We count nobody who ${other} it.`
      : ''
  const count = '\nThat is a count, no sign that they acted together.'
  // A headline names one side, so the other must be smaller.
  const isOneSided = herd.isOtherSideKnown && otherMidpoint < midpoint
  const shortAgainst = hasOthers ? `, ${others} ${other}` : ''
  return {
    ...statement,
    section: 'congress',
    kind: 'herd',
    topic: `congress/herd/${id.slice(id.lastIndexOf('/') + 1)}`,
    direction: side === 'buy' ? 'up' : 'down',
    salience: bound(
      rateDollars(Math.max(1, midpoint - otherMidpoint), CONGRESS_SCALE) +
        Math.min(20, PER_MEMBER * (numberOf(members) - 2)),
    ),
    isNews: true,
    tellings: [
      `${who} ${verb} {sum} of {asset} ${days}.${against.replace(' ', '\n')}${count}`,
      `{asset}: ${who} ${verb} {sum} of it ${days}.${against.replace(' ', '\n')}${count}`,
      capitalize(`${days}, ${who} ${verb} {sum} of {asset}.${against.replace(' ', '\n')}${count}`),
    ],
    ...(isOneSided
      ? keepHeads(statement, [
          `${who} ${verb} {sum} of {short}${shortAgainst}`,
          `${who} ${verb} {short}${shortAgainst}`,
          ...('ticker' in statement.slots ? [`${who} ${verb} {ticker}${shortAgainst}`] : []),
        ])
      : {}),
    lines: [`${who} ${verb} {sum} of {short}${hasOthers ? `; ${others} ${other} {otherSum}` : ''}.`],
    glances: [
      `Several in Congress${herd.isPartlyFamily ? ' or their families' : ''} ${verb} {short}${hasOthers ? `; others${herd.areOthersPartlyFamily ? ' or their families' : ''} ${other} it` : ''}.`,
    ],
  }
}
