import type { Statement } from './statement.ts'

/** Tracks what a letter tells, so that no statement and no figure is told twice. */
export class Ledger {
  readonly #told = new Set<string>()
  readonly #figures = new Set<string>()

  hasTold(statement: Statement): boolean {
    const { id, tells = [] } = statement
    return (
      [id, ...tells].some((one) => this.#told.has(one)) ||
      mainFigures(statement).some((figure) => this.#figures.has(figure))
    )
  }

  /** Whether anything told so far has one of these figures. */
  hasFigure(ids: readonly string[]): boolean {
    return ids.some((id) => this.#figures.has(id))
  }

  /** Keeps figures for a place that is written later. */
  keepFigures(ids: readonly string[]): void {
    for (const id of ids) this.#figures.add(id)
  }

  mark(statement: Statement): void {
    for (const id of [statement.id, ...(statement.tells ?? [])]) this.#told.add(id)
    for (const id of mainFigures(statement)) this.#figures.add(id)
  }
}

/** The figures that may appear only once. Days, names and figures without a record, such as the days that the law allows,
 *  may appear twice. */
export function mainFigures({ slots }: Statement): string[] {
  return Object.values(slots).flatMap((slot) =>
    'figure' in slot && slot.figure.inputs.length > 0 && !REPEATED_UNITS.has(slot.figure.unit)
      ? [slot.figure.id]
      : [],
  )
}

const REPEATED_UNITS: ReadonlySet<string> = new Set(['date', 'text'])
