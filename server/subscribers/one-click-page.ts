/** For the mail programs that open the address in List-Unsubscribe in a browser (RFC 2369) instead of posting to it: a
 *  button, which works without JavaScript. The page says nothing of whose link it is.
 *  @param step  'ask': nothing has been done yet */
export function oneClickPage(step: 'ask' | 'done'): string {
  const content =
    step === 'ask'
      ? '<p>One more press, and no more letters come.</p><form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Unsubscribe</button></form>'
      : '<p role="status">You have been successfully unsubscribed.</p><p>If this was a mistake, you can <a href="/">subscribe again</a>.</p>'
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light"><meta name="robots" content="noindex"><title>Unsubscribe</title></head>
<body><main><h1>Sorry to see you go!</h1>${content}</main></body></html>`
}
