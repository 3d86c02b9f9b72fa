import './texts.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { BackgroundState } from '#features/operator/contract.ts'

const path = '/api/operator/processes'

/** Says that no process works in the background. */
export function WorkerWarning() {
  const { t } = useTexts()
  const api = useApi()
  const { data } = useSuspenseQuery({
    queryKey: [path],
    // Why there is no answer is said by others.
    queryFn: ({ signal }) => api.get(path, BackgroundState, signal).catch(() => null),
    refetchInterval: 60_000,
  })
  if (!data?.lacks_worker) return null
  return (
    <p data-error>
      {t('operator.noWorker')} <Link to="/admin/jobs">{t('operator.noWorkerLink')}</Link>
    </p>
  )
}
