import { parseEmailAddress } from './email-address.ts'

/** The page that the sign-up form is posted to without scripts, or before they have loaded. */
export const SIGN_UP_PATH = '/sign-up'

/** Name of the buttons below the disclaimer. */
export const ANSWER_FIELD = 'answer'

/** The steps of a sign-up with plain forms. Each page carries what the next one needs. */
export type PostedSignUp =
  | { step: 'form'; email: string; error?: string }
  | { step: 'disclaimer'; email: string; formToken: string; website: string }
  | { step: 'welcome'; nextLetter: string }

/** Outcome of the button behind a mailed link. 'missing': the link has no address. 'link-needed': only another
 *  link, from one of our mails, is accepted. */
export interface PostedLink {
  outcome: 'done' | 'failed' | 'missing' | 'link-needed'
}

/** What a page shows in answer to its form; null if none was posted. */
export type PostedForm = PostedSignUp | PostedLink | null

/** The parts of an unsubscribe link. */
export interface UnsubscribeLink {
  /** The address as it stands in the link; undefined if there is none. */
  typed: string | undefined
  /** Undefined if it is not a valid address. */
  email: string | undefined
  token: string | undefined
}

/** @param query  of the link */
export function readUnsubscribeLink(query: URLSearchParams): UnsubscribeLink {
  // An address that was put into a link without encoding has a space instead of its plus sign. Control characters cannot be
  // displayed, so no part of the site gets to see them.
  const typed =
    query
      .get('email')
      ?.replaceAll(/\p{Cc}/gu, '')
      .trim()
      .replaceAll(' ', '+') || undefined
  return { typed, email: parseEmailAddress(typed ?? ''), token: query.get('token') || undefined }
}

/** The form fetches its token here when a person begins to fill it in. */
export const FORM_TOKEN_PATH = '/api/subscribe/token'

/** The header of POST /subscribe that carries it: the body stays {email}. */
export const FORM_TOKEN_HEADER = 'Form-Token'
