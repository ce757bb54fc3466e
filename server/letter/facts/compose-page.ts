import type { SectionContent, Sentence } from '../../../shared/edition-contract.ts'
import type { ReadySection } from '../gathered-section.ts'
import { openAttempts } from '../statements/leave-out-unwritable.ts'
import type { UnwrittenStatement } from '../statements/statement.ts'
import type { UnboundFigure } from './check-bound.ts'
import { SECTION_TITLES } from './fact.ts'
import { plain } from './format-fact.ts'

const MISTAKE: Sentence = [
  plain(
    'A mistake in our own program kept something off this page: a row, a picture or a note on what was read.',
  ),
]

/** What the page adds to a section of the letter. A part that cannot be made is missing only from the page, and the page says
 *  so. */
export function composePage(
  { name, notes, statements, compose }: ReadySection,
  slotDate: string,
): { readonly content: SectionContent; readonly unwritten: readonly UnwrittenStatement[] } {
  const attempts = openAttempts(name)
  const composed: SectionContent = attempts.attempt({ id: name, kind: 'section' }, () =>
    compose(slotDate, attempts),
  ) ?? { name, title: SECTION_TITLES[name], state: 'ready', tables: [], coverage: [], notices: [] }
  const { unwritten } = attempts
  const isWhole = unwritten.length === 0 && !statements.unwritten?.some(({ kind }) => kind === 'picture')
  const coverage = [...notes, ...(isWhole ? [] : [MISTAKE]), ...composed.coverage]
  return { content: { ...composed, coverage }, unwritten }
}

/** The pages of the sections without the rows, pictures and notes whose figures no fact supports.
 *  @param unbound  those figures; any in other places are ignored */
export function dropUnbound(
  sections: readonly SectionContent[],
  unbound: readonly UnboundFigure[],
): { readonly sections: SectionContent[]; readonly unwritten: readonly UnwrittenStatement[] } {
  const unwritten: UnwrittenStatement[] = []
  return { sections: sections.map((section) => keepBound(section, unbound, unwritten)), unwritten }
}

function keepBound(
  section: SectionContent,
  unbound: readonly UnboundFigure[],
  unwritten: UnwrittenStatement[],
): SectionContent {
  const { name, tables, chart, coverage, ...rest } = section
  const before = unwritten.length
  const isBound = (place: string, kind: UnwrittenStatement['kind']) => {
    const id = `${name}/${place}`
    const found = unbound.find(({ where }) => where === id || where.startsWith(`${id}/`))
    if (found) unwritten.push({ id, section: name, kind, reason: `'${found.text}' ${found.reason}` })
    return !found
  }
  const kept = tables.map(({ title, columns, rows }, index) => ({
    title,
    columns,
    rows: rows.filter((_, row) => isBound(`tables/${index}/rows/${row}`, 'row')),
  }))
  const keptCoverage = coverage.filter((_, index) => isBound(`coverage/${index}`, 'note'))
  const hasChart = chart !== undefined && isBound('chart', 'picture')
  if (unwritten.length === before) return section
  return {
    ...rest,
    name,
    tables: kept.filter(({ rows }) => rows.length > 0),
    ...(hasChart ? { chart } : {}),
    coverage: keptCoverage.includes(MISTAKE) ? keptCoverage : [MISTAKE, ...keptCoverage],
  }
}
