export const VISITOR_COOKIE = 'visitor'
/** 128 random bits, which stand for a browser. */
export const VISITOR_ID = /^[\w-]{22}$/

// 's:' says that a value is signed; browsers show it as 's%3A'.
const SHOWN = /^(?:(?:__Host-)?visitor=)?(?:s(?::|%3A))?([\w-]{22})(?:\.\S*)?$/i

/** Reads the cookie as a visitor copies it from a browser, with or without its name and signature. The signature is not checked:
 *  nobody guesses the number.
 *  @returns the number; undefined for anything else */
export const parseVisitorCookie = (text: string): string | undefined => SHOWN.exec(text.trim())?.[1]
