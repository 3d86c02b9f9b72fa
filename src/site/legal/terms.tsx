import type { PageInput } from '#site/contract.ts'
import { LegalPage } from './legal-page.tsx'
import { describeTerms } from './terms-statute.ts'

/** The terms and conditions. */
export function Terms(input: PageInput) {
  return <LegalPage input={input} statute={describeTerms(input.facts)} />
}
