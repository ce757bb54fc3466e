import type { Command } from 'commander'

import { InvalidInputError } from '../lib/errors.ts'
import type { EditionEdit, EditOrder } from '../sending/editions/edition-edits.ts'
import { ORDER_TEXTS } from '../operator/order-texts.ts'
import { parseMonday, whoTypes } from './arguments.ts'

interface Typed {
  readonly date: string
  readonly text?: string
  readonly statement?: string
  readonly by?: string
  readonly undo?: true
}

/** edition headline, note and drop: a person's changes to an edition before it goes out. Each rewrites the edition and applies
 *  to its later builds too.
 *  @param write  rewrites the edition from stored records, with this order */
export function addEditionEditCommands(
  edition: Command,
  write: (date: string, order: EditOrder) => Promise<void>,
): void {
  const add = (
    kind: EditionEdit['kind'],
    { option, what, describe }: { option: string; what: string; describe: string },
  ) => {
    edition
      .command(kind)
      .description(describe)
      .requiredOption('--date <date>', 'the Monday, YYYY-MM-DD', parseMonday)
      .option(`--${option} <${option}>`, what, ORDER_TEXTS[kind])
      .option('--by <name>', 'who says so', ORDER_TEXTS.name)
      .option('--undo', 'take it back')
      .action(async ({ date, text, statement, by, undo }: Typed) => {
        const given = kind === 'drop' ? statement : text
        if (undo) {
          if (kind === 'drop' && given === undefined) {
            throw new InvalidInputError('Say which finding: --statement ID.')
          }
          await write(date, { order: 'take back', kind, ...(kind === 'drop' ? { text: given } : {}) })
          return
        }
        if (given === undefined) throw missing(option)
        if (kind === 'note' && by === undefined) throw missing('by')
        await write(date, { order: 'put', edit: { kind, text: given, by: by ?? whoTypes().who } })
      })
  }
  add('headline', {
    option: 'text',
    what: 'the headline',
    describe:
      'Give an edition that is not being sent a headline of your own, labelled as a person’s. Its figures must be among those that the letter tells.',
  })
  add('note', {
    option: 'text',
    what: 'the note',
    describe: 'Put a signed note on top of an edition that is not being sent, labelled as a person’s.',
  })
  add('drop', {
    option: 'statement',
    what: 'the id of a finding',
    describe:
      'Leave a finding out of an edition that is not being sent; `edition audit` lists them. The letter says how many were; tables and sums keep it.',
  })
}

const missing = (option: string) => new InvalidInputError(`Say --${option} too, or --undo to take it back.`)
