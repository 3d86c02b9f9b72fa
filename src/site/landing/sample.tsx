import { SampleCertificate } from '#features/signatures/site/sample/sample-certificate.tsx'
import type { PageInput } from '#site/contract.ts'
import { Section } from './section.tsx'

/** A sample certificate to check and to change. */
export function Sample(input: PageInput) {
  const { t } = input
  return (
    <Section id="sample" label={t('sample:section.label')} note={t('sample:section.note')}>
      <h2>{t('sample:section.title')}</h2>
      <SampleCertificate {...input} />
    </Section>
  )
}
