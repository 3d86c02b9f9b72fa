import { legalDates, type PageInput } from '#site/contract.ts'
import { chooseHeadlineSize } from '#site/headline.ts'
import { Braid, Microprint, Rosette } from '#ui/engraving.tsx'
import { formatDate, formatNumeral } from '#ui/typesetting.ts'
import { BlockView, Terms } from './block.tsx'
import { Sentence } from './sentence.tsx'
import { type Statute, sectionId } from './statute.ts'

interface StatuteProps {
  input: PageInput
  statute: Statute
}

function Opening({ input, statute }: StatuteProps) {
  const { language, t } = input
  const title = t(`legal:${statute.page}.hero.title`)
  const date = (name: keyof typeof legalDates) => (
    <div>
      <dt>{t(`legal:page.${name}`)}</dt>
      <dd>
        <time dateTime={legalDates[name].toISOString().slice(0, 10)}>
          {formatDate(legalDates[name], language)}
        </time>
      </dd>
    </div>
  )
  return (
    <div className="opening">
      <Rosette />
      <p className="label">{t('legal:page.label')}</p>
      <h1 className={chooseHeadlineSize([title])}>{title}</h1>
      <p className="lead">{t(`legal:${statute.page}.hero.subtitle`)}</p>
      <dl className="dates">
        {date('effective')}
        {date('updated')}
      </dl>
    </div>
  )
}

function ContentsList({ input, statute }: StatuteProps) {
  const { language, t } = input
  return (
    <ol>
      {statute.sections.map(({ key }, index) => (
        <li key={key}>
          <a href={`#${sectionId(index)}`}>
            <span>{formatNumeral(index + 1, language)}</span> {t(`legal:${statute.page}.${key}.title`)}
          </a>
        </li>
      ))}
    </ol>
  )
}

function Preamble({ input, statute }: StatuteProps) {
  const { facts, t } = input
  const { name, address, register } = facts.company
  const { page, mailbox, summary } = statute
  const say = (key: string) => <Sentence input={input} of={`${page}.${key}`} mailbox={mailbox} />
  return (
    <>
      <p>
        {say(name ? 'parties' : 'parties_unnamed')}
        {name && address && (
          <>
            {' '}
            <Sentence input={input} of="page.address" mailbox={mailbox} />
          </>
        )}
        {name && register && (
          <>
            {' '}
            <Sentence input={input} of="page.register" mailbox={mailbox} />
          </>
        )}
      </p>
      <section className="summary">
        <h2>{t('legal:page.summary')}</h2>
        <p>{say('summary.text')}</p>
        <Terms keys={summary} say={say} />
      </section>
    </>
  )
}

/** A legal page: the opening, the table of contents, a summary, and numbered sections. */
export function LegalPage({ input, statute }: StatuteProps) {
  const { language, t } = input
  const { page, sections, closing } = statute
  return (
    <>
      <Opening input={input} statute={statute} />
      <Braid />
      <Microprint />
      <div className="statute">
        {/* Two tables of contents, one of which is shown: above the text on narrow screens, beside it on wide ones. */}
        <details className="folded">
          <summary>{t('legal:page.contents')}</summary>
          <ContentsList input={input} statute={statute} />
        </details>
        <nav className="contents" aria-label={t('legal:page.contents')}>
          <p className="label">{t('legal:page.contents')}</p>
          <ContentsList input={input} statute={statute} />
        </nav>
        <article>
          <Preamble input={input} statute={statute} />
          {sections.map(({ key, blocks }, index) => (
            <section id={sectionId(index)} key={key}>
              <h2>
                <span>{formatNumeral(index + 1, language)}</span> {t(`legal:${page}.${key}.title`)}
              </h2>
              {blocks.map((block, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places
                <BlockView input={input} statute={statute} block={block} key={place} />
              ))}
            </section>
          ))}
          {closing && (
            <section className="closing">
              <h2>{t(`legal:${page}.${closing}.title`)}</h2>
              <p>{t(`legal:${page}.${closing}.text`)}</p>
            </section>
          )}
        </article>
      </div>
    </>
  )
}
