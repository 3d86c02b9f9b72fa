import section from '#site/styles/section.css?inline'
import { definePage } from '#site/view.ts'
import checks from './checks/checks.css?inline'
import ledger from './ledger.css?inline'
import { LedgerPage } from './ledger-page.tsx'
import live from './live/live.css?inline'

export const pages = [
  definePage({ name: 'ledger', Body: LedgerPage, styles: [section, ledger, live, checks] }),
]
