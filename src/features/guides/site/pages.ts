import prose from '#site/styles/prose.css?inline'
import { definePage } from '#site/view.ts'
import guide from './guide.css?inline'
import { Quickstart } from './quickstart.tsx'

export const pages = [definePage({ name: 'quickstart', Body: Quickstart, styles: [prose, guide] })]
