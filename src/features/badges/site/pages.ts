import section from '#site/styles/section.css?inline'
import { definePage } from '#site/view.ts'
import verification from '#ui/verification.css?inline'
import badge from './badge.css?inline'
import { BadgePage } from './badge-page.tsx'

export const pages = [
  definePage({
    name: 'badge',
    Body: BadgePage,
    styles: [section, verification, badge],
    describe({ data, t }) {
      const about = { badge: data.name, holder: data.holder }
      return {
        title: t('badge-page:meta.title', about),
        description: t('badge-page:meta.description', about),
        sharePicture: { path: '/card.png', text: t('badge-page:card.alt', about) },
      }
    },
  }),
]
