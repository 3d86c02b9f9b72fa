import { hasHeading } from '#features/content/site/headings.ts'
import { PublishedText } from '#features/content/site/published-text.tsx'
import { RegistrationIsland } from '#features/early-adopters/site/registration-island.tsx'
import type { PageInput } from '#site/contract.ts'
import { pageAddress } from '#site/routes.ts'

/** The reasons to join, and the sign-up form. */
export function Community(input: PageInput) {
  const { texts, t } = input
  const published = texts['home-community']?.content
  return (
    <section className="panel" id="community">
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
        <p className="fact">
          <a href={pageAddress('register', input)}>{t('site:community.more')}</a>
        </p>
      </div>
      <RegistrationIsland {...input} />
    </section>
  )
}
