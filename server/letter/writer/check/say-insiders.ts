import type { Grammar, Shape } from './grammar.ts'

// How the trades of insiders may be told: patterns of pattern.ts in the words of words.ts.

const TITLES = ['director', 'ceo', 'cfo', 'executive', 'president', 'chairman', 'owner'] as const
const NOTES = [
  'on-plan',
  'converted',
  'maybe-not-market',
  'unchecked',
  'partly-checked',
  'late',
  'part-late',
] as const
/** Why it was sold, by the form's own notes. */
const REASONS = [
  'part-taxes',
  'for-options',
  'tax-planning',
  'estate-planning',
  'for-loan',
  'spread-risk',
] as const
const VIAS = [
  'only-taxes',
  'in-offering',
  'in-offerings',
  'private-deal',
  'private-deals',
  'on-market',
] as const
const PARTS = ['under-tenth', 'under-quarter', 'under-half', 'over-half', 'over-three-quarters'] as const

/** Whom a trade is of, by the words that stand around the name in every telling of it. */
function describeAgent({ text, has }: Shape): Record<string, string> {
  const titles = TITLES.filter(has)
  const title = titles.length === 0 ? '' : `(${titles.join(' | ')})`
  const name =
    titles.length === 0
      ? 'NAMED'
      : `(NAMED | ${title} NAMED | ${title} (of | at) CO NAMED | CO ’s ${title} NAMED | CO ${title} NAMED | NAMED ${title} [(of | at) CO] | NAMED of CO | NAMED who is ${title} (of | at) CO ${titles.includes('director') ? '| NAMED who sits on board of CO' : ''} | NAMED CO ’s ${title} | NAMED CO ${title})`
  const linked = text.includes('linked fund')
    ? 'and linked fund'
    : text.includes('linked trust')
      ? 'and linked trust'
      : ''
  const beside = [
    text.includes('others') && !text.includes('through others') ? 'and others' : '',
    linked,
  ].filter((one) => one !== '')
  const along =
    beside.length === 0
      ? ''
      : beside.length === 1
        ? `(${beside[0]} | ${(beside[0] ?? '').replace('linked ', '')} tied it)`
        : '(and others and linked (fund | trust) | others and linked (fund | trust))'
  const held =
    /(trust|spouse|children|child) of \{(?:who|name|last)\}/.exec(text)?.[1] ??
    /\{(?:who|name|last)\} ’s (trust|spouse|children|child)\b/.exec(text)?.[1]
  const tied =
    /(fund|firm|account) tied \{(?:who|name|last)\}/.exec(text)?.[1] ??
    /(fund|firm|account) tied (?:director|ceo|cfo|executive) \{who\}/.exec(text)?.[1]
  const more = /\{(?:who|last|name)\} and (trust|spouse|children|fund|firm|others)\b/.exec(text)?.[1]
  const agent =
    held === undefined
      ? tied === undefined
        ? more !== undefined && beside.length === 0
          ? `(NAME and ${more} | NAME)`
          : `NAME ${along}`
        : `${tied} [it is] (tied NAME | of NAME)`
      : `(${held} (of | tied) NAME | NAME ’s ${held} | NAME)`
  return {
    NAMED: '({who} | {name} | {last})',
    NAME: name,
    AGENT: agent.trim(),
    // Who is named alone is said to have traded through it: the check of qualifiers asks for the word.
    HELDBY: held === undefined ? 'NOTHING' : `((through | via) ${held} | through their ${held})`,
  }
}

/** One owner's purchase or sale. */
export function sayInsiderTrade(shape: Shape): Grammar {
  const { statement, text, has, hasSlot } = shape
  const isBuy = statement.direction === 'up'
  const verb = isBuy ? 'bought' : 'sold'
  const verbs = isBuy ? '(bought | buys | buy)' : '(sold | sells | sell | unloads | unload)'
  const noun = isBuy ? 'buy' : 'sale'
  const isSeveral = text.includes('average of {price}')
  const spent = isBuy
    ? '(spent | paid | put | invested)'
    : '(got | received | raised | made | collected | took-in)'
  const through = /\{indirect\} through (trust|spouse|children|fund|firm|others)/.exec(text)?.[1]
  const notes = NOTES.filter(has)
  const reasons = REASONS.filter(has)
  const isOfPart = text.includes('part of it is sold')
  const parts = PARTS.filter(has)
  const part = parts.length === 0 ? '' : `[(${parts.join(' | ')}) [of (it | whole | NOUN)]]`
  return {
    rules: {
      ...describeAgent(shape),
      CO: '({company} [{ticker}] | {ticker} | company)',
      STOCK: '(stock | company stock | its stock)',
      OBJECT: `({value} of (CO [STOCK] | CO ’s STOCK | its STOCK | STOCK | it CO STOCK | stock [(of | in | at) CO] | their company ’s stock) | {value} in [CO] STOCK | {shares} [of] [CO] | {shares} of CO STOCK | CO STOCK (worth | valued at) {value} | STOCK (worth | valued at) {value} | {value} [STOCK])`,
      DAYS: text.includes('{to}')
        ? '(from {from} (to | through | until) {to} | between {from} and {to} | over days from {from} to {to} | {from} (to | through) {to})'
        : '[it day] on {from}',
      PRICE: isSeveral
        ? '[at] (average of | average price of | average) {price} [per-share]'
        : 'at [price of] {price} [per-share]',
      VIA: VIAS.filter(has).join(' | ') || 'NOTHING',
      INDIRECT:
        through === undefined
          ? 'NOTHING'
          : `([of (it | which | whole) | including | with] {indirect} [of (it | which | whole)] [it is | is | went | came | ran] (through | in | by) (${through} | ${through} of (NAMED | their)) | ${through} (${verb} | made) {indirect} of (it | whole) [stock | NOUN])`,
      PLANNED: hasSlot('plan')
        ? `([with | of (it | which | whole | total)] {plan} [of (it | whole | NOUN | stock | total | which)] ${part} [of (it | whole | total)] [is] [(ran | made | ${verb} | came | done | went)] on-plan ${part})`
        : 'NOTHING',
      NOUN: `(${noun} | ${noun}s | trade | trades | purchase | deal | ${isBuy ? 'buying' : 'selling'})`,
      NOTE:
        notes.length === 0
          ? 'NOTHING'
          : `(${notes.filter((note) => note !== 'on-plan' || !hasSlot('plan')).join(' | ') || 'NOTHING'})`,
      REASON:
        reasons.length === 0
          ? 'NOTHING'
          : `(${isOfPart ? 'part of it [is] [sold]' : '[it is] [sold]'} (${reasons.join(' | ')}) [FORM])`,
      FORM: '((ACC | in) (form | forms | filing | filings) | (form | filing) shows | form says | on form)',
      AFTER:
        '(DAYS | PRICE | HELDBY | for {value} | {value} in-all | VIA | [and] INDIRECT | [and] [with] PLANNED | [and] REASON | on-plan-from {adopted} | at {low} to {high} [per-share] | [and | so] NOTE | in-all | FORM | at CO)',
      BEFORE: '(DAYS | at CO | FORM | in-all | VIA)',
      CORE: `(AGENT ${verbs} OBJECT | AGENT ${spent} {value} (on | for | in | into | of | by | from) [${isBuy ? 'buying' : 'selling'}] [{shares} of] CO [STOCK] | AGENT ${spent} {value} (for | on | from | by | of) [${isBuy ? 'buying' : 'selling'}] {shares} [of CO [STOCK]]
        | AGENT (reported | disclosed | reports) ${isBuy ? '(buying | buys of | buy of)' : '(selling | sales of | sale of)'} OBJECT
        | OBJECT [is] ${verb} AFTER* by AGENT
        | AGENT ’s (${noun} | NOUN) [of [{shares} of] CO [STOCK]] AFTER* (came-to | is) {value}
        | NOUN of OBJECT by AGENT
        | AGENT made ${noun} of OBJECT)`,
      EXTRA: `([NOTICE] [and | but] ([NOUN | it | all of it | whole | it NOUN | CO NOUN] [(ran | is | made | came | done | went)] (NOTE | on-plan-from {adopted} | REASON | PLANNED | VIA | PRICE | DAYS | INDIRECT | HELDBY) ([and] AFTER)*) | PLANNED | [NOUN | it] ([is] at | averaged) PRICE)`,
      NOTICE: '(note | of it)',
      SENTENCE: '(BEFORE* CORE AFTER*)',
      MORE: 'EXTRA',
    },
    needs: [
      ...notes.filter((note) => note !== 'on-plan'),
      ...VIAS.filter(has),
      ...reasons,
      ...partiesOf(shape),
    ],
  }
}

/** Words that a telling cannot do without: whose account it is. */
function partiesOf({ words }: Shape): string[] {
  const parties = ['trust', 'spouse', 'child', 'children', 'fund', 'firm', 'account', 'others']
  return parties.filter((party) => words.every((one) => one.includes(party)))
}

export function sayCluster({ text, has }: Shape): Grammar {
  const days = text.includes('{to}')
    ? '(from {from} (to | through) {to} | between {from} and {to})'
    : 'on {from}'
  const held = text.includes('partly through trust') || text.includes('part through others')
  return {
    rules: {
      CO: '({company} [{ticker}] | {ticker} | company)',
      WHO: '({buyers} (insiders (of | at | from) CO | insiders | CO insiders | of CO ’s insiders | CO ’s insiders))',
      DAYS: days,
      EACH: text.includes('form of their')
        ? '(per-share on form of their | per-share filing its form | on separate forms | in separate forms | per-share with form of their)'
        : 'NOTHING',
      HELD: held
        ? '(partly through trusts fund or family | part through others | partly through trust fund or family)'
        : 'NOTHING',
      NOTE: `(${['unchecked', 'partly-checked', 'not-all-checked'].filter(has).join(' | ') || 'NOTHING'} | we had no closing price for (any | part) of it | not all checked)`,
      OBJECT:
        '({value} of (CO [stock] | its stock | stock | CO ’s stock | company ’s stock) | stock | CO stock | {value})',
      AFTER:
        '(DAYS | EACH | HELD | in-all | {value} in-all | for {value} in-all | NOTE | at CO | between them | together)',
      CORE: '([several at same company] WHO EACH bought OBJECT | WHO bought OBJECT | OBJECT is bought by WHO | WHO [together] (spent | paid | put) {value} (on | for | into | in) (CO stock | company ’s stock | stock | its stock))',
      EXTRA: '([it (came-to | is)] {value} in-all | NOTE | [per-share] EACH | HELD)',
      SENTENCE: '([at CO | DAYS]* CORE AFTER*)',
      MORE: 'EXTRA',
    },
    needs: [
      ...(held ? ['trusts|others|trust'] : []),
      ...(text.includes('closing price for') ? ['closing|checked'] : []),
    ],
  }
}

/** What is unusual about a trade: how large it was, what part, the first in how long. */
export function sayAboutTrade(shape: Shape): Grammar | undefined {
  const { statement, hasSlot } = shape
  const isBuy = statement.direction === 'up'
  const agent = { ...describeAgent(shape), CO: '{company}', STOCK: '(stock | holding | stake | position)' }
  const listed =
    '(it form lists | listed (on | in) form | form lists | on form | shown (on | in) form | lists | in form | it form shows | ACC form | lists on form)'
  const needs = partiesOf(shape)
  if (hasSlot('size')) {
    const did = isBuy ? 'added {size} to' : '(sold {size} of | cut {size} (off | from) | reduced by {size})'
    return {
      rules: {
        ...agent,
        LISTED: listed,
        WHOSE: '(AGENT ’s | it | their | its)',
        CORE: `(AGENT ${did} (CO STOCK LISTED | CO STOCK it lists | WHOSE CO STOCK LISTED | WHOSE CO STOCK | STOCK LISTED) | ${isBuy ? '(it | buy | it buy) added {size} to (AGENT ’s CO STOCK [LISTED] | CO STOCK of AGENT [LISTED] | CO STOCK LISTED (of | for) AGENT)' : '(it | sale | it sale) is {size} of (AGENT ’s CO STOCK [LISTED] | CO STOCK of AGENT LISTED | CO STOCK LISTED of AGENT)'} | [for AGENT] it (holding | stake) of CO stock ${isBuy ? '(grew | rose)' : '(shrank | fell)'} by {size} [for AGENT] | AGENT ’s (holding | stake | position) (of | in) CO [stock] ${isBuy ? '(grew | rose)' : '(shrank | fell)'} by {size})`,
        SENTENCE: '([LISTED | ACC form] CORE [LISTED | ACC form | for AGENT])',
      },
      needs: [...needs, 'form'],
    }
  }
  if (hasSlot('months')) {
    return {
      rules: {
        ...agent,
        RECORDS: '(our records | as far as our records go | in our records | ACC our records)',
        CORE: '(for at least {months} months before our records show no (buy | buys) of CO stock by AGENT | our records show no [earlier | other] (buy | buys) of CO stock by AGENT (for | in) at least {months} months (before | before it) | it is first buy of CO stock by AGENT in {months} months or more | it is AGENT ’s first buy of CO stock in (at least {months} months | {months} months or more) | AGENT had not bought CO stock (for | in) at least {months} months [before])',
        SENTENCE: '([RECORDS] CORE [RECORDS])',
      },
      needs: [...needs, 'records'],
    }
  }
  if (hasSlot('lag')) {
    const part = shape.text.includes('part of')
    return {
      rules: {
        ...agent,
        CORE: `((${part ? 'part of' : '(report on | form for | filing on)'} CO stock it AGENT ${isBuy ? 'bought' : 'sold'} came up to {lag} after trade [where two are allowed]))`,
        SENTENCE: 'CORE',
      },
      needs: [...needs, 'up'],
    }
  }
  if (hasSlot('cents')) {
    const nouns = isBuy ? '(buys | buy | buying)' : '(sales | selling)'
    const market = shape.has('on-market') ? 'on-market' : ''
    return {
      rules: {
        ...agent,
        WHAT: `([insiders ’ | insiders | insider] ${market} [insider] ${nouns} [by insiders])`,
        COUNTED:
          '([it] we (counted | could count | count) [this-week] | counted this-week | in our count | ACC our count)',
        DOLLAR: `((every | per-share) dollar (of | from | in) WHAT | (every | per-share) dollar [it] insiders (${isBuy ? 'spent' : 'got | took in'}) ${market} | (every | per-share) dollar [it] insiders ${isBuy ? 'spent (on | in)' : '(got | took in) from'} ${market} ${nouns})`,
        CORE: `([of] [of] DOLLAR COUNTED* {cents} (${isBuy ? 'came from' : 'went to'}) AGENT | AGENT ${isBuy ? '(spent | accounted for | made up)' : '(got | accounted for | made up | took | took in)'} {cents} of DOLLAR COUNTED* | {cents} of DOLLAR COUNTED* (${isBuy ? 'came from' : 'went to | is'}) AGENT)`,
        SENTENCE: '([COUNTED] CORE)',
      },
      needs: [...needs, ...(market === '' ? [] : [market]), 'counted|count'],
    }
  }
  if (statement.kind === 'circumstance') {
    return {
      rules: {
        ...agent,
        CORE: '(AGENT held no [earlier] CO stock (of it kind | [of it kind] before) [before] | form shows no earlier CO stock of it kind for AGENT | AGENT had no CO stock of it kind before)',
        SENTENCE: '([ACC form] CORE [ACC form])',
      },
      needs: [...needs, 'form', 'kind'],
    }
  }
  return undefined
}

/** What all insiders bought and sold. */
export function sayInsiderSums({ text, has, hasSlot }: Shape): Grammar | undefined {
  const market = has('on-market') ? 'on-market' : ''
  const OF = '[of (stock | their-companies stock | company stock | it stock | their company ’s stock)]'
  if (hasSlot('apart')) {
    return {
      rules: {
        OFFERED: '([in] in-offerings [in | and in | and | or] private-deals)',
        CONVERTED: '([or] [in] [buys] on (it day | day) it (converted | turned) other holdings in stock)',
        // All of what it is made of, as its own words have it.
        WHERE: `(${has('in-offerings') ? 'OFFERED' : ''} ${text.includes('other holdings in stock') ? 'CONVERTED' : ''} [[so | NOTICE] (${text.includes('not-ordinary') ? 'not-ordinary' : 'maybe-not-market'})])`,
        NOTICE: '(. | and)',
        CORE: '(insiders spent {all} [it we could count | ACC our count] | of {all} it insiders spent [ACC our count] {apart} (is | went) [spent] WHERE | {apart} of (it | which) (is | went) [spent] WHERE | of (it | which) {apart} (is | went) [spent] WHERE | insiders spent {apart} in-offerings and private-deals)',
        SENTENCE: '([ACC our count] CORE)',
        MORE: '(not-ordinary | {apart} of it (is | went) [spent] WHERE | of it {apart} (is | went) [spent] WHERE)',
      },
      needs: ['not-ordinary|maybe-not-market', 'count', 'converted'],
    }
  }
  if (!hasSlot('buy') || !hasSlot('sale') || !text.includes('{buy}') || !text.includes('{sale}'))
    return undefined
  return {
    rules: {
      WHO: '(insiders | company insiders | insiders in-all)',
      M: market || 'NOTHING',
      SOLD: `(sold {sale} ${OF} | {sale} [is] sold)`,
      BOUGHT: `(bought {buy} ${OF} | {buy} [is] bought)`,
      BOTH: '((sold {sale} OF_STOCK [M] and bought {buy} OF_STOCK | bought {buy} OF_STOCK [M] and sold {sale} OF_STOCK) [M] | {sale} [is] sold and {buy} [is] bought [M] | {sale} sold {buy} bought [M])',
      OF_STOCK: OF,
      READ: 'in forms we could read',
      WITH: '([with | counting | including] in-offerings private-deals and days of conversions [it | insiders] bought {all})',
      CORE: '([this-week ’s sum [M] | in-all | M] [WHO] BOTH)',
      SENTENCE:
        '(CORE (in-week | this-week | in-all | M | READ)* | MORE | [with] offerings private-deals and days of conversions [included] it bought {all} | bought {all} in-all)',
    },
    needs: [...(market === '' ? [] : [market]), ...(text.includes('forms we could read') ? ['read'] : [])],
  }
}
