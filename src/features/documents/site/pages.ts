import guideList from '#features/guides/site/parts/guide-list.css?inline'
import section from '#site/styles/section.css?inline'
import { definePage } from '#site/view.ts'
import docs from './docs.css?inline'
import { Docs } from './docs.tsx'

export const pages = [definePage({ name: 'docs', Body: Docs, styles: [section, guideList, docs] })]
