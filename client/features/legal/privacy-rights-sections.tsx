import type { Site } from '../../lib/api-client.ts'
import { ContactLink } from './legal-page.tsx'
import type { TextSection } from '../../ui/text-page.tsx'

/** The second half of the Privacy Policy: what a reader can ask for, and how. */
export function privacyRightsSections(site: Site): TextSection[] {
  const contact = <ContactLink email={site.contactEmail} />
  return [
    {
      id: 'how-to',
      heading: 'How to use your rights',
      body: (
        <>
          <ul>
            <li>
              <strong>Newsletter:</strong> the unsubscribe link in every letter works at once, without an
              account and without a reason. The link holds your email address and a signed token that does not
              expire. Whoever you forward a letter to gets this link with it: they can read your address in it
              and unsubscribe you, and nothing else.
            </li>
            <li>
              <strong>Usage data:</strong> “Cookie choices” at the foot of every page. “Decline cookies” there
              deletes what was counted for the browser in which you press it.
            </li>
            <li>
              <strong>Everything else:</strong> write to {contact} or to the postal address above, in your own
              words. It costs nothing.
            </li>
          </ul>
          <p>
            We know subscribers by their address alone, so please write from that address, or be ready to
            answer a message sent to it. For a copy of usage data, send us the value of your{' '}
            <code>visitor</code> cookie: nothing else ties those records to you.
          </p>
        </>
      ),
    },
    {
      id: 'rights-europe-uk',
      heading: 'Your rights in the EU, the EEA and the UK',
      body: (
        <>
          <p>You can ask us, and we answer within one month:</p>
          <ul>
            <li>whether we hold data about you, and for a copy of it;</li>
            <li>to correct it, to erase it, or to limit what is done with it;</li>
            <li>to hand you the data you gave us in a common format;</li>
            <li>
              to stop processing that rests on our legitimate interest (your <strong>right to object</strong>
              ).
            </li>
          </ul>
          <p>
            You can withdraw a consent at any time, with effect from then on. And you can complain to a data
            protection authority: in the EU and the EEA the one where you live, work or believe that the law
            was broken; in the United Kingdom the Information Commissioner’s Office (
            <a href="https://ico.org.uk/make-a-complaint/">ico.org.uk</a>). We would be glad to hear from you
            first.
          </p>
        </>
      ),
    },
    {
      id: 'rights-us',
      heading: 'Your rights in the United States',
      body: (
        <>
          <p>
            California and a growing number of other states give their residents rights of this kind. We give
            them to everybody in the United States, whether or not the law of your state asks it of us:
          </p>
          <ul>
            <li>
              to know what we hold about you, where it came from and who received it, and to get a copy;
            </li>
            <li>to have it corrected or deleted;</li>
            <li>
              to opt out of the sale or sharing of personal information, of targeted advertising and of
              profiling. We do none of these, and have not in the past 12 months;
            </li>
            <li>
              to be treated no worse for using a right, and to have somebody you authorise write for you.
            </li>
          </ul>
          <p>
            In the terms of California law, what we collect are identifiers (your email address, the random
            number in a cookie), internet activity (pages visited) and coarse location (the country). We
            collect no sensitive personal information. We answer within 45 days. If we refuse, you can ask us
            to look again at {contact}, and you can turn to your state’s attorney general or, in California,
            to the California Privacy Protection Agency.
          </p>
          <p>
            Do we pass data to others for their own direct marketing (California’s “Shine the Light” law)? No.
          </p>
        </>
      ),
    },
    {
      id: 'age',
      heading: 'Age',
      body: (
        <p>
          The site and the newsletter are for people aged 18 or older. We do not knowingly store data about
          anybody younger. If you believe that we do, write to {contact} and we delete it.
        </p>
      ),
    },
    {
      id: 'security',
      heading: 'How data is protected',
      body: (
        <p>
          As little as possible is stored. Cookies and links are signed, addresses are masked in logs and in
          stored replies of mail servers, and those who must get no mail are kept as keyed hashes only. No
          system is perfectly safe; should something happen that puts you at risk, we tell you and the
          authorities as the law asks.
        </p>
      ),
    },
    {
      id: 'changes',
      heading: 'Changes to this policy',
      body: (
        <p>
          When this text changes, so does the second date on top, which says when it last did. If a change
          needs your consent, we ask for it; until you give it, nothing changes for the data we already have.
        </p>
      ),
    },
    {
      id: 'contact',
      heading: 'Contact',
      body: (
        <p>
          {site.operatorName}, {site.postalAddress}, {contact}.
        </p>
      ),
    },
  ]
}
