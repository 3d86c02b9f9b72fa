import './texts.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { FoldedNotice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { MissingOperatorData } from '#features/operator/contract.ts'

const path = '/api/operator/missing'

/** Says what the legal pages lack, why it matters and how to set it; nothing once they lack nothing. */
export function MissingDataNotice() {
  const { t, format } = useTexts()
  const api = useApi()
  const { data } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get(path, MissingOperatorData, signal),
  })
  if (!data || data.missing.length === 0) return null
  const parts = data.missing.map((part) => t(`operator.parts.${part}`))
  return (
    <FoldedNotice title={t('operator.title')}>
      {t('operator.why')} {t('operator.missing', { parts: format.list(parts) })}{' '}
      <Link to="/admin/settings">{t('operator.how')}</Link>
    </FoldedNotice>
  )
}
