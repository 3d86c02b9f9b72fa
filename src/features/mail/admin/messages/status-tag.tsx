import { State, type StateSymbol } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { MailMessage } from '#features/mail/contract.ts'

const symbols: Partial<Record<MailMessage['status'], StateSymbol>> = {
  sent: 'done',
  suppressed: 'none',
  failed: 'attention',
  bounced: 'attention',
}

/** The status of a mail. */
export function StatusTag({ status }: Pick<MailMessage, 'status'>) {
  const { t } = useTexts()
  const symbol = symbols[status] ?? 'begun'
  return (
    <State symbol={symbol} isError={symbol === 'attention'}>
      {t(`metrics.status.${status}`)}
    </State>
  )
}
