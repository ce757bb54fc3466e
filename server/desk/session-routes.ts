import { randomUUID } from 'node:crypto'

import cookieParser from 'cookie-parser'
import express, {
  Router,
  type CookieOptions,
  type Request,
  type RequestHandler,
  type Response,
} from 'express'

import { maskEmailAddress, parseEmailAddress } from '../../shared/email-address.ts'
import { SECURE_PREFIX } from '../../shared/visit-contract.ts'
import { clientOf, limitClients } from '../http/client-limit.ts'
import { noteDeed } from '../operator/deeds.ts'
import { DAY_MS } from '../lib/dates.ts'
import { escapeHtml } from '../lib/text.ts'
import { createSigner } from '../sending/tokens.ts'
import type { DeskDeps } from './desk-deps.ts'
import { orderForm, paragraph, writeDeskPage } from './page.ts'
import {
  createLink,
  createToken,
  endSession,
  findOperator,
  isToken,
  judgeLink,
  LINK_MINUTES,
  SESSION_HOURS,
  spendLink,
} from './sessions.ts'

const HOUR_MS = 3_600_000
const LINKS_OF_A_CLIENT_PER_HOUR = 20
/** Beyond these limits the answer is the same, but nothing is mailed. Links are counted per client, per browser where that
 *  operator has signed in before, and for everyone else together: strangers who type an operator's address cannot use up the
 *  operator's links. */
const LINKS_OF_AN_ADDRESS_PER_HOUR = { ofClient: 6, ofBrowser: 6, ofAll: 60 }
/** Browsers keep no cookie longer than this. */
const KNOWN_DAYS = 400
const SIGN_IN = '/desk/sign-in'
const LINK = '/desk/sign-in/link'

const ASKED =
  "If this address is an operator's, a link is on its way. Open it in this browser, within 15 minutes."
const OTHER_BROWSER =
  'This link was asked for in another browser, and works in that one alone. Nothing was done. A mail app may open links in a browser of its own: copy the link from the mail, and paste it into the browser in which you asked. Or ask for a new one here, in this browser, and open it here.'
const GONE = `This link is not valid, or not any more: one works once, for ${LINK_MINUTES} minutes. Nothing was done. Ask for a new one.`

/** Who asks for a link.
 *  knownAs: identifies the browser if the operator whose address was typed has signed in with it before */
interface Asker {
  readonly client: string
  readonly knownAs: string | undefined
}

/** Signing in and out. A mailed link is bound to the browser that asked for it and leads to a page whose button starts a
 *  session; the link alone does not, since programs open every link in a mail. */
export function createSessionRouter(deps: DeskDeps): { router: Router; requireOperator: RequestHandler } {
  const { db, config, counters, logger } = deps
  const { operators } = config
  const signer = createSigner(deps.keys.secretKey, deps.keys.oldSecretKeys)
  const isHttps = config.siteUrl.startsWith('https:')
  const prefix = isHttps ? SECURE_PREFIX : ''
  // A link in a mail is opened from another site: the cookie that identifies the browser must come along. The session must not.
  const asked = { name: `${prefix}desk-asked`, options: cookie('lax', LINK_MINUTES * 60_000) }
  const session = { name: `${prefix}desk`, options: cookie('strict', SESSION_HOURS * HOUR_MS) }
  const known = { name: `${prefix}desk-known`, options: cookie('strict', KNOWN_DAYS * DAY_MS) }

  function cookie(sameSite: 'lax' | 'strict', maxAge: number): CookieOptions {
    return { sameSite, maxAge, secure: isHttps, httpOnly: true, path: '/' }
  }
  const textOf = (request: Request, { name }: { name: string }): string => {
    const value = (request.cookies as Record<string, unknown>)[name]
    return typeof value === 'string' ? value : ''
  }
  const readCookie = (request: Request, cookie: { name: string }): string | undefined => {
    const value = textOf(request, cookie)
    return isToken(value) ? value : undefined
  }
  /** @returns the browser's identifier if this operator has signed in with it before */
  function readKnown(request: Request, address: string): string | undefined {
    const value = textOf(request, known)
    return signer.isDeskBrowserOf(value, address) ? value : undefined
  }
  const clear = (response: Response, { name, options }: typeof asked) => {
    const { maxAge: _maxAge, ...same } = options
    response.clearCookie(name, same)
  }
  const show = (response: Response, status: number, title: string, content: string) =>
    response
      .status(status)
      .type('html')
      .send(writeDeskPage({ siteName: config.siteName, title, content }))

  const ofClient = counters('desk-link-address-client', HOUR_MS)
  const ofBrowser = counters('desk-link-browser', HOUR_MS)
  const ofAddress = counters('desk-link-address', HOUR_MS)
  /** @returns whether an address gets one more link. Requests of a client or a known browser beyond its own limit count against
   *    nobody else */
  async function takeLink(address: string, { client, knownAs }: Asker): Promise<boolean> {
    const most = LINKS_OF_AN_ADDRESS_PER_HOUR
    if (knownAs !== undefined) return (await ofBrowser.increment(knownAs)).totalHits <= most.ofBrowser
    if ((await ofClient.increment(`${address}\n${client}`)).totalHits > most.ofClient) return false
    return (await ofAddress.increment(address)).totalHits <= most.ofAll
  }
  /** Runs after the answer, so that its timing does not reveal who is an operator. */
  async function mailLink(address: string, { browser, ...asker }: Asker & { browser: string }) {
    if (!(await takeLink(address, asker)) || !operators.includes(address)) return
    const token = await createLink(db, { address, browser })
    const submission = await deps.mailer.submit(composeLinkMail(deps, address, token))
    const details = { to: maskEmailAddress(address), ...submission }
    if (submission.status === 'submitted') logger.info(details, 'A link to the desk was mailed')
    else logger.warn(details, 'A link to the desk was not accepted by the mail server')
  }

  const router = Router()
  const form = express.urlencoded({ extended: false, limit: '2kb' })
  router.use('/desk', cookieParser())
  router
    .route(SIGN_IN)
    .get((_request, response) => {
      show(response, 200, 'Sign in to the desk', writeAskForm())
    })
    .post(
      limitClients({
        limit: LINKS_OF_A_CLIENT_PER_HOUR,
        windowMs: HOUR_MS,
        store: counters('desk-link-client'),
      }),
      form,
      (request, response) => {
        const typed = (request.body as { address?: unknown } | undefined)?.address
        const address = typeof typed === 'string' ? parseEmailAddress(typed) : undefined
        const browser = readCookie(request, asked) ?? createToken()
        response.cookie(asked.name, browser, asked.options)
        show(response, 200, 'Look into your mail', paragraph(ASKED))
        if (address === undefined) return
        const knownAs = readKnown(request, address)
        mailLink(address, { browser, client: clientOf(request), knownAs }).catch((error: unknown) =>
          logger.error({ err: error }, 'A link to the desk could not be mailed'),
        )
      },
    )
  router
    .route(LINK)
    .get(async (request, response) => {
      const token = request.query['token']
      const standing = isToken(token) ? await judgeLink(db, token, readCookie(request, asked) ?? '') : 'gone'
      if (!isToken(token) || standing !== 'good') {
        const words = standing === 'other-browser' ? OTHER_BROWSER : GONE
        show(response, 403, 'Nothing was done', paragraph(words) + LEAD_TO_FORM)
        return
      }
      show(
        response,
        200,
        'Sign in to the desk',
        `${paragraph('One press more.')}${orderForm(LINK, { button: 'Sign in', hidden: { token } })}`,
      )
    })
    .post(form, async (request, response) => {
      const token = (request.body as { token?: unknown } | undefined)?.token
      const browser = readCookie(request, asked)
      const begun =
        isToken(token) && browser !== undefined
          ? await spendLink(db, { token, browser, operators })
          : undefined
      if (begun === undefined) {
        show(response, 403, 'Nothing was done', paragraph(GONE) + LEAD_TO_FORM)
        return
      }
      await noteDeed(db, { who: begun.address, by: 'desk' }, { what: 'sign in', words: 'Signed in.' })
      clear(response, asked)
      response.cookie(session.name, begun.session, session.options)
      response.cookie(known.name, signer.signDeskBrowser(begun.address), known.options)
      response.redirect(303, '/desk')
    })
  router.route('/desk/sign-out').post(async (request, response) => {
    const token = readCookie(request, session)
    if (token !== undefined) await endSession(db, token)
    clear(response, session)
    show(response, 200, 'Signed out', LEAD_TO_FORM)
  })

  const requireOperator: RequestHandler = async (request, response, next) => {
    const token = readCookie(request, session)
    const operator = token === undefined ? undefined : await findOperator(db, token, operators)
    if (operator !== undefined) {
      response.locals['operator'] = operator
      next()
    } else if (token === undefined && isFromElsewhere(request)) {
      // The browser sends the cookie from one of our pages, but not from another site, such as webmail.
      const again = `${request.baseUrl}${request.path}?here=1`
      response.set('Refresh', `0; url=${again}`)
      show(response, 200, 'The desk', `<p><a href="${escapeHtml(again)}">Go on</a></p>`)
    } else response.redirect(303, SIGN_IN)
  }
  return { router, requireOperator }
}

const isFromElsewhere = (request: Request) =>
  request.method === 'GET' &&
  request.query['here'] === undefined &&
  ['cross-site', 'same-site'].includes(request.get('Sec-Fetch-Site') ?? '')

const LEAD_TO_FORM = `<p><a href="${SIGN_IN}">Sign in to the desk</a></p>`

const writeAskForm = () =>
  `<p>For those who run this site. A link comes by mail, and no password is needed.</p><form method="post" action="${SIGN_IN}"><label>Your address<input name="address" type="email" maxlength="254" autocomplete="email" required></label><button>Send me a link</button></form>`

function composeLinkMail({ config, mailDomain }: DeskDeps, to: string, token: string) {
  const url = `${config.siteUrl}${LINK}?${new URLSearchParams({ token })}`
  const words = `Somebody, we hope it was you, asked to sign in to the desk of ${config.siteName}. This link works once, for ${LINK_MINUTES} minutes, in the browser that asked:`
  const ignore = 'If it was not you, do nothing.'
  return {
    messageId: `desk.${randomUUID()}@${mailDomain}`,
    to,
    subject: `Sign in to the desk of ${config.siteName}`,
    text: `${words}\n\n${url}\n\n${ignore}\n`,
    html: `<p>${escapeHtml(words)}</p><p><a href="${escapeHtml(url)}">Sign in to the desk</a></p><p>${ignore}</p>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    isForOperator: true,
  }
}
