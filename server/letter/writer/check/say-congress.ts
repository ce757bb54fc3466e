import type { Grammar, Shape } from './grammar.ts'

// How trades in Congress may be told: patterns of pattern.ts in the words of words.ts.

const WAYS = [
  'in-trust',
  'part-trust',
  'joint',
  'part-joint',
  'managed',
  'part-managed',
  'part-family',
] as const

function agentOf({ text, has }: Shape): Record<string, string> {
  const held =
    /(spouse|child) of \{who\}/.exec(text)?.[1] ??
    /by (spouse|child)/.exec(text)?.[1] ??
    /held (?:through )?(spouse|child)/.exec(text)?.[1] ??
    /’s (spouse|child)/.exec(text)?.[1]
  return {
    NAME: '({who} | {name} | {last})',
    AGENT:
      held === undefined
        ? `(NAME | SOMEONE ${has('in-trust') ? '| trust-account of NAME | NAME ’s trust-account' : ''})`
        : `(${held} of NAME | NAME ’s ${held} | SOMEONE ’s ${held} | ${held} of SOMEONE)`,
    HELD: held === undefined ? 'NOTHING' : `(by ${held} | held (by | through) ${held} | through ${held})`,
    SOMEONE: someoneOf(text),
  }
}

/** 'house democrat', where a head says so. */
function someoneOf(text: string): string {
  const found = [
    'house democrat',
    'house republican',
    'house member',
    'senator',
    'filer in congress',
    'lawmaker',
  ].filter((one) => text.includes(one))
  return found.length === 0 ? 'NOTHING' : found.join(' | ')
}

export function sayCongressTrade(shape: Shape): Grammar {
  const { statement, text, has, hasSlot } = shape
  const isBuy = statement.direction === 'up'
  const verb = isBuy ? 'bought' : 'sold'
  const noun = isBuy ? 'buy' : 'sale'
  const ways = WAYS.filter(has)
  const kinds = [...text.matchAll(/note speaks of ((?:(?! \.| \|).)+)/g)].map(([, kind]) => kind ?? '')
  const listed = /report lists it as ((?:(?! \||\.).)+)/.exec(text)?.[1]
  const isNote = text.includes('structured-note')
  const isPart = text.includes('part-late')
  return {
    rules: {
      ...agentOf(shape),
      ASSET: isNote
        ? '(structured-note [({short} | {ticker})] | {short} structured-note)'
        : '(({short} | {asset}) [{ticker}] [stock] | {ticker} [stock] | it ({short} | {ticker}) stock)',
      OBJECT:
        '({amount} (of | in | worth) ASSET | ASSET (worth | valued at | valued) {amount} | between {amount} of ASSET | ASSET | {amount})',
      DAYS: text.includes('{to}')
        ? '(from {from} (to | through) {to} | between {from} and {to})'
        : 'on {from}',
      ROWS: text.includes('{rows}')
        ? `([spread] (in | across | over) {rows} [separate] (trades | ${isBuy ? 'buys' : 'sales'} | transactions) | {rows} trades)`
        : 'NOTHING',
      WAY: [...ways, ...(has('in-trust') ? ['through trust'] : [])].join(' | ') || 'NOTHING',
      FILED:
        '([in report] (made public | published | reported | disclosed | filed | out | public) [on] {filed} | in report (made public | published | filed) on {filed} | on {filed})',
      NOUN: `(${noun} | ${noun}s | trade | trades | ${isBuy ? 'buying' : 'selling'})`,
      LAG: isPart || text.includes('up to {lag}') ? 'up to {lag}' : '{lag}',
      LATE:
        !has('late') && !isPart ? 'NOTHING' : isPart ? '(part-late | part of it is reported late)' : 'late',
      LIMIT:
        hasSlot('limit') && text.includes('{limit}')
          ? '([where] (law | rules) (allows | allow | gives) {limit} | (limit | deadline) is {limit} | past {limit} (limit | deadline))'
          : 'NOTHING',
      KIND:
        kinds.length === 0 ? 'NOTHING' : `([of part of it] report ’s note speaks of (${kinds.join(' | ')}))`,
      LISTED: listed === undefined ? 'NOTHING' : `(report lists it as ${listed} | listed as ${listed})`,
      SLIP: text.includes('{publicLag}')
        ? '(it came out {publicLag} after trade [[such] gap [it] may be slip or old report] | such gap may be slip or old report | came out {publicLag} after trade)'
        : 'NOTHING',
      REPORTS:
        '(ACC [it] report | report shows | report says | in report of NAME | in report | NAME ’s report shows | report of NAME shows)',
      AFTER:
        '(DAYS | {amount} in-all | [and] ROWS | [and] WAY | HELD | [and] LATE | LATEST | LIMIT | in-all | REPORTS | LISTED)',
      LATEST: text.includes('{lag}')
        ? '([reported] LAG (after trade | later) | [it is] LATE [by] LAG after trade)'
        : 'NOTHING',
      CORE: `(AGENT ${verb} OBJECT | AGENT (reported | disclosed | reports) (${isBuy ? 'buying' : 'selling'} OBJECT | ${noun} of OBJECT | ${noun}s of OBJECT) | OBJECT [is] ${verb} AFTER* by AGENT
        | (report of NAME | NAME ’s report | report from NAME) (shows | lists) (${noun} | ${noun}s) of OBJECT AFTER* ([is | came-to] {amount} | of {amount} |)
        | AGENT ’s ${noun} of ASSET AFTER* (came-to | is) {amount} | ${noun} of OBJECT by AGENT | AGENT made (${noun} of OBJECT | {rows} ${noun}s of OBJECT) | AGENT ${isBuy ? '(spent | put) {amount} (in | on)' : 'took NOTHING'} ASSET)`,
      BEFORE: '(DAYS | FILED | REPORTS | WAY | ROWS)',
      EXTRA:
        '([NOUN | it | all of it] [ran | is | made | came | done] (WAY | ROWS | LATE | LATEST | DAYS | FILED) ([and] AFTER)* | [NOUN] LATEST [LIMIT] | KIND | LISTED | SLIP)',
      SENTENCE: '(BEFORE* CORE (AFTER | [it is] FILED)*)',
      MORE: 'EXTRA',
    },
    needs: [
      ...kinds.map((kind) => kind.split(' ').at(-1) ?? ''),
      'spouse',
      'child',
      'late',
      'part-late',
      'slip',
      ...(isNote ? ['structured-note'] : []),
      ...(listed === undefined ? [] : [listed.split(' ').at(-1) ?? '']),
    ],
  }
}

/** A gift, a payoff or an exchange with the label of a trade. */
export function sayNoTrade(shape: Shape): Grammar | undefined {
  const { text } = shape
  const was = /note says it is ((?:(?! so we).)+) so we/.exec(text)?.[1]
  const label = /"(buy|sale|exchange|sold|bought)"/.exec(text.replaceAll(/" (\w+) "/g, '"$1"'))?.[1]
  if (was === undefined || label === undefined) return undefined
  const marked = label === 'buy' ? 'bought' : label === 'sale' ? 'sold' : 'exchanged'
  const ways = WAYS.filter(shape.has)
  const isGift = was.startsWith('gift')
  const kind = isGift
    ? `(${was} | gift of {shares} | gift [${/(to .+)$/.exec(was)?.[1] ?? 'NOTHING'}])`
    : `(${was} | ${was.includes('paid off') ? 'payoff' : 'NOTHING'} | ${was.includes('exchange of') ? 'exchange' : 'NOTHING'} | ${was.startsWith('no trade') ? 'no trade' : 'NOTHING'})`
  return {
    rules: {
      ...agentOf(shape),
      ASSET: '(({short} | {asset}) [{ticker}] [stock] | {ticker} [stock])',
      DAYS: text.includes('{to}') ? '(from {from} to {to} | between {from} and {to})' : 'on {from}',
      LABEL: `(" (${label} | ${marked}) ")`,
      OBJECT:
        '({amount} (of | in) ASSET | {shares} of ASSET [worth {amount}] | ASSET (worth | valued at) {amount} | ASSET)',
      WAY: `(${ways.join(' | ') || 'NOTHING'})`,
      WAS: kind,
      AFTER: '(DAYS | HELD | WAY | {amount} | worth {amount})',
      NOTE: '([ACC] report ’s note | [ACC] its note | ACC note | note)',
      LISTS: `((report of NAME | NAME ’s report) lists OBJECT AFTER* (as ${marked} | as LABEL) AFTER* | (NAME | NAME ’s report) (reported | listed | lists | reports) LABEL of OBJECT AFTER* | (ACC its label | on paper | (by | ACC) label) AGENT ${marked} OBJECT AFTER* | LABEL of OBJECT by AGENT AFTER*)`,
      UNCOUNTED: '([so | and] we (do not count it | did not count it | leave it out) | [so] not counted)',
      EXPLAIN:
        '(NOTE (says | calls) it [is] WAS | NOTE it is WAS | its note says it is WAS | it is WAS ACC report ’s note | is WAS [NOTE] | but NOTE (says | calls) it [is] WAS | but it is WAS [NOTE])',
      SENTENCE: '(LISTS [EXPLAIN] [UNCOUNTED])',
      MORE: '([but] EXPLAIN [UNCOUNTED] | UNCOUNTED)',
    },
    needs: [
      'spouse',
      'child',
      'gift',
      'payoff|paid',
      'reinvested',
      'exchange',
      'transfer|trade',
      'note',
      'count|counted',
    ],
  }
}

export function sayHerd({ statement, text }: Shape): Grammar {
  const isBuy = statement.direction === 'up'
  const [verb, other] = isBuy ? ['bought', 'sold'] : ['sold', 'bought']
  const days = text.includes('{to}') ? '(from {from} to {to} | between {from} and {to})' : 'on {from}'
  return {
    rules: {
      ASSET: '(({asset} | {short}) [{ticker}] [stock] | {ticker})',
      WHO: '({members} (in congress | members of congress | filers in congress) | {members})',
      DAYS: days,
      OTHERS: text.includes('{others}')
        ? `([in same reports] {others} [others | in same reports] ${other} {otherSum} [of it] [in same reports] | {others} ${other} | {others} (others | filers) ${other} it)`
        : `(same reports show nobody who ${other} it | nobody in same reports ${other} it | in same reports nobody ${other} it)`,
      CAVEAT:
        '([it is] (count no sign it it acted together | count not sign of acting together | count not coordination) | it is no sign it it acted together)',
      CORE: `([ASSET] WHO ${verb} ({sum} of (ASSET | it) | ASSET) | {sum} of ASSET [is] ${verb} by WHO)`,
      SENTENCE: '([DAYS] CORE [DAYS] [[and | but | while | against] OTHERS])',
      MORE: '(OTHERS | CAVEAT)',
    },
    needs: ['others|nobody', 'sign|coordination|together'].filter(
      (need) => need !== 'others|nobody' || !text.includes('{others}'),
    ),
  }
}

/** What several reported in all. */
export function sayCongressSums({ text, hasSlot }: Shape): Grammar | undefined {
  const people = [...new Set(text.match(/\{person\d+\}/g))]
  const group = /\{filers\} ((?:(?! bought| sold| reported| we count).)+)/.exec(text)?.[1]
  if (text.includes('{managed}')) {
    return {
      rules: {
        WORDS: '(ACC reports ’ words | reports say so | ACC report ’s words | in reports ’ words)',
        CORE: '({managed} of {rows} trades we count (is | is made) (managed | in accounts it others manage) | [ACC reports ’ words] others manage accounts of {managed} of {rows} trades we count | of {rows} trades we count {managed} (is [made] | came from) (managed | in accounts it others manage))',
        SENTENCE: '([WORDS] CORE [WORDS])',
      },
      needs: ['managed|manage', 'words|say', 'count'],
    }
  }
  const bySide = [...text.matchAll(/(democrats|republicans|independents) (?:bought|sold)/g)].map(
    ([, party]) => party ?? '',
  )
  if (bySide.length > 1) return undefined
  if (!hasSlot('filers') && people.length === 0) return undefined
  const list =
    people.length === 0
      ? 'NOTHING'
      : people.map((one, index) => (index > 0 && index === people.length - 1 ? `and ${one}` : one)).join(' ')
  const buy = text.includes('{buy}') ? 'bought {buy}' : ''
  const sale = text.includes('{sale}') ? 'sold {sale}' : ''
  const sides = buy !== '' && sale !== '' ? `(${buy} and ${sale} | ${sale} and ${buy})` : buy + sale
  const buys = buy === '' ? '' : '(buys | buying) of {buy}'
  const sales = sale === '' ? '' : '(sales | selling) of {sale}'
  const nouns =
    buys !== '' && sales !== ''
      ? `(${buys} and ${sales} | ${sales} and ${buys} | {buy} of (buys | buying) and {sale} of (sales | selling) | {sale} (of | in) (sales | selling) and {buy} (of | in) (buys | buying) | buying {buy} and selling {sale} | selling {sale} and buying {buy})`
      : buys + sales
  return {
    rules: {
      WHO: `(${list} | {filers} ${group ?? 'NOTHING'} ${people.length === 0 ? '' : `[${list}]`})`,
      RANGES:
        '([which | reports | they] give only ranges | reports give ranges not exact (figures | amounts) | reports give (ranges only | only ranges) | in ranges it reports give | these are ranges)',
      CORE: `(${nouns} it is what WHO reported [this-week] | WHO ${sides} | WHO (reported | disclosed) (${nouns}) | in reports of WHO we count ${nouns} | we count ${nouns} in reports of WHO)`,
      SENTENCE: '([in-all | (in | across) their reports] CORE [in-all] [[and] RANGES])',
      MORE: '(RANGES | it is ranges)',
    },
    needs: ['ranges'],
  }
}
