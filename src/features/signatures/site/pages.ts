import community from '#features/early-adopters/site/parts/community.css?inline'
import { CertificatePage } from '#features/signatures/site/verify/page/certificate-page.tsx'
import check from '#features/signatures/site/verify/page/check.css?inline'
import { CheckPage } from '#features/signatures/site/verify/page/check-page.tsx'
import section from '#site/styles/section.css?inline'
import { definePage } from '#site/view.ts'
import activation from './activation.css?inline'
import { ActivationPage } from './activation-page.tsx'
import done from './done.css?inline'
import { titleOf } from './title.ts'

export const pages = [
  definePage({
    name: 'activation',
    Body: ActivationPage,
    styles: [section, community, activation, done],
    describe: ({ data, t }) => ({ title: t(titleOf(data)) }),
  }),
  definePage({ name: 'verification', Body: CheckPage, styles: [section, check] }),
  definePage({
    name: 'certificate',
    Body: CertificatePage,
    styles: [section, check],
    describe: ({ data: { view }, t }) => ({
      title: t(`certificate-page:${view === 'known' ? 'certificate' : view}.title`),
    }),
  }),
]
