import { SampleBadge } from '#features/badges/site/sample/sample-badge.tsx'
import type { PageInput } from '#site/contract.ts'
import { Section } from './section.tsx'

/** A sample badge to check and to change. */
export function Sample(input: PageInput) {
  const { t } = input
  return (
    <Section id="sample" label={t('sample:section.label')} note={t('sample:section.note')}>
      <h2>{t('sample:section.title')}</h2>
      <SampleBadge {...input} />
    </Section>
  )
}
