import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, it } from 'vitest'

import { freezeEdition } from '../sending/editions/freeze-edition.ts'
import { storeEdition } from '../sending/editions/editions.ts'
import { anEditionContent, anEditionWithout } from '../letter/testing/edition-content.ts'
import { anEdition, setDatabaseClock } from '../testing/edition-fixtures.ts'
import { setUpTypedCommands } from './testing/typed-commands.ts'

const MONDAY = '2026-11-23'
const NO_EDITION = 'There is no edition of 2026-11-23. Build it first.\n'

const given = setUpTypedCommands()
beforeEach(() => setDatabaseClock(given.database.db, '2026-11-23T01:00:00Z'))
const { run } = given

describe('arguments that do not fit', () => {
  it.each([
    [['hold'], "error: required option '--date <date>' not specified"],
    [['hold', '--date', '2026-11-24'], '2026-11-24 is not a Monday written as YYYY-MM-DD.'],
    [['hold', '--date', MONDAY, '--reason', ' '], 'A reason has 1 to 300 characters; this one has 0.'],
    [['release', '--date', 'monday'], 'monday is not a Monday written as YYYY-MM-DD.'],
    [['audit', '--date', '2026-02-30'], '2026-02-30 is not a Monday written as YYYY-MM-DD.'],
    [['preview', '--date', MONDAY, '--to', 'nobody'], 'nobody: Please enter a valid email address.'],
    [['correct', '--date', MONDAY], 'Say --text, or --undo NUMBER to take one back.'],
    [
      ['correct', '--date', MONDAY, '--text', 'x'.repeat(2001)],
      'A correction has 1 to 2,000 characters; this one has 2,001.',
    ],
    [['corrections', '--date', 'all'], 'all is not a Monday written as YYYY-MM-DD.'],
  ])('edition %j ends with 2 and says why', async (words, sentence) => {
    const { exitCode, out, error } = await run(['edition', ...words])
    expect({ exitCode, out, firstLine: error.split('\n')[0] }).toEqual({
      exitCode: 2,
      out: '',
      firstLine: sentence,
    })
  })
})

describe('if no edition is written', () => {
  it.each([
    ['edition status --date 2026-11-23', NO_EDITION],
    ['edition audit --date 2026-11-23 --json', NO_EDITION],
    ['edition release --date 2026-11-23', NO_EDITION],
    ['edition preview --date 2026-11-23 --to ed@paper.test', NO_EDITION],
    ['edition correct --date 2026-11-23 --text Wrong.', 'There is no edition of 2026-11-23.\n'],
    [
      'edition hold --date 2026-11-23',
      'There is no edition of 2026-11-23 to hold. The timetable writes it on Sunday at 6:00 PM Chicago. To build it now: lunchpail edition build --as-of 2026-11-23\n',
    ],
  ])('%s ends with 1 and says so', async (typed, error) => {
    expect(await run(typed)).toEqual({ exitCode: 1, out: '', error })
  })
})

describe('edition hold and release', () => {
  it('say what happens to the edition, before it is due, while it is, and after', async () => {
    await storeEdition(given.database.db, anEdition())
    const held = {
      exitCode: 0,
      out: '',
      error:
        'Held: the edition of 2026-11-23. It does not go out on Monday, Nov 23, 8:00 AM Chicago.\nTo let it go out: lunchpail edition release --date 2026-11-23\n',
    }
    expect(await run('edition hold --date 2026-11-23')).toEqual(held)
    expect(await run('edition hold --date 2026-11-23')).toEqual(held)
    expect(await run('edition send --date 2026-11-23')).toEqual({
      exitCode: 1,
      out: '',
      error:
        'The edition of 2026-11-23 is held since Sunday, Nov 22, 7:00 PM Chicago. To let it go out: lunchpail edition release --date 2026-11-23\n',
    })
    const releasedAt = async (now: string) => {
      await setDatabaseClock(given.database.db, now)
      return (await run('edition release --date 2026-11-23')).error
    }
    expect(await releasedAt('2026-11-23T01:00:00Z')).toBe(
      'Released: the edition of 2026-11-23. It goes out Monday, Nov 23, 8:00 AM Chicago.\n',
    )
    expect(await releasedAt('2026-11-23T15:00:00Z')).toBe(
      'This cannot be undone: it is due, and goes out to all subscribers within a minute.\nTo release it: lunchpail edition release --date 2026-11-23 --yes\n',
    )
    expect((await run('edition release --date 2026-11-23 --yes')).error).toBe(
      'Not held: the edition of 2026-11-23. It goes out within a minute, by a running server.\n',
    )
    const due = await run('edition hold --date 2026-11-23')
    expect(due.error).toContain('To let it go out: lunchpail edition release --date 2026-11-23 --yes\n')
    expect((await run('edition send --date 2026-11-23')).error).toContain('release --date 2026-11-23 --yes\n')
    expect(await releasedAt('2026-11-24T03:00:00Z')).toBe(
      'Released: the edition of 2026-11-23. Its time has passed. To send it now: lunchpail edition send --date 2026-11-23\n',
    )
  })

  it.each([
    ['frozen', 'resume', ['hold', 'release']],
    ['paused', 'pause', ['hold', 'release']],
    ['finished', undefined, ['hold', 'release', 'pause', 'resume', 'cancel --yes']],
    ['cancelled', 'cancel --yes', ['hold', 'release', 'pause', 'resume']],
    ['built', 'release', ['pause', 'resume']],
  ])(
    'like all other orders, end with 1 if the edition is %s and does not allow them, and with 0 if nothing needs to change',
    async (state, idle, refused) => {
      await storeEdition(given.database.db, anEdition())
      await sql`update edition set state = ${state}`.execute(given.database.db)
      const codes = async (orders: readonly string[]) => {
        const ended: [string, unknown][] = []
        for (const order of orders) {
          const [name, ...flags] = order.split(' ')
          const { exitCode } = await run(['edition', name ?? '', '--date', MONDAY, ...flags])
          ended.push([order, exitCode])
        }
        return ended
      }
      expect(await codes(refused)).toEqual(refused.map((order) => [order, 1]))
      const idles = idle === undefined ? [] : [idle]
      expect(await codes(idles)).toEqual(idles.map((order) => [order, 0]))
    },
  )

  it('come too late once it is being sent', async () => {
    await storeEdition(given.database.db, anEdition())
    await freezeEdition(given.database.db, MONDAY, { by: 'hand' })
    const { exitCode, error } = await run('edition hold --date 2026-11-23')
    expect([exitCode, error]).toEqual([
      1,
      'The edition of 2026-11-23 is being sent: it can no longer be held. To stop the rest of it for now: lunchpail edition pause --date 2026-11-23\nTo end it for good: lunchpail edition cancel --date 2026-11-23 --yes\n',
    ])
  })
})

describe('edition status', () => {
  it('shows the hold, the preview, the sections and the next slot', async () => {
    const content = anEditionContent()
    const { sections } = anEditionWithout('congress', 'House Clerk').letter
    const ordered = sections.toSorted((a, b) => Number(a.name === 'congress') - Number(b.name === 'congress'))
    await storeEdition(
      given.database.db,
      anEdition({ content: { ...content, letter: { ...content.letter, sections: ordered } } }),
    )
    await run(['edition', 'hold', '--date', MONDAY, '--reason', 'look  at\nhousing'])
    const { exitCode, out } = await run('edition status --date 2026-11-23')
    expect(exitCode).toBe(0)
    expect(out.split('\n')).toEqual([
      'Edition of 2026-11-23: built, held',
      '  held         since Sunday, Nov 22, 7:00 PM Chicago (look at housing)',
      '               to let it go out: lunchpail edition release --date 2026-11-23',
      '  subject      What insiders bought',
      '  built        Sunday, Nov 22, 7:00 PM Chicago',
      '  preview      none submitted',
      '  goes out     Monday, Nov 23, 8:00 AM Chicago, if it is released',
      '  next slot    Monday, Nov 23, 8:00 AM Chicago',
      '  corrections  0',
      'Sections',
      '  insiders     ready, automated summary',
      '  housing      ready, automated summary',
      `  economy      ready, AI-edited by ${content.letter.sections.find(({ name }) => name === 'economy')?.model}`,
      '  markets      ready, automated summary',
      '  congress     unavailable',
      'Deliveries',
      ...['pending', 'claimed', 'sending', 'submitted', 'deferred', 'failed', 'skipped', 'unknown'].map(
        (state) => `  ${state.padEnd(12)} 0`,
      ),
      '',
    ])
  })

  it('says if the content is not stored', async () => {
    await storeEdition(given.database.db, anEdition())
    await given.database.db.updateTable('edition').set({ content: null }).execute()
    expect((await run('edition status --date 2026-11-23')).out).toContain(
      'Sections: their words are not kept, or not in the present form\n',
    )
  })
})

describe('edition audit', () => {
  const audits = [
    {
      section: 'markets' as const,
      factsHash: 'ff01',
      outcome: 'rules' as const,
      reason: 'the model timed out',
      model: 'local qwen',
      retries: 1,
      record: { prompts: ['Write "this".'] },
    },
    {
      section: 'housing' as const,
      factsHash: 'ff02',
      outcome: 'model' as const,
      reason: undefined,
      model: 'local qwen',
      retries: 0,
      record: {},
    },
  ]

  it('shows who wrote each section, in the order of the letter', async () => {
    await storeEdition(given.database.db, anEdition({ audits }))
    const { exitCode, out } = await run('edition audit --date 2026-11-23')
    expect([exitCode, out.split('\n')]).toEqual([
      0,
      [
        'housing: model',
        '  model        local qwen',
        '  retries      0',
        '  facts hash   ff02',
        'markets: rules',
        '  model        local qwen',
        '  retries      1',
        '  reason       the model timed out',
        '  facts hash   ff01',
        '',
      ],
    ])
    const { out: json } = await run('edition audit --date 2026-11-23 --json')
    expect(JSON.parse(json)).toEqual({
      date: MONDAY,
      edits: [],
      audits: JSON.parse(JSON.stringify(audits.toReversed())),
    })
  })

  it('shows what was used of a model’s plan, and why the rest was not', async () => {
    const words = { say: 'Then {4.value}.', text: 'Then $5.', answer: 'Five dollars.' }
    const record = {
      checker: 'local judge',
      questions: [{ prompt: 'All of it.', inputTokens: 9012, outputTokens: 1803, elapsedMs: 41_000 }],
      checks: [{ prompt: 'Which?', elapsedMs: 900 }],
      unread: ['story 3'],
      pieces: [
        { at: 'lead', of: [1] },
        {
          at: 'headline',
          of: [1],
          words: {
            say: 'Buy {1.value}',
            text: '',
            refused: { by: 'telling', code: 'advice', detail: "'buy'" },
          },
        },
        { at: 'insiders big', of: [4, 5], words },
        { at: 'connects 1', of: [9], refused: 'connects nothing' },
      ],
      byRules: ['insiders smaller: insiders/sale/1'],
    }
    const audit = { ...audits[1]!, section: 'letter' as const, record }
    await storeEdition(given.database.db, anEdition({ audits: [audit] }))
    const { out } = await run('edition audit --date 2026-11-23')
    expect(out.split('\n')).toEqual([
      'letter: model',
      '  model        local qwen',
      '  checked by   local judge',
      '  retries      0',
      '  asked        9,012 tokens in, 1,803 out, 41 s',
      '  check        ? tokens in, ? out, 1 s',
      '  facts hash   ff02',
      '  choices      2 of 3 stand',
      '  own words    1 of 2 stand',
      '  unread       story 3',
      'Its plan',
      '  lead (1): stands',
      '  headline (1)',
      "    words refused by telling (advice, 'buy'): Buy {1.value}",
      '  insiders big (4, 5): stands',
      '    own words: Then $5.',
      '  connects 1 (9): left out, connects nothing',
      'Put in by rules',
      '  insiders smaller: insiders/sale/1',
      '',
    ])
  })

  it('says if none is stored', async () => {
    await storeEdition(given.database.db, anEdition())
    expect(await run('edition audit --date 2026-11-23')).toEqual({
      exitCode: 1,
      out: '',
      error: 'No audit is kept of the edition of 2026-11-23: build it again to get one.\n',
    })
  })
})

describe('edition preview', () => {
  it('goes once to each address, and ends with 1 if one was refused', async () => {
    await storeEdition(given.database.db, anEdition())
    const before = given.smtp.received.length
    const { exitCode, out, error } = await run(
      'edition preview --date 2026-11-23 --to ed@paper.test --to gone@paper.test --to Ed@paper.test',
    )
    expect([exitCode, out]).toEqual([1, ''])
    expect(error).toMatch(
      /^ed@paper\.test: submitted\. 250 .*\ngone@paper\.test: refused\. 550 5\.1\.1 no such user\n$/,
    )
    const mails = given.smtp.received.slice(before)
    expect(mails.map(({ to }) => to)).toEqual(['ed@paper.test'])
    expect((await PostalMime.parse(mails[0]!.raw)).subject).toBe('[Preview] What insiders bought')
    expect(await given.database.db.selectFrom('delivery').selectAll().execute()).toEqual([])
    expect((await run('edition status --date 2026-11-23')).out).toContain(
      '  preview      submitted Sunday, Nov 22, 7:00 PM Chicago\n',
    )
  })

  it('is not shown in the status if no mail server accepted it', async () => {
    await storeEdition(given.database.db, anEdition())
    expect((await run('edition preview --date 2026-11-23 --to gone@paper.test')).exitCode).toBe(1)
    expect((await run('edition status --date 2026-11-23')).out).toContain('  preview      none submitted\n')
  })

  it('has no recipients if neither the setting nor the command has an address', async () => {
    await storeEdition(given.database.db, anEdition())
    expect(await run('edition preview --date 2026-11-23', { NEWSLETTER_PREVIEW_TO: 'none' })).toMatchObject({
      exitCode: 2,
      error: 'Say --to ADDRESS, or set OPERATOR_EMAIL or NEWSLETTER_PREVIEW_TO.\n',
    })
  })

  it('has links to hold and release the edition, which lead to one page', async () => {
    await storeEdition(given.database.db, anEdition())
    await run('edition preview --date 2026-11-23 --to ed@paper.test')
    const mail = (given.smtp.received.at(-1)?.raw ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
    const links = [...mail.matchAll(/^(Hold it|Release it): (\S+)/gm)].map(([, words, url]) => [words, url])
    expect(links.map(([words]) => words)).toEqual(['Hold it', 'Release it'])
    expect(links[0]?.[1]).toMatch(/^https:\/\/lunchpail\.test\/review\?token=2026-11-23\./)
  })

  it('goes to the addresses in the setting if none is given', async () => {
    await storeEdition(given.database.db, anEdition())
    const { exitCode, error } = await run('edition preview --date 2026-11-23', {
      NEWSLETTER_PREVIEW_TO: 'editor@paper.test',
    })
    expect(exitCode).toBe(0)
    expect(error).toMatch(/^editor@paper\.test: submitted\./)
  })
})

describe('edition correct and corrections', () => {
  const correct = [
    'edition',
    'correct',
    '--date',
    MONDAY,
    '--text',
    'It was $1.2 million,\n not $12 million.',
  ]
  const noted = {
    slotDate: MONDAY,
    notedAt: '2026-11-23T01:00:00.000Z',
    text: 'It was $1.2 million, not $12 million.',
    factId: null,
  }

  it('add and list what was wrong in an edition that went out', async () => {
    await storeEdition(given.database.db, anEdition())
    expect(await run(correct)).toEqual({
      exitCode: 1,
      out: '',
      error:
        'The edition of 2026-11-23 has not gone out: build it again instead. To build it now: lunchpail edition build --as-of 2026-11-23\n',
    })
    expect(await run('edition corrections')).toEqual({
      exitCode: 0,
      out: '',
      error: 'There are no corrections.\n',
    })
    await freezeEdition(given.database.db, MONDAY, { by: 'hand' })
    const { exitCode, out } = await run(correct)
    const { id, ...told } = JSON.parse(out) as { id: string }
    expect([exitCode, told]).toEqual([0, noted])
    expect((await run('edition corrections')).out).toBe(
      `2026-11-23, number ${id}, noted 2026-11-23: It was $1.2 million, not $12 million.\n`,
    )
    expect((await run('edition corrections --date 2026-11-23 --json')).out).toBe(out)
    expect((await run('edition corrections --date 2026-11-16')).out).toBe('')
    expect((await run('edition status --date 2026-11-23')).out).toContain('  corrections  1\n')
    expect(await run(`edition correct --date 2026-11-23 --undo ${id}`)).toEqual({
      exitCode: 0,
      out: '',
      error: `Taken back: correction ${id} of the edition of 2026-11-23.\n`,
    })
    expect((await run('edition corrections')).out).toContain(
      'noted 2026-11-23, taken back 2026-11-23: It was',
    )
    expect((await run('edition status --date 2026-11-23')).out).toContain('  corrections  0\n')
  })
})
