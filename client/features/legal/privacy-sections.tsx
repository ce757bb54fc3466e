import type { Site } from '../../lib/api-client.ts'
import { ContactLink, LegalRecords } from './legal-page.tsx'
import type { TextSection } from '../../ui/text-page.tsx'
import { privacyRightsSections } from './privacy-rights-sections.tsx'

/** The Privacy Policy's sections. Every statement is about what the program does, or about the operator's duties: whoever changes
 *  what is stored must change this text too. */
export function privacySections(site: Site): TextSection[] {
  return [
    {
      id: 'controller',
      heading: 'Who is responsible',
      body: (
        <>
          <p>
            {site.name} is run by {site.operatorName}, who decides what is stored here and why, and who
            answers for it (in the words of European and UK law: the controller).
          </p>
          <p>
            Postal address: {site.postalAddress}
            <br />
            Email: <ContactLink email={site.contactEmail} />
          </p>
        </>
      ),
    },
    {
      id: 'what-we-store',
      heading: 'What is stored, why and for how long',
      body: (
        <>
          <p>
            There is no account and no sign-in, nothing is charged, and we hold no payment data. This is
            everything that is stored, with the article of the GDPR and UK GDPR that allows it:
          </p>
          <LegalRecords
            labels={['What it is', 'Why', 'Legal basis', 'How long']}
            records={[
              {
                name: 'Newsletter address',
                facts: [
                  'Your email address, a keyed hash of it (a code that only our key can make from it), the times at which you agreed, confirmed (where we ask for that) and withdrew, and where you agreed: on this site, or in a list that moved here.',
                  'To send you the weekly letter you asked for, and to be able to show that you did.',
                  'Your consent, Art. 6(1)(a)',
                  'The address until you unsubscribe; it is deleted then. An address that was to be confirmed and was not: 7 days. The times and the hash stay as the record of a consent given and withdrawn; if you ask us to erase the address, only the times stay, tied to nobody.',
                ],
              },
              {
                name: 'Delivery record',
                facts: [
                  'One line for each letter: its date, whether a mail server took it, and that server’s reply with email addresses masked. Where a letter comes back to us, or a complaint about it reaches us: of which kind that was, the mail server’s code and the time. In a file on the machine that sends: a keyed hash of your address, and whether a mail server took that letter, so that nobody gets it twice after a backup had to be restored.',
                  'To send each letter once, to notice when mail does not arrive, and to stop writing to an address that it does not reach or that complained.',
                  'Our legitimate interest in orderly delivery, Art. 6(1)(f)',
                  '13 months; that file four weeks.',
                ],
              },
              {
                name: 'Do-not-mail list',
                facts: [
                  'A keyed hash of an address that unsubscribed, was erased, complained or does not exist any more, with the reason and the date. The address itself cannot be read from it.',
                  'So that no mail goes to that address again.',
                  'Our legitimate interest, and yours, in respecting a “no”, Art. 6(1)(f)',
                  'As long as there is a newsletter; otherwise your “no” would be forgotten. It is lifted if you subscribe again.',
                ],
              },
              {
                name: 'Single messages',
                facts: [
                  'The address for a confirmation request, a welcome or a notice that an address was unsubscribed, and the time.',
                  'To send that one message, try again if a mail server is down, and not to repeat it too often.',
                  'Our legitimate interest in preventing misuse of other people’s addresses, Art. 6(1)(f)',
                  'The address until a mail server has taken the message or we stop trying, about a day, or two days for a notice that is put off because one was already sent that day; a keyed hash and the time for 30 days.',
                ],
              },
              {
                name: 'Usage data, only if you agree',
                facts: [
                  'The pages you visit and for how long, country, IP address cut short (the last part is removed before it is stored), the domain you came from, browser, operating system, and a random number that stands for your browser.',
                  'To see which pages are read and what to improve.',
                  'Your consent, Art. 6(1)(a)',
                  '13 months',
                ],
              },
              {
                name: 'Counts of look-ups',
                facts: [
                  'How often each ticker was looked up here on a day, by all visitors together. Nothing about who looked: so that nobody is counted twice within a day, a hash of the IP address and the ticker stays in working memory, made with a random key that is never written down.',
                  'To show what is looked up most.',
                  'The counts are no personal data; for the hash, our legitimate interest in true counts, Art. 6(1)(f)',
                  'The counts 30 days, the hash two days at most.',
                ],
              },
              {
                name: 'Server log',
                facts: [
                  'Time, path of the page without what follows a question mark, result and duration. No IP address, no email address.',
                  'To find faults and attacks.',
                  'Our legitimate interest in a working and secure site, Art. 6(1)(f)',
                  'As long as faults are looked into; log files are overwritten in turn.',
                ],
              },
              {
                name: 'Request limits',
                facts: [
                  'Your IP address, counted in working memory. Where you sign up or off, it, its network and the email address are counted in our database too, and so is the IP address where you look up something that we must ask a source for: each under a keyed hash; none is written down.',
                  'So that nobody can overload the site, or sign other people up or off in bulk.',
                  'Our legitimate interest in security, Art. 6(1)(f)',
                  'In working memory until newer addresses take its place or the server starts again. In the database until the limit’s time is over: two hours at the most, a day for what a source is asked, for the mails that one mailbox gets and for how often a network signs up or unsubscribes, and 30 days for how many of its addresses signed up. What is over is deleted daily.',
                ],
              },
              {
                name: 'Your messages to us',
                facts: [
                  'What you write to our contact address.',
                  'To answer you.',
                  'Our legitimate interest in answering, or a legal duty where you use a right, Art. 6(1)(f) or (c)',
                  'Until the matter is settled and no law asks us to keep it.',
                ],
              },
            ]}
          />
          <p>
            You need not give us any of this. Without an email address we cannot send you the newsletter;
            everything else on the site works without your data. A ticker you look up is part of a page’s
            address: it is kept as a visited page if you agreed to usage data, and otherwise is not tied to
            you.
          </p>
        </>
      ),
    },
    {
      id: 'cookies',
      heading: 'Cookies',
      body: (
        <>
          <p>
            All cookies are our own; none comes from another company. Until you have agreed, no cookie is set
            but the one that remembers your answer once you give it. Over https their names begin with
            “__Host-”: no other site can set them.
          </p>
          <LegalRecords
            labels={['What it does', 'When it is set', 'How long it lasts']}
            records={[
              {
                name: 'cookie_choice',
                facts: [
                  'Remembers whether you agreed, so that you are not asked on every page. Strictly necessary.',
                  'When you answer the question about cookies',
                  '13 months from your answer; a day if our server could not be told that you declined',
                ],
              },
              {
                name: 'visitor',
                facts: [
                  'A signed random number that recognises your browser during a session and on later visits. Scripts cannot read it.',
                  'Only after you agreed',
                  '13 months from your answer; deleted when you change your mind',
                ],
              },
            ]}
          />
          <p>
            “Cookie choices” at the foot of every page lets you change your answer at any time, which is as
            easy as giving it. Your browser can delete cookies as well. What was lawful before you changed
            your mind stays lawful.
          </p>
          <p>
            If you agreed, the last eight tickers you looked up are kept in your browser’s own storage, so
            that the ticker page can list them; they are not sent to us, “Clear” beside them deletes them, and
            so does declining. If you turn the search key off, your browser remembers that, as you asked. So
            it does with a watchlist, if you make one: to show its prices the page asks us for those tickers,
            and we write down neither the list nor who asked. These stay until you delete them.
          </p>
        </>
      ),
    },
    {
      id: 'signals',
      heading: 'Do Not Track and Global Privacy Control',
      body: (
        <p>
          If your browser sends Global Privacy Control or Do Not Track, we take it for a “no”: no usage data
          is stored and no recent tickers are kept, whatever was chosen before. You need not do anything else.
        </p>
      ),
    },
    {
      id: 'not-done',
      heading: 'What we do not do',
      body: (
        <ul>
          <li>We do not sell personal data, and do not share it for advertising. There is no advertising.</li>
          <li>
            There are no trackers, fonts, scripts or images from other companies on our pages: everything your
            browser loads comes from this site.
          </li>
          <li>
            Our mail holds no tracking pixel and no links that pass through a counter. We do not know whether
            you opened a letter.
          </li>
          <li>
            We make no profile of you and no automated decision about you, and give no data about you to an AI
            model.
          </li>
        </ul>
      ),
    },
    {
      id: 'recipients',
      heading: 'Who else sees data',
      body: (
        <>
          <ul>
            <li>
              <strong>Hosting and mail providers.</strong> The operator has the site, its database and its
              outgoing mail run by providers. They process data on the operator’s instructions only: the
              hosting provider what is listed above and the network connection itself, the mail provider your
              address and the letter. Write to us and we tell you who they are.
            </li>
            <li>
              <strong>Data sources never see you.</strong> Prices, filings and statistics are fetched by our
              server. Your browser is not sent there, and nothing about you is passed on.
            </li>
            <li>
              <strong>Public authorities,</strong> where the law obliges us.
            </li>
          </ul>
          <p>
            Our pages and letters link to other sites, such as public records. When you follow a link, that
            site’s own rules count. Your browser does not tell it which of our pages you came from.
          </p>
        </>
      ),
    },
    {
      id: 'transfers',
      heading: 'Other countries',
      body: (
        <p>
          The site is meant for readers in the United States, Europe and the United Kingdom, so data can be
          processed in a country other than yours. Where data of people in the European Economic Area or the
          United Kingdom goes to a country whose law protects it less, this is done only on a ground that the
          GDPR or the UK GDPR allows: an adequacy decision, or the standard contractual clauses (for the
          United Kingdom, its own agreement or addendum). Write to us for the countries and for a copy.
        </p>
      ),
    },
    {
      id: 'public-records',
      heading: 'People named in public records',
      body: (
        <p>
          The newsletter reports on trades that the law makes public, such as those of company insiders in
          filings with the US Securities and Exchange Commission. Names, offices and trades are taken from
          those records, and each entry links to its record, because the public has a legitimate interest in
          it (Art. 6(1)(f)). If a record about you is wrong or should not be shown, write to us; we check it
          against the record and correct our part.
        </p>
      ),
    },
    ...privacyRightsSections(site),
  ]
}
