import { renderToString } from 'react-dom/server'
import { hasHeading } from '#features/content/site/headings.ts'
import { PublishedText } from '#features/content/site/published-text.tsx'
import type { PageInput } from '#site/contract.ts'
import { Rosette } from '#ui/engraving.tsx'
import { hasJoinedLetters } from '#ui/typesetting.ts'
import { pickFormTexts } from './form-texts.ts'
import { Registration, type RegistrationProps } from './registration.tsx'

/** The landing page's community section: why to join, and the form that does it. */
export function Community({ language, path, facts, texts, form, assets, t }: PageInput) {
  const published = texts['home-community']?.content
  const props: RegistrationProps = {
    texts: pickFormTexts(t),
    language,
    name: facts.name,
    bent: !hasJoinedLetters(language),
    address: `/${language}${path}#community`,
    form,
  }
  return (
    <section className="panel" id="community">
      <Rosette />
      <div>
        <p className="label">{t('site:community.label')}</p>
        {!(published && hasHeading(published)) && <h2>{t('site:community.title')}</h2>}
        {published ? (
          <PublishedText html={published} level={2} />
        ) : (
          <>
            <p>{t('site:community.text')}</p>
            <p className="fact">{t('site:community.program')}</p>
          </>
        )}
      </div>
      <div
        id="registration"
        data-island={assets['early-adopters']}
        data-props={JSON.stringify(props)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own markup, with the marks hydration looks for
        dangerouslySetInnerHTML={{ __html: renderToString(<Registration {...props} />) }}
      />
    </section>
  )
}
