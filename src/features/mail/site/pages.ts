import community from '#features/early-adopters/site/parts/community.css?inline'
import rights from '#features/early-adopters/site/parts/rights.css?inline'
import { definePage } from '#site/view.ts'
import { UnsubscribePage } from './unsubscribe-page.tsx'

export const pages = [
  definePage({
    name: 'unsubscribe',
    Body: UnsubscribePage,
    styles: [community, rights],
    describe: ({ t }) => ({ title: t('rights:unsubscribe.title') }),
  }),
]
