import type { Sentence } from '../../../shared/edition-contract.ts'

/** The records that the plain text leads to, by number. */
export class RecordNumbers {
  private readonly numbers = new Map<string, number>()

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

  /** Each record once. */
  list(): string {
    return [...this.numbers].map(([address, number]) => `[${number}] ${address}`).join('\n')
  }

  private cite(address: string): string {
    const number = this.numbers.get(address) ?? this.numbers.size + 1
    this.numbers.set(address, number)
    return `[${number}]`
  }
}
