import { listPlainLines, takeHeadline } from '#features/content/site/headings.ts'
import { ProseBlock } from '#features/content/site/published-text.tsx'
import type { PageInput } from '#site/contract.ts'
import { chooseHeadlineSize } from '#site/headline.ts'
import { Rosette } from '#ui/engraving.tsx'

/** The top of the landing page: the headline and the lead. */
export function Hero({ texts, t }: PageInput) {
  const published = texts['home-hero']?.content
  const { headline, body } = published ? takeHeadline(published) : {}
  const lines = [t('site:hero.title.1'), t('site:hero.title.2')]
  return (
    <section className="hero" id="top">
      <Rosette>
        <use href="#seal" transform="scale(1.55)" />
      </Rosette>
      {headline ? (
        <h1
          className={chooseHeadlineSize(listPlainLines(headline))}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server
          dangerouslySetInnerHTML={{ __html: headline }}
        />
      ) : (
        <h1 className={chooseHeadlineSize(lines)}>
          {lines.map((line) => (
            <span key={line}>{line} </span>
          ))}
        </h1>
      )}
      {body === undefined ? <p className="lead offer">{t('site:hero.lead')}</p> : <ProseBlock html={body} />}
      <p className="actions">
        <a className="button" href="#community">
          {t('site:hero.join')}
        </a>
        <span>{t('site:hero.state')}</span>
        <a href="#cases">{t('site:hero.cases')}</a>
      </p>
    </section>
  )
}
