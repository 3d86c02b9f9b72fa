import community from '#features/early-adopters/site/parts/community.css?inline'
import rights from '#features/early-adopters/site/parts/rights.css?inline'
import { RightsPage } from '#features/early-adopters/site/rights/rights-page.tsx'
import { definePage } from '#site/view.ts'

export const pages = [
  definePage({
    name: 'rights',
    Body: RightsPage,
    styles: [community, rights],
    describe: ({ t }) => ({ title: t('rights:title') }),
  }),
]
