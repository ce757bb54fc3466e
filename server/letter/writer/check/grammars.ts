import type { Grammar, Shape } from './grammar.ts'
import { sayCongressSums, sayCongressTrade, sayHerd, sayNoTrade } from './say-congress.ts'
import { sayConnection, sayExtreme, sayStreak } from './say-courses.ts'
import { sayAboutTrade, sayCluster, sayInsiderSums, sayInsiderTrade } from './say-insiders.ts'
import { SERIES } from './say-series.ts'

const OWN_WORDS: Grammar = { rules: {}, needs: [] }

/** The patterns of a statement's kind; of a kind that has none, its own words alone. */
export function grammarOf(shape: Shape): Grammar {
  return find(shape) ?? OWN_WORDS
}

function find(shape: Shape): Grammar | undefined {
  const { statement } = shape
  const { section, kind, id } = statement
  if (id.startsWith('economy/') && statement.topic.startsWith('connects/')) return sayConnection(shape)
  if (kind === 'extreme' && section !== 'insiders') return sayExtreme(shape)
  if (kind === 'streak') return sayStreak(shape)
  if (section === 'insiders') {
    if (kind === 'trade') return sayInsiderTrade(shape)
    if (kind === 'cluster') return sayCluster(shape)
    return sayInsiderSums(shape) ?? (shape.hasSlot('who') ? sayAboutTrade(shape) : undefined)
  }
  if (section === 'congress') {
    if (kind === 'trade') return sayCongressTrade(shape)
    if (kind === 'no-trade') return sayNoTrade(shape)
    if (kind === 'herd') return sayHerd(shape)
    return sayCongressSums(shape)
  }
  const builder = /^housing\/(starts|permits)$/.exec(id)
  return Object.hasOwn(SERIES, id)
    ? SERIES[id]?.(shape)
    : builder
      ? SERIES['housing/building']?.(shape)
      : undefined
}
