import prose from '#site/styles/prose.css?inline'
import { definePage } from '#site/view.ts'
import guide from './guide.css?inline'
import { Quickstart } from './quickstart.tsx'
import { Security } from './security.tsx'
import { Verify } from './verify.tsx'

const styles = [prose, guide]

export const pages = [
  definePage({ name: 'quickstart', Body: Quickstart, styles }),
  definePage({ name: 'security', Body: Security, styles }),
  definePage({ name: 'verify', Body: Verify, styles }),
]
