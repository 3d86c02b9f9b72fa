import community from '#features/early-adopters/site/parts/community.css?inline'
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
]
