import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { MailTransport } from '#features/mail/contract.ts'

/** Says that no mail goes out, why, and where the mails are. */
export function MailWarning() {
  const { t } = useTexts()
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['mail-transport'],
    queryFn: ({ signal }) => api.get('/api/mail/transport', MailTransport, signal),
    refetchInterval: 20_000,
  })
  if (!data || (data.configured && data.reachable !== false)) return null
  const [cause, status] = data.configured
    ? (['unreachable', 'queued'] as const)
    : (['missing', 'outbox'] as const)
  return (
    <p data-error={data.configured || undefined}>
      <span>{t(`mailWarning.${cause}`)}</span>
      <Link to={`/admin/email-metrics/messages?status=${status}`}>{t(`mailWarning.open.${cause}`)}</Link>
    </p>
  )
}
