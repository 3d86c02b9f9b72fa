import { Stack } from '#admin/kit/layout/columns.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { SeoHead } from '#features/seo/admin/seo-head.tsx'
import { DocumentSeoEditor } from './document-seo-editor.tsx'
import { useDocumentSeo } from './use-document-seo.ts'

/** What search engines are told of documents, and how that looks in a result. */
export function DocumentSeoScreen() {
  const { t } = useTexts()
  const query = useDocumentSeo()
  return (
    <>
      <SeoHead />
      <Stack>
        {query.isPending && <LoadingLines />}
        {query.isError && !query.data && (
          <LoadFailure query={query} describe={(reason) => t('seo.documents.failed', { reason })} />
        )}
        {query.data && <DocumentSeoEditor stored={query.data} />}
      </Stack>
    </>
  )
}
