import { startSmtpTestServer } from '../../server/testing/smtp-test-server.ts'
import { FORM_TOKEN_HEADER, FORM_TOKEN_PATH } from '../../shared/posted-form.ts'
import { countStatuses, figureOf, type Attack, type Figure } from './figures.ts'
import { ATTACKER, atPace, sleep, type Answer } from './loopback.ts'
import { withSite, type AttackedSite } from './site.ts'

const MAILS_END_AFTER_MS = 4_000
const MAILS_WATCHED_MS = 30_000
// The site accepts a form's token only after two seconds; a person takes longer to read the disclaimer.
const READING_MS = 2_500

/** Signs up one mailbox again and again under different names, from the many addresses of one provider's customer, with
 *  confirmation on; then checks what capacity is left for other people. */
export const bombMailbox: Attack = (folder) =>
  withMail(folder, { SUBSCRIBE_CONFIRM: 'true' }, async (site, catcher) => {
    const bombs = await atPace({ perSecond: 160, seconds: 5 }, (index) =>
      signUp(site, {
        email: `victim+${index}@mailbox.example`,
        // Each client gets its own /56; one /48 has only 256 of them.
        client: `2001:db8:66:${((index % 256) * 256).toString(16)}::${index.toString(16)}`,
      }),
    )
    const other = await signUpAsPerson(site, {
      email: 'reader@elsewhere.example',
      client: '198.51.100.7',
    })
    await lockOut(site, 'owner@elsewhere.example')
    const owner = await signUpAsPerson(site, { email: 'owner@elsewhere.example', client: '198.51.100.8' })
    const countMails = (name: string) => catcher.received.filter(({ to }) => to.startsWith(name)).length
    await untilQuiet(() => catcher.received.length)
    const figure = figureOf(
      'mail bombing: 800 sign-ups of victim+N@ from one IPv6 /48 in 5 s, confirmation on',
    )
    return [
      figure('answers to the attacker', countStatuses(bombs)),
      figure('mails to the one mailbox', String(countMails('victim'))),
      figure(
        'another person signs up right afterward',
        `${countStatuses([other])}, mails: ${countMails('reader')}`,
      ),
      figure(
        'an owner signs up after 40 refused tries with the address',
        `${countStatuses([owner])}, mails: ${countMails('owner')}`,
      ),
    ]
  })

/** Requests links to the desk in an operator's name; then the operator requests one. */
export const askForDesk: Attack = (folder) => {
  const operator = 'operator@ops.example'
  return withMail(folder, { OPERATORS: operator }, async (site, catcher) => {
    const ask = (client: string) =>
      site.ask({ path: '/desk/sign-in', method: 'POST', client, form: { address: operator } })
    const asked: Answer[] = []
    for (let times = 0; times < 20; times += 1) asked.push(await ask(ATTACKER))
    await untilQuiet(() => catcher.received.length)
    const toStranger = catcher.received.length
    await ask('198.51.100.7')
    await untilQuiet(() => catcher.received.length)
    const figure = figureOf("desk: 20 links requested by one client in an operator's name")
    return [
      figure('answers to the attacker', countStatuses(asked)),
      figure('mails to the operator', String(toStranger)),
      figure(
        'mails for the link that the operator then requests',
        String(catcher.received.length - toStranger),
      ),
    ]
  })
}

/** Runs an attack on a site whose mail arrives here. */
async function withMail(
  folder: string,
  settings: Record<string, string>,
  attack: (site: AttackedSite, catcher: Awaited<ReturnType<typeof startSmtpTestServer>>) => Promise<Figure[]>,
): Promise<Figure[]> {
  const catcher = await startSmtpTestServer()
  try {
    const given = { MARKET_DATA: 'sample', SMTP_URL: catcher.url, ...settings }
    return await withSite(folder, given, (site) => attack(site, catcher))
  } finally {
    await catcher.close()
  }
}

const signUp = (
  site: AttackedSite,
  { email, client, headers }: { email: string; client: string; headers?: Record<string, string> },
): Promise<Answer> =>
  site.ask({ path: '/prod/subscribe', method: 'POST', client, json: { email }, ...(headers && { headers }) })

/** Submits an address the way the page's form does. */
async function signUpAsPerson(
  site: AttackedSite,
  { email, client }: { email: string; client: string },
): Promise<Answer> {
  const { body } = await site.ask({ path: FORM_TOKEN_PATH, client })
  const { token } = JSON.parse(body) as { token: string }
  await sleep(READING_MS)
  return signUp(site, { email, client, headers: { [FORM_TOKEN_HEADER]: token } })
}

/** Submits somebody's address from two clients until it is refused. */
async function lockOut(site: AttackedSite, email: string): Promise<void> {
  for (const client of [ATTACKER, '203.0.113.67']) {
    for (let attempt = 0; attempt < 20; attempt += 1) await signUp(site, { email, client })
  }
}

/** Mails go out after the answers, so this waits until no more come. */
async function untilQuiet(count: () => number): Promise<void> {
  const endsMs = performance.now() + MAILS_WATCHED_MS
  let [last, sinceMs] = [count(), performance.now()]
  while (performance.now() < endsMs && performance.now() - sinceMs < MAILS_END_AFTER_MS) {
    await sleep(250)
    if (count() !== last) [last, sinceMs] = [count(), performance.now()]
  }
}
