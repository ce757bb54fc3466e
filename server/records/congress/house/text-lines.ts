import { tidyText } from '../../../lib/text.ts'
import type { TextItem } from './pdf-text.ts'

/** One line of a page, its items from left to right. */
export interface TextLine {
  /** From 1. */
  readonly page: number
  readonly y: number
  readonly items: readonly TextItem[]
}

/** A word and where it begins, in points; inside an item the position is estimated by its share of the letters. */
export interface Word {
  readonly text: string
  readonly x: number
}

// In points. Lines of a cell are 10.5 points apart; items on one line differ by tenths of a point.
const SAME_LINE = 3

/** The lines of a page, top to bottom. */
export function listLines(items: readonly TextItem[], page: number): TextLine[] {
  const lines: { page: number; y: number; items: TextItem[] }[] = []
  for (const item of items.toSorted((a, b) => b.y - a.y)) {
    const line = lines.at(-1)
    if (line !== undefined && line.y - item.y < SAME_LINE) line.items.push(item)
    else lines.push({ page, y: item.y, items: [item] })
  }
  for (const line of lines) line.items.sort((a, b) => a.x - b.x)
  return lines
}

export function splitWords(item: TextItem): Word[] {
  const perLetter = item.width / Math.max(item.text.length, 1)
  return [...item.text.matchAll(/\S+/g)].map((word) => ({
    text: toPlainText(word[0]),
    x: item.x + word.index * perLetter,
  }))
}

/** Text without invisible characters. */
export function toPlainText(text: string): string {
  return tidyText(text.replaceAll(/[\p{Cc}\uFFFD]/gu, ''))
}

/** The text of a line as a person would read it. */
export function readLine(line: TextLine): string {
  return toPlainText(line.items.map(({ text }) => text).join(' '))
}
