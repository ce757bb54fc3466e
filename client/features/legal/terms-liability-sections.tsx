import type { Site } from '../../lib/api-client.ts'
import { ContactLink } from './legal-page.tsx'
import type { TextSection } from '../../ui/text-page.tsx'

/** The second half of the Terms of Use: our liability, and the rights that no terms can take away. */
export function termsLiabilitySections(site: Site): TextSection[] {
  return [
    {
      id: 'no-warranty',
      heading: 'No warranty',
      body: (
        <p>
          The site and the newsletter are given as they are and as available. As far as the law allows, we
          give no warranty of any kind, express or implied: not that they are correct, complete, current, free
          of faults or always there, and not that they are fit for a particular purpose.
        </p>
      ),
    },
    {
      id: 'liability',
      heading: 'Limits of liability',
      body: (
        <>
          <p>
            As far as the law allows, all that we can owe you in connection with the site and the newsletter
            is limited to the amount you paid us for the current term of your subscription, and to 12 months
            of it at most. Since nothing is charged today, there is no such amount today. We do not owe you
            lost profit, losses on investments, or indirect damage.
          </p>
          <p>
            This limits nothing that the law does not let us limit: above all not our liability for intent,
            for fraud, for gross negligence where the law says so, for death or injury to a person caused by
            our negligence, and for what consumer law gives you in the section on your rights below.
          </p>
        </>
      ),
    },
    {
      id: 'claims',
      heading: 'Time to make a claim',
      body: (
        <p>
          A claim in connection with the site or the newsletter must be filed within one year after the reason
          for it arose; after that it is barred. Where the law of the place where you live gives consumers a
          longer time that cannot be shortened, that longer time counts.
        </p>
      ),
    },
    {
      id: 'your-rights',
      heading: 'Rights that these terms cannot take from you',
      body: (
        <>
          <h3>United States</h3>
          <p>
            Some states do not allow implied warranties to be excluded, damages to be limited or the time for
            claims to be shortened as above. There, those parts do not apply to you, or only as far as your
            state allows. Nothing here keeps you from turning to a regulator or a small claims court, or from
            publishing an honest opinion of us.
          </p>
          <h3>European Union and EEA</h3>
          <p>
            If you are a consumer, you keep every protection of the mandatory law of the country where you
            live, including that on unfair terms, on digital content and services, and on the courts where you
            may sue and be sued. The limits above do not apply to damage done by intent or gross negligence,
            to damage to life, body or health, or to liability under product liability law. Should there be a
            paid subscription one day, the right to withdraw within 14 days is yours.
          </p>
          <h3>United Kingdom</h3>
          <p>
            If you are a consumer, your statutory rights, among them those under the Consumer Rights Act 2015,
            stay as they are. You may bring a claim in the courts of the part of the United Kingdom where you
            live.
          </p>
        </>
      ),
    },
    {
      id: 'links',
      heading: 'Links to other sites',
      body: (
        <p>
          We link to records and sources so that you can check our figures. We do not run those sites and do
          not answer for what is on them.
        </p>
      ),
    },
    {
      id: 'ending',
      heading: 'Ending',
      body: (
        <p>
          You can stop using the site and leave the newsletter at any time. We may refuse requests or mail to
          anybody who breaks these terms or endangers the site. What is said here about data, liability,
          claims and law stays in force afterwards.
        </p>
      ),
    },
    {
      id: 'changes',
      heading: 'Changes to these terms',
      body: (
        <p>
          We may change these terms without prior notice. The date on top says when they were last changed,
          and the text on this page is the one in force from then on. A change does not reach back, and where
          the law gives you the right to be told first or to refuse, it holds only once that was done. If you
          do not agree with a change, stop using the site and leave the newsletter.
        </p>
      ),
    },
    {
      id: 'law',
      heading: 'Law and courts',
      body: (
        <p>
          The law of the place where {site.operatorName} is established (see the postal address below) governs
          these terms, and its courts decide. If you are a consumer, this takes from you neither the mandatory
          protection of the law where you live nor your right to go to a court there.
        </p>
      ),
    },
    {
      id: 'rest',
      heading: 'The rest',
      body: (
        <p>
          If a part of these terms does not hold, the others do, and the law takes the place of that part. If
          we do not insist on a right once, we still have it. These terms and the Disclaimer are the whole
          agreement between us on the site and the newsletter.
        </p>
      ),
    },
    {
      id: 'contact',
      heading: 'Contact',
      body: (
        <p>
          {site.operatorName}
          <br />
          {site.postalAddress}
          <br />
          <ContactLink email={site.contactEmail} />
        </p>
      ),
    },
  ]
}
