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
          <ul className={styles.list}>
            {LETTER_PAGES.map(({ path, label }) => (
              <li key={path}>
                <a className={styles.link} href={path}>
                  {label}
                </a>
              </li>
            ))}
            <li>
              <a className={styles.link} href={FEED_PATH}>
                RSS
              </a>
            </li>
          </ul>
          <ul className={styles.list}>
            {LEGAL_PAGES.map(({ path, label }) => (
              <li key={path}>
                <a className={styles.link} href={path} target="_blank" rel="noopener">
                  {label}
                </a>
              </li>
            ))}
          </ul>
          <ul className={styles.list}>
            {site && (
              <li>
                <a className={styles.link} href={`mailto:${site.contactEmail}`}>
                  Contact
                </a>
              </li>
            )}
            <li>
              <a className={styles.link} href="/api/docs">
                API docs
              </a>
            </li>
            <li className={looks.withScripts}>
              <button className={styles.link} type="button" aria-controls="cookie-choices">
                Cookie choices
              </button>
            </li>
          </ul>
          {site && site.socialLinks.length > 0 && (
            <ul className={styles.list}>
              {site.socialLinks.map((address) => (
                <li key={address}>
                  <a className={styles.link} href={address} target="_blank" rel="noopener me">
                    {socialLabel(address)}
                  </a>
                </li>
              ))}
            </ul>
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
