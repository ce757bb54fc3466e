import type { LetterSection, Sentence } from '../../../shared/edition-contract.ts'
import { TRIFLE, type Item } from './letter-plan.ts'

export interface ToldSection {
  readonly section: LetterSection
  readonly big: Item | undefined
  /** What may be cut, with the least salient last. */
  readonly smaller: readonly ToldItem[]
  /** Printed only on the page. */
  readonly more: readonly Sentence[][]
}

export interface ToldItem {
  readonly item: Item
  readonly sentences: Sentence[]
  /** Its position before anything was cut. */
  readonly index: number
  readonly salience: number
}

/** Leaves out smaller items until the letter is short enough: first those hardly worth telling, then the least salient of
 *  the sections that have others left. Of two equally salient ones the later is cut, since it may use the short name of
 *  somebody named earlier. What still fits in the end is put back, the most salient first. */
export function cutTo(
  sections: readonly ToldSection[],
  isShortEnough: (cut: readonly ToldSection[]) => boolean,
): readonly ToldSection[] {
  const lost: ToldItem[] = []
  const without = (items: readonly ToldItem[]) =>
    sections.map((one) => ({ ...one, smaller: one.smaller.filter((item) => !items.includes(item)) }))
  const byWorth = (a: ToldItem, b: ToldItem) => a.salience - b.salience || b.index - a.index
  while (!isShortEnough(without(lost))) {
    const cut = without(lost)
    const all = cut.flatMap(({ smaller }) => smaller)
    if (all.length === 0) return cut
    const trifles = all.filter(({ salience }) => salience < TRIFLE)
    const ofSeveral = cut.flatMap(({ smaller }) => (smaller.length > 1 ? smaller : []))
    const among = trifles.length > 0 ? trifles : ofSeveral.length > 0 ? ofSeveral : all
    lost.push(...among.toSorted(byWorth).slice(0, 1))
  }
  for (const item of lost.toSorted(byWorth).reverse()) {
    const others = lost.filter((one) => one !== item)
    const beside = sections.find(({ smaller }) => smaller.includes(item))?.smaller ?? []
    const namesAreTold = !others.some((one) => beside.includes(one) && one.index < item.index)
    if (namesAreTold && isShortEnough(without(others))) lost.splice(lost.indexOf(item), 1)
  }
  return without(lost)
}
