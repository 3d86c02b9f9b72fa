import { Tag } from '#admin/kit/layout/hint.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { MailMessage } from '#features/mail/contract.ts'

/** The status of a mail. */
export function StatusTag({ status }: Pick<MailMessage, 'status'>) {
  const { t } = useTexts()
  const isError = status === 'failed' || status === 'bounced'
  return <Tag kind={isError ? 'error' : 'plain'}>{t(`metrics.status.${status}`)}</Tag>
}
