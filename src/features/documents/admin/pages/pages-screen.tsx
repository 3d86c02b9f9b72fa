import '#features/documents/admin/texts.ts'
import { DocumentsHead } from '#features/documents/admin/documents-head.tsx'
import { InspirationPanel } from '#features/documents/admin/parts/inspiration-panel.tsx'
import { useCopiedPage } from '#features/documents/admin/parts/pages/use-copied-page.ts'

/** The pages of the published documents, whose text can be taken along. */
export function PagesScreen() {
  const use = useCopiedPage()
  return (
    <>
      <DocumentsHead />
      <InspirationPanel use={use} />
    </>
  )
}
