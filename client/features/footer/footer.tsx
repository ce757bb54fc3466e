import {
  ARCHIVE_PATH,
  CORRECTIONS_PATH,
  FEED_PATH,
  HOW_WE_KNOW_PATH,
} from '../../../shared/edition-address.ts'
import type { Site } from '../../lib/api-client.ts'
import { looks } from '../../ui/primitives.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import styles from './footer.module.css'

const LETTER_PAGES = [
  { path: ARCHIVE_PATH, label: 'Archive' },
  { path: HOW_WE_KNOW_PATH, label: 'How we know' },
  { path: CORRECTIONS_PATH, label: 'Corrections' },
  { path: FEED_PATH, label: 'RSS' },
]

const LEGAL_PAGES = [
  { path: '/privacy-policy', label: 'Privacy Policy' },
  { path: '/terms-of-service', label: 'Terms of Use' },
  { path: '/disclaimers', label: 'Disclaimer' },
]

/** The footer of every screen. Without the site's settings, on an error page, it keeps the links that need no settings. */
export function Footer({ site }: { site: Site | undefined }) {
  return (
    <footer className={styles.footer}>
      <div className={styles.frame}>
        <div className={styles.imprint}>
          {site && (
            <>
              <p className={styles.name}>
                <Wordmark name={site.name} />
              </p>
              <p>Money news for people who work for it.</p>
            </>
          )}
        </div>
        <nav className={styles.columns} aria-label="Footer">
          <Links to={LETTER_PAGES} />
          <Links to={LEGAL_PAGES} rel="noopener" />
          <ul>
            {site && <FooterLink path={`mailto:${site.contactEmail}`} label="Contact" />}
            <FooterLink path="/api/docs" label="API docs" />
            <li className={looks.withScripts}>
              <button className={styles.link} type="button" aria-controls="cookie-choices">
                Cookie choices
              </button>
            </li>
          </ul>
          {site && site.socialLinks.length > 0 && (
            <Links
              to={site.socialLinks.map((path) => ({ path, label: socialLabel(path) }))}
              rel="noopener me"
            />
          )}
        </nav>
        {site && (
          <p className={styles.copyright}>
            © {site.year} {site.name}
          </p>
        )}
      </div>
    </footer>
  )
}

/** @param rel  set if the links open another tab */
function Links({ to, rel }: { to: readonly { path: string; label: string }[]; rel?: string }) {
  return (
    <ul>
      {to.map(({ path, label }) => (
        <FooterLink key={path} path={path} label={label} rel={rel} />
      ))}
    </ul>
  )
}

function FooterLink({ path, label, rel }: { path: string; label: string; rel?: string | undefined }) {
  return (
    <li>
      <a className={styles.link} href={path} target={rel && '_blank'} rel={rel}>
        {label}
      </a>
    </li>
  )
}

const NAMES: Readonly<Record<string, string>> = {
  'bsky.app': 'Bluesky',
  'facebook.com': 'Facebook',
  'github.com': 'GitHub',
  'instagram.com': 'Instagram',
  'linkedin.com': 'LinkedIn',
  'mastodon.social': 'Mastodon',
  'reddit.com': 'Reddit',
  'threads.net': 'Threads',
  'tiktok.com': 'TikTok',
  'twitter.com': 'X',
  'x.com': 'X',
  'youtube.com': 'YouTube',
}

/** The name of a social profile: the network's, or the host in the address if the network is not known.
 *  @param address  a web address, as checked by the settings */
export function socialLabel(address: string): string {
  const host = new URL(address).hostname.replace(/^(?:www|m)\./, '')
  return NAMES[host] ?? host
}
