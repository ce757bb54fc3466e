import { readFileSync } from 'node:fs'
import path from 'node:path'

import { measureLetter, measureShared } from './measure.ts'

// Measures letters written by `edition build --out`: words, minutes, reading grade, and what each shares with the one
// before it. The folders must be in the order of their weeks.

const MOST = { words: 900, minutes: 4, grade: 8, shared: 0.35, html: 60 * 1024 }

const folders = process.argv.slice(2)
if (folders.length === 0) {
  process.stderr.write(
    'Give the folders of letters, in the order of their weeks: npm run -s bench:letter -- DIR DIR\n',
  )
  process.exit(2)
}
const letters = folders.map((folder) => ({
  name: path.basename(folder),
  text: readFileSync(path.join(folder, 'edition.txt'), 'utf8'),
  html: readFileSync(path.join(folder, 'edition.html')).length,
}))
const tooMuch: string[] = []
const tell = (value: number, limit: number, text: string) => {
  if (value > limit) tooMuch.push(text)
  return value > limit ? `${text} (too much)` : text
}
for (const [index, { name, text, html }] of letters.entries()) {
  const { words, minutes, grade, wordsPerSentence } = measureLetter(text)
  const before = letters[index - 1]
  const parts = [
    tell(words, MOST.words, `${words} words`),
    tell(minutes, MOST.minutes, `${minutes.toFixed(1)} minutes`),
    tell(grade, MOST.grade, `grade ${grade.toFixed(1)}`),
    `${wordsPerSentence.toFixed(1)} words a sentence`,
    tell(html, MOST.html, `${(html / 1024).toFixed(1)} KB`),
  ]
  if (before) {
    const shared = measureShared(text, before.text)
    parts.push(
      tell(shared, MOST.shared, `${(100 * shared).toFixed(0)}% of its runs of five words in ${before.name}`),
    )
  }
  process.stdout.write(`${name}: ${parts.join(', ')}\n`)
}
process.exitCode = tooMuch.length === 0 ? 0 : 1
