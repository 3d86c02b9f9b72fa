import type { PageInput } from '#site/contract.ts'
import { LegalPage } from './legal-page.tsx'
import { describeTerms } from './terms-statute.ts'

/** The terms and conditions (seed B §2). */
export function Terms(input: PageInput) {
  return <LegalPage input={input} statute={describeTerms()} />
}
