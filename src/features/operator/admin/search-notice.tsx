import './texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { FoldedNotice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { SearchState } from '#features/operator/contract.ts'

const path = '/api/operator/search'

/** Says that the search knows only the letters of ASCII, and what to do; nothing when it knows all. */
export function SearchNotice() {
  const { t } = useTexts()
  const api = useApi()
  const { data } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get(path, SearchState, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data || data.knows_all_letters) return null
  return <FoldedNotice title={t('operator.search.title')}>{t('operator.search.text')}</FoldedNotice>
}
