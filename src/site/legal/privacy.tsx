import type { PageInput } from '#site/contract.ts'
import { LegalPage } from './legal-page.tsx'
import { describePrivacy } from './privacy-statute.ts'

/** The privacy policy. */
export function Privacy(input: PageInput) {
  return <LegalPage input={input} statute={describePrivacy(input.facts)} />
}
