import { segments } from '#shared/segments.ts'
import type { PageInput } from '#site/contract.ts'
import { Section } from '#site/landing/section.tsx'

/**
 * The benefits of each segment. The segment is chosen by links that the server answers; from then on the lists follow the
 * form's own choice (register.css), so that the two always agree.
 */
export function Benefits({ form, t }: PageInput) {
  const chosen = segments.find((segment) => segment === form.values.segment) ?? segments[0]
  return (
    <Section id="benefits" label={t('register:benefits.label')} note={t('register:benefits.note')}>
      <h2>{t('register:benefits.title')}</h2>
      <nav aria-label={t('register:benefits.choose')}>
        <ul className="tabs">
          {segments.map((segment) => (
            <li key={segment}>
              <a
                href={`?segment=${segment}#benefits`}
                data-segment={segment}
                aria-current={segment === chosen ? 'true' : undefined}
              >
                {t(`site:form.segment.${segment}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="gains">
        {segments.map((segment) => (
          <div className={segment === chosen ? 'chosen' : undefined} data-gains={segment} key={segment}>
            <div>
              <h3 tabIndex={-1}>{t(`register:benefits.${segment}.title`)}</h3>
              <p>{t(`register:benefits.${segment}.text`)}</p>
              <a className="button" href="#registration">
                {t(`register:benefits.${segment}.join`)}
              </a>
            </div>
            <ul>
              {[1, 2, 3, 4].map((number) => (
                <li key={number}>{t(`register:benefits.${segment}.items.${number}`)}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Section>
  )
}
