/** The form fetches its token here when a person begins to fill it in. */
export const FORM_TOKEN_PATH = '/api/subscribe/token'

/** The header of POST /subscribe that carries it: the body stays {email}. */
export const FORM_TOKEN_HEADER = 'Form-Token'
