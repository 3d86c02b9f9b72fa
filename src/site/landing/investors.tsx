import type { LeadKind } from '#shared/lead-requests.ts'
import type { PageInput } from '#site/contract.ts'
import { pageAddress } from '#site/routes.ts'
import { Braid, Rosette, Seal } from '#ui/engraving.tsx'
import { Section } from './section.tsx'

/** The investor card and the supporter-program card. */
export function Investors(input: PageInput) {
  const { t } = input
  const formFor = (kind: LeadKind) => ({
    href: `${pageAddress('landing', input)}?kind=${kind}#registration`,
    'data-kind': kind,
  })
  return (
    <Section id="investors" label={t('site:investors.label')} note={t('site:investors.note')}>
      <h2>{t('site:investors.title')}</h2>
      <div className="bonds">
        <article className="bond">
          <Braid />
          <Rosette isCopy />
          <h3>{t('site:investors.investor.title')}</h3>
          <p>{t('site:investors.investor.text')}</p>
          <a className="button" {...formFor('investor')}>
            {t('site:investors.investor.button')}
          </a>
        </article>
        <article className="bond dark">
          <Rosette isCopy />
          <h3>{t('site:investors.supporter.title')}</h3>
          <p>{t('site:investors.supporter.text')}</p>
          <a className="button" {...formFor('supporter')}>
            {t('site:investors.supporter.button')}
          </a>
          <Seal />
        </article>
      </div>
    </Section>
  )
}
