import type { Site } from '../../lib/api-client.ts'
import type { TextSection } from '../../ui/text-page.tsx'
import { termsLiabilitySections } from './terms-liability-sections.tsx'

/** The sections of the Terms of Use. */
export function termsSections(site: Site): TextSection[] {
  return [
    {
      id: 'agreement',
      heading: 'What these terms are',
      body: (
        <>
          <p>
            These terms are the agreement between you and {site.operatorName} (“we”), who runs {site.name} at{' '}
            <a href={site.url}>{site.url}</a>. They cover the site and the weekly newsletter. By using either
            you accept them, together with the <a href="/disclaimers">Disclaimer</a>; if you do not, please
            use neither. The <a href="/privacy-policy">Privacy Policy</a> tells what is stored about you; it
            is information, not part of this agreement.
          </p>
        </>
      ),
    },
    {
      id: 'age',
      heading: 'Who may use it',
      body: (
        <p>
          You must be 18 or older. The site is written for readers in the United States, Europe and the United
          Kingdom. You are responsible for whether using it is allowed where you are.
        </p>
      ),
    },
    {
      id: 'service',
      heading: 'What you get',
      body: (
        <>
          <p>
            A weekly newsletter by email, and pages on which you can look up a stock or a crypto-asset by its
            ticker. Both are for information only. We do not promise that either goes on, that a letter comes
            every week, or that a given ticker or figure can be had: data sources fail, change and end. We may
            change, pause or end any part.
          </p>
          <p>
            Where a text was written by a machine or with artificial intelligence, it is labelled so. Sample
            data is labelled as sample data and is never a real price.
          </p>
        </>
      ),
    },
    {
      id: 'subscriptions',
      heading: 'Registered users and subscriptions',
      body: (
        <>
          <p>
            There are no accounts. A registered user is somebody who has given us an email address for the
            newsletter. Give us your own address only. You can leave at any time, with the link in every
            letter.
          </p>
          <p>
            Nothing is charged today, and we hold no payment data. Should we ever offer a paid subscription,
            it will run by the month or by the year (its “term”). You would see its price, its term, whether
            it renews and how to end it before you pay, and would have to agree to it expressly. Nobody
            becomes a paying subscriber by having signed up for the free newsletter.
          </p>
        </>
      ),
    },
    {
      id: 'no-advice',
      heading: 'No advice',
      body: (
        <p>
          Nothing here is investment, legal, tax or accounting advice, and nothing is a solicitation or a
          recommendation to buy or sell anything. We do not know your situation. Past results, backtests
          included, do not guarantee future ones, and figures may be late or wrong. The{' '}
          <a href="/disclaimers">Disclaimer</a> says this in full.
        </p>
      ),
    },
    {
      id: 'fair-use',
      heading: 'What you may not do',
      body: (
        <ul>
          <li>Subscribe or unsubscribe other people’s addresses without their leave.</li>
          <li>
            Get around the limits on requests, or load the site so much that others are hindered, or try to
            break into it. If you have found a weakness, please tell us.
          </li>
          <li>
            Copy market data off the site in bulk, pass it on or build a service on it. The sources give it
            for personal use.
          </li>
          <li>Present our texts or figures as advice, or as coming from somebody else.</li>
          <li>Break the law with what you find here.</li>
        </ul>
      ),
    },
    {
      id: 'data',
      heading: 'Data and who owns it',
      body: (
        <>
          <p>
            Prices, company profiles and statistics belong to the sources named beside them and may be
            delayed. They are shown for your personal use. Public records, such as filings with the US
            Securities and Exchange Commission, are free for everybody; each figure taken from one links to
            it.
          </p>
          <p>
            You may quote the newsletter in short passages if you name {site.name} and link to the site.
            Company names and marks are their owners’ and are used only to say what is meant.
          </p>
        </>
      ),
    },
    {
      id: 'third-party-software',
      heading: 'Third-party software',
      body: (
        <>
          <p>
            Headings are set in Archivo, Copyright 2020 The Archivo Project Authors, under the SIL Open Font
            License, version 1.1.
          </p>
        </>
      ),
    },
    ...termsLiabilitySections(site),
  ]
}
