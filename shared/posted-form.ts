import { parseEmailAddress } from './email-address.ts'

/** The page to which the sign-up form is sent without scripts, or before they are there. */
export const SIGN_UP_PATH = '/sign-up'

/** Names of the buttons below the disclaimer. */
export const ANSWER_FIELD = 'answer'

/** The steps of a sign-up by plain forms. Each page carries what the next one needs. */
export type PostedSignUp =
  | { step: 'form'; email: string; error?: string }
  | { step: 'disclaimer'; email: string; formToken: string; website: string }
  | { step: 'welcome'; nextLetter: string }

/** What came of the button of a mailed link. 'missing': it holds no address. 'link-needed': only a letter's link will do. */
export interface PostedLink {
  outcome: 'done' | 'failed' | 'missing' | 'link-needed'
}

/** What a page shows in answer to its form; null where none was sent. */
export type PostedForm = PostedSignUp | PostedLink | null

/** What an unsubscribe link carries. */
export interface UnsubscribeLink {
  /** As it stands there; undefined where nothing does. */
  typed: string | undefined
  /** Undefined where what stands there is no address. */
  email: string | undefined
  token: string | undefined
}

/** @param query  of the link */
export function readUnsubscribeLink(query: URLSearchParams): UnsubscribeLink {
  // A plus sign of an address that was put into a link as it is reads as a space.
  const typed = query.get('email')?.trim().replaceAll(' ', '+') || undefined
  return { typed, email: parseEmailAddress(typed ?? ''), token: query.get('token') || undefined }
}
