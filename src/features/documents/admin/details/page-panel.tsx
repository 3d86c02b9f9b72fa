import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useCopiedPage } from '#features/documents/admin/parts/pages/use-copied-page.ts'
import type { DocumentDetails } from '#features/documents/contract.ts'

const PageView = lazy(async () => {
  const { PageView: component } = await import('#features/documents/admin/parts/pages/page-view.tsx')
  return { default: component }
})

/** The pages of a document, which are loaded when somebody wants to see them. */
export function PagePanel({ document }: { document: DocumentDetails }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const use = useCopiedPage()
  if (!document.versions.some(({ is_current }) => is_current)) return null
  return (
    <Panel
      title={t('library.pages.title')}
      aside={
        !isOpen && (
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('library.pages.open')}
          </Button>
        )
      }
    >
      {isOpen ? (
        <Suspense fallback={<LoadingLines />}>
          <PageView document={document} use={use} />
        </Suspense>
      ) : (
        <Hint>{t('library.pages.hint')}</Hint>
      )}
    </Panel>
  )
}
