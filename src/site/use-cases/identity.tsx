import type { PageInput } from '#site/contract.ts'
import { Section } from '#site/landing/section.tsx'
import { IdentityPicture } from './identity-picture.tsx'
import { UseCasePage } from './use-case-page.tsx'

const key = 'use-cases:identity.cases'

/** The benefits for holders of credentials, and for developers who integrate them. */
function Sides({ t }: PageInput) {
  return (
    <Section id="sides" label={t(`${key}.label`)} note={t(`${key}.note`)}>
      <h2>{t(`${key}.title`)}</h2>
      <div className="sides">
        {(['users', 'developers'] as const).map((side) => (
          <article key={side}>
            <h3>{t(`${key}.${side}.title`)}</h3>
            <p className="serif">{t(`${key}.${side}.text`)}</p>
            <ul>
              {[1, 2, 3].map((number) => (
                <li key={number}>{t(`${key}.${side}.items.${number}`)}</li>
              ))}
            </ul>
            {side === 'developers' && (
              <p>
                <a href="/api" target="_blank" rel="noopener">
                  {t(`${key}.developers.link`)}
                  <span className="unseen"> {t('site:resources.new_tab')}</span>
                </a>
              </p>
            )}
          </article>
        ))}
      </div>
    </Section>
  )
}

/** Decentralised identity. */
export function Identity(input: PageInput) {
  return (
    <UseCasePage input={input} name="identity" picture={<IdentityPicture {...input} />}>
      <Sides {...input} />
    </UseCasePage>
  )
}
