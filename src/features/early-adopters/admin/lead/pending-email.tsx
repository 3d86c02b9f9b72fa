import { Button } from '@mantine/core'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { formatMoment } from '#admin/kit/moment.ts'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { LeadEmailChange } from '#features/early-adopters/contract.ts'
import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { useLeadActions } from './use-lead.ts'

/** A pending change of address, and the button to cancel it. */
export function PendingEmail({ leadId, change }: { leadId: string; change: LeadEmailChange }) {
  const { t, language } = useTexts()
  const { isBusy, run } = useAction()
  const { cancelEmailChange } = useLeadActions(leadId)
  const canEdit = useCan(leadPermissions.edit)

  return (
    <Notice
      title={t('leads.emailChange.waiting', { email: `\u2068${change.email}\u2069` })}
      actions={
        canEdit && (
          <Button
            variant="default"
            loading={isBusy}
            onClick={() => run(cancelEmailChange, t('leads.emailChange.cancelled'))}
          >
            {t('leads.emailChange.cancel')}
          </Button>
        )
      }
    >
      {t('leads.emailChange.until', { date: formatMoment(change.expires_at, language) })}
      {change.requested_by !== null && (
        <>
          <br />
          {t('leads.timeline.by', { name: `\u2068${change.requested_by}\u2069` })}
        </>
      )}
    </Notice>
  )
}
