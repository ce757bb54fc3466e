import { useEffect, useState } from 'react'

import { classNames, looks } from '../../../ui/primitives.tsx'
import styles from './section-links.module.css'

/** A part of the screen, by the id of its element. */
export interface SectionLink {
  id: string
  name: string
  /** True if the part did not come with the page, so that it is missing without scripts. */
  needsScript?: boolean
}

/** Links to the parts of the screen, which stay in reach while it scrolls. The part being read is marked. */
export function SectionLinks({ sections }: { sections: readonly SectionLink[] }) {
  const current = useCurrentSection(sections.map(({ id }) => id).join(' '))
  return (
    <nav className={styles.bar} aria-label="On this page">
      <ul className={styles.links}>
        {sections.map(({ id, name, needsScript }) => (
          <li className={classNames(needsScript && looks.withScripts)} key={id}>
            <a className={styles.link} href={`#${id}`} aria-current={id === current ? 'true' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The part being read is the one that crosses the middle of the screen.
 *  @param ids  separated by spaces
 *  @returns undefined before scripts, and above the first part */
function useCurrentSection(ids: string): string | undefined {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          setCurrent((before) => (isIntersecting ? target.id : before === target.id ? undefined : before))
        }
      },
      { rootMargin: '-45% 0px -54% 0px' },
    )
    for (const id of ids.split(' ')) {
      const element = document.getElementById(id)
      if (element) observer.observe(element)
    }
    return () => observer.disconnect()
  }, [ids])
  return current
}
