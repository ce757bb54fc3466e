import { readFileSync } from 'node:fs'

/** What the site's API answered for one ticker: { prices, stats, trades }. Peers read it from a file: only rendering is timed. */
export const pageData = JSON.parse(readFileSync(process.env.PEER_DATA ?? '/dev/null', 'utf8') || 'null')
