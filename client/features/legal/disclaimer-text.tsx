import styles from './disclaimer-text.module.css'

/** The disclaimer's five numbered paragraphs, shared by the Disclaimer page and the sign-up dialog. Has no heading or
 *  background of its own. */
export function DisclaimerText() {
  return (
    <ol className={styles.list}>
      <li>
        <p>
          <strong>Analysis, not a promise.</strong> This site and its newsletter are a quantitative trading
          analysis application: programs collect public records and market data, calculate with them and put
          the results into words. Where artificial intelligence wrote the words, they are labelled so. Past
          backtests, analysis and strategy results do not guarantee future results. Prices fall as well as
          rise, and you can lose money.
        </p>
      </li>
      <li>
        <p>
          <strong>Figures can be late or wrong.</strong> What you read may be lagged, outdated or inaccurate,
          because there are limits to how data can be collected: filings can come weeks after a trade, quotes
          are delayed, sources make mistakes and correct them later, and some are at times out of reach. Look
          at the record itself before you rely on a figure.
        </p>
      </li>
      <li>
        <p>
          <strong>No advice, no offer.</strong> We are not a law firm and not an accounting firm, and we are
          not your adviser or broker. Nothing on this site or in the newsletter is legal, tax, accounting or
          investment advice, and nothing is a solicitation or a recommendation to buy or sell securities,
          crypto-assets or anything else. What you do with your money is your own decision; ask a qualified
          professional who knows your situation.
        </p>
      </li>
      <li>
        <p>
          <strong>Terms can change.</strong> We may change this disclaimer, our{' '}
          <LegalLink path="/terms-of-service">Terms of Use</LegalLink> and what the site offers without prior
          notice. The version on this site is the one that counts, from the day it is put here. Where the law
          where you live gives you a right to be told first, that right stands.
        </p>
      </li>
      <li>
        <p>
          <strong>Cookies and usage data.</strong> This site uses cookies and similar technologies to collect
          usage data, and does so only after you have agreed to it: the pages you visit and for how long, your
          country, your IP address (cut short before it is stored), the domain name you came from, your
          browser and your operating system. Cookies verify identity during a session and on return visits, by
          a random number that stands for your browser and never by your name; they personalise your
          experience by remembering what you chose, aid navigation, and show us what to improve on the site.
          Some sections require cookies: those that must remember something from one page to the next, such as
          your cookie choice. You can read everything, look up tickers, subscribe and unsubscribe without
          accepting any. The <LegalLink path="/privacy-policy">Privacy Policy</LegalLink> says what is stored
          and for how long.
        </p>
      </li>
    </ol>
  )
}

// A new tab, so that a half-filled sign-up form is still there afterward.
function LegalLink({ path, children }: { path: string; children: string }) {
  return (
    <a href={path} target="_blank" rel="noopener">
      {children}
    </a>
  )
}
