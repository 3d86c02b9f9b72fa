import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { MailTransport } from '#features/mail/contract.ts'
import { useUnfinished } from './use-unfinished.ts'

/** Says that no mail goes out or that some cannot be composed, and where those mails are. */
export function MailWarning() {
  const { t } = useTexts()
  const api = useApi()
  const unfinished = useUnfinished()
  const { data } = useQuery({
    queryKey: ['mail-transport'],
    queryFn: ({ signal }) => api.get('/api/mail/transport', MailTransport, signal),
    // Whether the server can be reached is known without a query.
    refetchInterval: 1_500,
  })
  const count = unfinished?.not_composed ?? 0
  return (
    <>
      {data?.configured === false && (
        <Warning text={t('mailWarning.missing')} link={t('mailWarning.open.missing')} status="outbox" />
      )}
      {data?.configured && data.reachable === false && (
        <Warning
          isError
          text={t('mailWarning.unreachable')}
          link={t('mailWarning.open.unreachable')}
          status="queued"
        />
      )}
      {count > 0 && (
        <Warning
          isError
          text={t('mailWarning.notComposed', { count })}
          link={t('mailWarning.open.notComposed')}
          status="queued"
        />
      )}
    </>
  )
}

interface WarningProps {
  text: string
  link: string
  /** The status of the mails that the link shows. */
  status: string
  isError?: boolean
}

function Warning({ text, link, status, isError }: WarningProps) {
  return (
    <p data-error={isError}>
      <span>{text}</span>
      <Link to={`/admin/email-metrics/messages?status=${status}`}>{link}</Link>
    </p>
  )
}
