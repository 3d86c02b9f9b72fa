import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ReasonDialog } from '#admin/kit/form/reason-dialog.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { findingsPath, siteCheckKey } from './use-site-check.ts'

/** Asks why a finding is left as it is. */
export function DismissDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTexts()
  const api = useApi()
  const queries = useQueryClient()
  return (
    <ReasonDialog
      title={t('siteCheck.findings.dismissTitle')}
      reason={{ label: t('siteCheck.findings.reason') }}
      confirm={t('siteCheck.findings.dismiss')}
      cancel={t('siteCheck.findings.cancel')}
      onConfirm={async (reason) => {
        await api.command('POST', `${findingsPath}/${id}/dismiss`, { body: { reason } })
        await queries.invalidateQueries({ queryKey: siteCheckKey })
      }}
      done={t('siteCheck.findings.dismissed')}
      onClose={onClose}
    >
      <p>{t('siteCheck.findings.dismissText')}</p>
    </ReasonDialog>
  )
}

/** Takes a dismissal back. */
export function RestoreButton({ id }: { id: string }) {
  const { t } = useTexts()
  const api = useApi()
  const queries = useQueryClient()
  const { isBusy, run } = useAction({
    onSettled: () => queries.invalidateQueries({ queryKey: siteCheckKey }),
  })
  return (
    <Button
      size="xs"
      variant="default"
      loading={isBusy}
      onClick={() =>
        run(() => api.command('POST', `${findingsPath}/${id}/restore`), t('siteCheck.findings.restored'))
      }
    >
      {t('siteCheck.findings.restore')}
    </Button>
  )
}
