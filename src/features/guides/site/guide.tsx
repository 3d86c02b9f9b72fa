import type { ReactNode } from 'react'
import { type GuideName, guideNames } from '#features/guides/contract.ts'
import type { PageInput } from '#site/contract.ts'
import { pageAddress } from '#site/routes.ts'
import { formatNumeral } from '#ui/typesetting.ts'
import { Words } from './words.tsx'

/** A section of a guide; its title is `guides:<guide>.<key>.title`, and its anchor is the key. */
export interface GuideSection {
  key: string
  body: ReactNode
}

interface GuideProps {
  input: PageInput<GuideName>
  sections: readonly GuideSection[]
}

function Opening({ input }: { input: PageInput<GuideName> }) {
  const { page, t } = input
  return (
    <div className="opening">
      <p>
        <a href={pageAddress('docs', input)}>{t('site:footer.docs')}</a>
      </p>
      <h1>{t(`guides:${page}.title`)}</h1>
      <p className="lead">{t(`guides:${page}.lead`)}</p>
    </div>
  )
}

function Contents({ input, sections }: GuideProps) {
  const { page, language, t } = input
  return (
    <nav className="contents" aria-labelledby="contents">
      <p id="contents">{t('guides:contents')}</p>
      <ol>
        {sections.map(({ key }, index) => (
          <li key={key}>
            <a href={`#${key}`}>
              <span>{formatNumeral(index + 1, language)}</span> {t(`guides:${page}.${key}.title`)}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The links to the guides before and after this one. */
function Neighbours({ input }: { input: PageInput<GuideName> }) {
  const { page, t } = input
  const place = guideNames.indexOf(page)
  const neighbours = [
    { rel: 'prev', name: guideNames[place - 1] },
    { rel: 'next', name: guideNames[place + 1] },
  ].flatMap(({ rel, name }) => (name ? [{ rel, name }] : []))
  if (neighbours.length === 0) return null
  return (
    <nav className="neighbours" aria-label={t('guides:others')}>
      {neighbours.map(({ rel, name }) => (
        <a href={pageAddress(name, input)} rel={rel} key={rel}>
          <small>{t(`guides:${rel}`)}</small>
          <b>{t(`guides:${name}.title`)}</b>
        </a>
      ))}
    </nav>
  )
}

interface TextsProps {
  input: PageInput<GuideName>
  /** Below those of the guide. */
  keys: string[]
}

/** Texts of a guide as a list. */
export function Points({ input: { page, t }, keys }: TextsProps) {
  return (
    <ul>
      {keys.map((key) => (
        <li key={key}>
          <Words>{t(`guides:${page}.${key}`)}</Words>
        </li>
      ))}
    </ul>
  )
}

/** Texts of a guide as paragraphs. */
export function Paragraphs({ input: { page, t }, keys }: TextsProps) {
  return keys.map((key) => (
    <p key={key}>
      <Words>{t(`guides:${page}.${key}`)}</Words>
    </p>
  ))
}

/** A guide: its opening, its contents, its sections, and the way to the other guides. */
export function Guide({ input, sections }: GuideProps) {
  const { page, t } = input
  return (
    <>
      <Opening input={input} />
      <div className="guide">
        <Contents input={input} sections={sections} />
        <article>
          {sections.map(({ key, body }) => (
            <section className="prose" id={key} key={key}>
              <h2>{t(`guides:${page}.${key}.title`)}</h2>
              {body}
            </section>
          ))}
          <Neighbours input={input} />
        </article>
      </div>
    </>
  )
}
