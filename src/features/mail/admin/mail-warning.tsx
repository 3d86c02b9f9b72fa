import { Link } from 'react-router'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useMailWarnings } from './use-mail-warnings.ts'

/** The status of the mails that the link of each warning shows. */
const statusOf = { missing: 'outbox', unreachable: 'queued', notComposed: 'queued' } as const

/** Says that no mail goes out or that some cannot be composed, and where those mails are. */
export function MailWarning() {
  const { t } = useTexts()
  return useMailWarnings().map(({ name, count }) => (
    <p key={name} data-error={name !== 'missing' || undefined}>
      {t(`mailWarning.${name}`, { count })}{' '}
      <Link to={`/admin/email-metrics/messages?status=${statusOf[name]}`}>
        {t(`mailWarning.open.${name}`)}
      </Link>
    </p>
  ))
}
