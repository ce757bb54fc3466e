import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Database } from '../../db/database.ts'
import type { Mailer } from '../mail/index.ts'
import { createSmtpMailer } from '../mail/smtp-mailer.ts'
import { addSubscribers, anEdition, resetTables, setDatabaseClock } from '../../testing/edition-fixtures.ts'
import { startSmtpTestServer, type SmtpTestServer } from '../../testing/smtp-test-server.ts'
import { listPreviewNotes } from '../../operator/preview-notes.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { freezeEdition } from './freeze-edition.ts'
import { storeEdition, type BuiltEdition } from './editions.ts'
import { createEditionReviews, type EditionReviews } from './edition-reviews.ts'
import { holdEdition } from './hold-edition.ts'
import { markPreviewed } from './review-edition.ts'
import { UNSUBSCRIBE_URL_SLOT } from '../deliveries/recipient-mail.ts'
import { anEditionContent } from '../../letter/testing/edition-content.ts'

const MONDAY = '2026-11-23'
const ED = 'ed@paper.test'
const LETTER = `<!doctype html><html><head><title>x</title></head><body class="a"><div>Preheader</div><h1>Letter</h1><a href="${UNSUBSCRIBE_URL_SLOT}">Unsubscribe</a></body></html>`

const opened = setUpDatabase()
let db: Database
let smtp: SmtpTestServer
let mailer: Mailer
let reviews: EditionReviews
beforeAll(async () => {
  db = opened.db
  smtp = await startSmtpTestServer()
  mailer = createSmtpMailer({ url: smtp.url, from: 'Lunchpail <monday@lunchpail.test>', connections: 1 })
  reviews = createEditionReviews({
    db,
    mailer,
    siteUrl: 'https://lunchpail.test',
    domain: 'lunchpail.test',
    previewNotes: listPreviewNotes,
    rules: { requireRelease: false, minSections: 0, hasPreview: true },
    hashAddress: (address) => `hash of ${address}`,
  })
})
afterAll(async () => {
  await mailer.close()
  await smtp.close()
})
beforeEach(async () => {
  await resetTables(db)
  await setDatabaseClock(db, '2026-11-23T01:00:00Z')
})

/** The preview of a stored edition, as it arrives through the mail server. */
async function previewOf(edition: BuiltEdition, before?: () => Promise<unknown>) {
  await storeEdition(db, edition)
  await before?.()
  const previewed = await reviews.findPreviewed(edition.slotDate)
  const submission = await reviews.submitPreview(previewed!, ED)
  expect(submission.status).toBe('submitted')
  const { to, raw } = smtp.received.at(-1)!
  expect(to).toBe(ED)
  return { raw, ...(await PostalMime.parse(raw)) }
}

describe('a preview', () => {
  it('is the letter with a marked subject and a note on top: what it is, when it goes out and how to hold it', async () => {
    const mail = await previewOf(anEdition({ html: LETTER }))
    expect(mail.subject).toBe('[Preview] What insiders bought')
    const note =
      'Preview of the edition of Monday 2026-11-23. It goes out Monday, Nov 23, 8:00 AM Chicago. To hold it: lunchpail edition hold --date 2026-11-23'
    const html = mail.html!
    expect(html.indexOf(note)).toBeGreaterThan(html.indexOf('<body class="a">'))
    expect(html.indexOf(note)).toBeLessThan(html.indexOf('<h1>Letter</h1>'))
    expect(html.match(/<body/g)).toHaveLength(1)
    expect(mail.text!.startsWith(`${note}\nWho wrote its words is not kept.\n\n---`)).toBe(true)
    expect(mail.text).toContain('\n\nHello\n')
  })

  it('is not bulk mail, and its links belong to no reader', async () => {
    const mail = await previewOf(anEdition({ html: LETTER }))
    const headers = mail.headers.map(({ key }) => key)
    expect(headers).toContain('auto-submitted')
    expect(headers.filter((key) => /^(list-|precedence|feedback-id)/.test(key))).toEqual([])
    expect(mail.html).toContain('<a href="https://lunchpail.test/unsubscribe">Unsubscribe</a>')
    expect(mail.text).toContain('Unsubscribe: https://lunchpail.test/unsubscribe\n')
    expect(mail.raw).not.toContain('recipient.invalid')
  })

  it('names unavailable sections, and says who wrote the others', async () => {
    const content = anEditionContent()
    const [first, ...others] = content.letter.sections
    const sections = [{ ...first!, title: 'Insiders & <co>', state: 'unavailable' as const }, ...others]
    const audit = { factsHash: 'abc', retries: 1, record: {} }
    const mail = await previewOf(
      anEdition({
        html: LETTER,
        content: { ...content, letter: { ...content.letter, sections } },
        audits: [
          { ...audit, section: 'markets', outcome: 'rules', reason: 'no model is\nset', model: undefined },
          { ...audit, section: 'housing', outcome: 'model', reason: undefined, model: 'local qwen' },
          { ...audit, section: 'congress', outcome: 'rules', reason: 'no model is set', model: undefined },
        ],
      }),
    )
    expect(mail.text).toContain('\nUnavailable in it: Insiders & <co>.\n')
    expect(mail.text).toContain(
      '\nWritten: congress, markets by rules (no model is set); housing by local qwen.\n',
    )
    expect(mail.html).toContain('Unavailable in it: Insiders &amp; &lt;co&gt;.')
  })

  it.each([
    [
      '2026-11-23T15:00:00Z',
      'Less than an hour is left: it goes out an hour after its first preview, unless it is held or released before. To hold it: lunchpail edition hold --date 2026-11-23',
    ],
    [
      '2026-11-24T01:30:00Z',
      'It goes out when it is released, before Monday, Nov 23, 8:00 PM Chicago: an hour after its preview its time is over. To hold it:',
    ],
    [
      '2026-11-22T12:00:00Z',
      'It goes out Monday, Nov 23, 8:00 AM Chicago, and is written again before: its week was not over when it was built. To hold it:',
    ],
    ['2026-11-24T03:00:00Z', 'It goes out only by hand: lunchpail edition send --date 2026-11-23'],
  ])('at %s says: %s', async (now, words) => {
    await setDatabaseClock(db, now)
    expect((await previewOf(anEdition())).text).toContain(words)
  })

  it('says that the edition is held, and how to release it', async () => {
    const mail = await previewOf(anEdition(), () => holdEdition(db, MONDAY, 'look at housing'))
    expect(mail.text).toContain(
      'It is held since Sunday, Nov 22, 7:00 PM Chicago (look at housing) and waits for: lunchpail edition release --date 2026-11-23',
    )
    expect(mail.text).not.toContain('edition hold')
  })

  it('of an edition that was sent says so, and does not touch its deliveries', async () => {
    await addSubscribers(db, [ED, 'ada@mail.example'])
    const mail = await previewOf(anEdition(), () => freezeEdition(db, MONDAY, { by: 'hand' }))
    expect(mail.text).toContain('It does not wait to be sent: its state is "frozen".')
    const deliveries = await db.selectFrom('delivery').select(['state', 'attempts']).execute()
    expect(deliveries).toEqual([
      { state: 'pending', attempts: 0 },
      { state: 'pending', attempts: 0 },
    ])
    const { preview_submitted_at } = await db
      .selectFrom('edition')
      .select('preview_submitted_at')
      .executeTakeFirstOrThrow()
    expect(preview_submitted_at).toBeNull()
  })

  it('has a new Message-ID each time, since mailboxes hide a second mail with the same one', async () => {
    const first = await previewOf(anEdition())
    const second = await previewOf(anEdition())
    expect(first.messageId).toMatch(/^<preview\.[\w-]+@lunchpail\.test>$/)
    expect(second.messageId).not.toBe(first.messageId)
  })

  it('is not sent to an address on the do-not-mail list', async () => {
    await storeEdition(db, anEdition())
    await db
      .insertInto('suppression')
      .values({ email_hash: `hash of ${ED}`, reason: 'complained', suppressed_at: new Date(0) })
      .execute()
    const before = smtp.received.length
    expect(await reviews.submitPreview((await reviews.findPreviewed(MONDAY))!, ED)).toMatchObject({
      status: 'refused',
      permanent: true,
    })
    expect(smtp.received).toHaveLength(before)
  })
})

describe('markPreviewed', () => {
  const submittedAt = async () => {
    const row = await db.selectFrom('edition').select('preview_submitted_at').executeTakeFirstOrThrow()
    return row.preview_submitted_at?.toISOString()
  }

  it('records the first preview only, and none for an edition that was rebuilt meanwhile', async () => {
    // The real clock has microseconds; a Date does not.
    await setDatabaseClock(db, '+0 minutes')
    await storeEdition(db, anEdition())
    const { edition } = (await reviews.findPreviewed(MONDAY))!
    await setDatabaseClock(db, '+5 minutes')
    await storeEdition(db, anEdition())
    await markPreviewed(db, edition)
    expect(await submittedAt()).toBeUndefined()

    await markPreviewed(db, (await reviews.findPreviewed(MONDAY))!.edition)
    const first = await submittedAt()
    expect(first).toBeDefined()
    await setDatabaseClock(db, '+9 minutes')
    await markPreviewed(db, (await reviews.findPreviewed(MONDAY))!.edition)
    expect(await submittedAt()).toBe(first)
  })
})
