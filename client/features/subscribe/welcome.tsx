import { searchPath } from '../../../shared/asset-address.ts'
import { ARCHIVE_PATH } from '../../../shared/edition-address.ts'
import { useSite } from '../../lib/island.tsx'
import styles from './sign-up-card.module.css'

/** The welcome for a new reader, in the dialog and on the page of a plain form.
 *  @param nextLetter  when the next letter goes out, in words */
export function Welcome({ nextLetter }: { nextLetter: string }) {
  const { confirmsSubscriptions, senderEmail } = useSite()
  const [name, domain] = senderEmail.split(/(?<=@)/)
  return (
    <div className={styles.welcome}>
      {/* Who signs up again may get no new mail, or need none, and the words are the same for everybody. */}
      {confirmsSubscriptions && (
        <>
          <p className={styles.confirm}>
            One step left, unless this address is confirmed already: open our mail and follow its link.
            Without that nothing will come.
          </p>
          <p>If you see no new mail, look for an earlier one, also in spam.</p>
        </>
      )}
      <p>Thank you for signing up. The next newsletter goes out on</p>
      <p className={styles.date}>{nextLetter}</p>
      {/* Which sign-ups must be confirmed all the same is never said, since that would reveal something about an address. */}
      {!confirmsSubscriptions && (
        <p>
          If a mail from us asks you to confirm your address, follow its link: without that nothing will come.
        </p>
      )}
      <p>
        So that the letter does not land in spam, please whitelist{' '}
        <strong>
          {name}
          <wbr />
          {domain}
        </strong>
        : add it to your contacts.
      </p>
      <p className={styles.ways}>
        Until then: <a href={ARCHIVE_PATH}>read the last letters</a>, or{' '}
        <a href={searchPath('stock')}>look up a stock</a>.
      </p>
    </div>
  )
}
