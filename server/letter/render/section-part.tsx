import type { ReactNode } from 'react'

import type { LetterSection, Sentence } from '../../../shared/edition-contract.ts'
import { describeLabel } from '../../../shared/edition-label.ts'
import { textOf } from '../../../shared/link-words.ts'
import type { EditionInput } from '../edition-input.ts'
import { forYouTitle, moreOnThePage } from './fixed-text.ts'
import { chartPicture, sectionPage } from './letter-links.ts'
import { Block, Panel, Quiet, Sentences, Space, TapTarget, Title, Words } from './letter-parts.tsx'
import { light } from './theme.ts'

/** Renders one of the five sections. */
export function SectionPart({ input, section }: { input: EditionInput; section: LetterSection }) {
  const { name, title, state, label, model, big, smaller, forYou, coverage } = section
  const { chart } = input.content.sections.find((one) => one.name === name) ?? {}
  const base = input.site.url
  return (
    <TitledBlock title={title}>
      {label !== 'automated summary' && (
        <Quiet>
          <p>{describeLabel({ label, model })}</p>
        </Quiet>
      )}
      <Big sentences={big} base={base} />
      {smaller.length > 0 && (
        <ul style={{ margin: '0 0 12px', padding: '0 0 0 20px' }}>
          {smaller.map((sentences) => (
            <li key={sentences.map(textOf).join('')} style={{ margin: '0 0 8px' }}>
              <Sentences sentences={sentences} base={base} />
            </li>
          ))}
        </ul>
      )}
      {chart && (
        <Picture
          src={chartPicture(input, { section: name, chart, scheme: 'light' })}
          darkSrc={chartPicture(input, { section: name, chart, scheme: 'dark' })}
          alt={textOf(chart.alt)}
        />
      )}
      {forYou.length > 0 && (
        <>
          <Panel>
            <p style={{ margin: 0 }}>
              <strong>{forYouTitle}</strong> <Sentences sentences={forYou} base={base} />
            </p>
          </Panel>
          <Space height={12} />
        </>
      )}
      <Quiet>
        <p>
          <Sentences sentences={coverage} base={base} />
        </p>
      </Quiet>
      {state === 'ready' && (
        <TapTarget href={sectionPage(input, name)} label={`${moreOnThePage}: ${title}`}>
          {moreOnThePage}
        </TapTarget>
      )}
    </TitledBlock>
  )
}

/** A block below a rule and a title of its own. */
export function TitledBlock({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Block padding="20px 24px 8px">
      <div className="rule" style={{ borderTop: `2px solid ${light.text}`, fontSize: 0, lineHeight: '16px' }}>
        &nbsp;
      </div>
      <Title level="h2" size="section">
        {title}
      </Title>
      {children}
    </Block>
  )
}

/** The first sentence stands out, since it alone should sum up the section. */
function Big({ sentences: [first, ...others], base }: { sentences: readonly Sentence[]; base: string }) {
  return (
    <p>
      {first && (
        <strong>
          <Words sentence={first} base={base} />
        </strong>
      )}{' '}
      <Sentences sentences={others} base={base} />
    </p>
  )
}

/** If pictures are off, its words take its place in a readable size. */
function Picture({ src, darkSrc, alt }: { src: string; darkSrc: string; alt: string }) {
  return (
    <p style={{ margin: '16px 0 20px' }}>
      {/* Programs that do not support the picture element show the light one. */}
      <picture>
        <source srcSet={darkSrc} media="(prefers-color-scheme: dark)" />
        <img
          className="panel text line"
          src={src}
          alt={alt}
          width="552"
          height="276"
          style={{
            display: 'block',
            width: '100%',
            maxWidth: '552px',
            height: 'auto',
            backgroundColor: light.panel,
            color: light.text,
            fontSize: '16px',
            lineHeight: '24px',
            border: `1px solid ${light.line}`,
            boxSizing: 'border-box',
          }}
        />
      </picture>
    </p>
  )
}
