import { LedgerForm } from '#features/badges/site/sample/ledger-form.tsx'
import type { PageInput } from '#site/contract.ts'
import { TransparencyPicture } from './transparency-picture.tsx'
import { ThreeLines, UseCasePage } from './use-case-page.tsx'

/** Institutional transparency. */
export function Transparency(input: PageInput) {
  return (
    <UseCasePage
      input={input}
      name="transparency"
      picture={<TransparencyPicture {...input} />}
      belowPicture={<LedgerForm {...input} />}
    >
      <ThreeLines input={input} of="use-cases:transparency.benefits" id="benefits" />
    </UseCasePage>
  )
}
