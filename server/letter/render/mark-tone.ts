import type { FindingContent } from '../../../shared/edition-contract.ts'

const WORDS = { rise: ': up', fall: ': down', plain: '' } as const

/** A color never speaks alone: a kicker without a sign of its own gets a word. */
export function markTone({ kicker, tone }: Pick<FindingContent, 'kicker' | 'tone'>): string {
  return /^[+−↑↓-]/.test(kicker) ? kicker : kicker + WORDS[tone]
}

/** The same within a line: 'Bought, reported late'. */
export function nameTone(finding: Pick<FindingContent, 'kicker' | 'tone'>): string {
  return markTone(finding).replace(/^[+−↑↓-] ?/, '')
}
