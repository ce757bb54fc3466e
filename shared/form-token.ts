/** Where a form fetches its token when a person begins to fill it in. */
export const FORM_TOKEN_PATH = '/api/subscribe/token'

/** The header of POST /subscribe in which the form sends it: the body stays {email}. */
export const FORM_TOKEN_HEADER = 'Form-Token'
