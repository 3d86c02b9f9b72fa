import checks from '#features/ledger/site/checks/checks.css?inline'
import live from '#features/ledger/site/live/live.css?inline'
import section from '#site/styles/section.css?inline'
import { definePage } from '#site/view.ts'
import ledger from './ledger.css?inline'
import { LedgerPage } from './ledger-page.tsx'

export const pages = [
  definePage({ name: 'ledger', Body: LedgerPage, styles: [section, ledger, live, checks] }),
]
