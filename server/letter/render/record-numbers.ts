import type { Sentence } from '../../../shared/edition-contract.ts'

/** The records that one section of the plain text leads to, by the numbers that they have in the whole letter. */
export class RecordNumbers {
  private readonly cited = new Set<string>()
  private readonly numbers: Map<string, number>

  /** @param numbers  of the letter so far, by address; what a section adds to it is there for the next */
  constructor(numbers: Map<string, number>) {
    this.numbers = numbers
  }

  /** The sentence, with a number behind the last of the figures in a row that lead to one record. */
  mark(sentence: Sentence): string {
    return sentence
      .map(({ text, href }, index) => {
        if (href === undefined) return text
        const next = sentence.slice(index + 1).find((span) => span.href !== undefined)
        return next?.href === href ? text : text + this.cite(href)
      })
      .join('')
  }

  /** The numbers of those that the section has not named yet. */
  markOthers(addresses: readonly string[]): string {
    const others = new Set(addresses.filter((address) => !this.cited.has(address)))
    return [...others].map((address) => this.cite(address)).join('')
  }

  /** Each record of the section once. */
  list(): string {
    return [...this.cited].map((address) => `[${this.numbers.get(address)}] ${address}`).join('\n')
  }

  private cite(address: string): string {
    this.cited.add(address)
    const number = this.numbers.get(address) ?? this.numbers.size + 1
    this.numbers.set(address, number)
    return `[${number}]`
  }
}
