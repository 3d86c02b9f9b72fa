import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { useSiteName } from '#admin/kit/site-name.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { fetchCatalogues } from '#admin/kit/texts/translations.ts'
import { DocumentEntry } from '#features/documents/contract.ts'
import { SearchResult } from '#features/seo/admin/parts/search-result.tsx'
import type { Language } from '#shared/languages.ts'
import type { DocumentSeoDraft } from './draft.ts'
import { chooseDocument, describeResult } from './result.ts'

interface ResultPanelProps {
  draft: DocumentSeoDraft
  language: Language
  siteLanguage: Language
}

/** The newest published document as a search engine would show it with what is typed. */
export function ResultPanel({ draft, language, siteLanguage }: ResultPanelProps) {
  const { t } = useTexts()
  const site = useSiteName()
  const api = useApi()
  const documents = useQuery({
    queryKey: ['documents', 'list', 'seo'],
    queryFn: ({ signal }) =>
      api.get('/api/documents?status=published&limit=50', z.array(DocumentEntry), signal),
  })
  const catalogues = useQuery({
    queryKey: ['catalogues', language],
    queryFn: () => fetchCatalogues(language),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const document = chooseDocument(documents.data ?? [], language)
  if (documents.isPending || catalogues.isPending) return <LoadingBlock height={140} />
  const words = describeResult({
    ...{ draft, language, siteLanguage, site, document },
    catalogues: catalogues.data ?? {},
  })
  return (
    <Stack gap="small">
      <h3>{t('seo.documents.preview')}</h3>
      <SearchResult {...words} {...{ site, language }} />
      <Hint>{t(document ? 'seo.documents.previewNote' : 'seo.documents.previewSample')}</Hint>
    </Stack>
  )
}
