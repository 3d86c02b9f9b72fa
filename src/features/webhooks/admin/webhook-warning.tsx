import { Button } from '@mantine/core'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { Resent, Webhook } from '#features/webhooks/contract.ts'
import { findWarning } from './find-warning.ts'
import { useWebhookRefresh, webhookPath } from './use-webhooks.ts'

/** What is wrong with a webhook, and what can be done about it. */
export function WebhookWarningNotice({ webhook }: { webhook: Webhook }) {
  const { t, format } = useTexts()
  const api = useApi()
  const refresh = useWebhookRefresh()
  const { isBusy, run } = useAction({ onSettled: refresh })
  const warning = findWarning(webhook)
  const path = webhookPath(webhook.id)
  const { url, description, events, waiting } = webhook

  if (webhook.state === 'paused' || warning?.kind === 'stopped') {
    const reason = warning?.kind === 'stopped' ? warning.reason : 'paused'
    const turnOn = () => api.send('PUT', path, Webhook, { url, description, events, is_enabled: true })
    return (
      <Notice
        kind={reason === 'paused' ? 'plain' : 'error'}
        title={t(`webhooks.off.${reason}`)}
        actions={
          <Button loading={isBusy} onClick={() => run(turnOn, t('webhooks.turnedOn'))}>
            {t('webhooks.turnOn')}
          </Button>
        }
      >
        {t(`webhooks.off.${reason}Text`)}{' '}
        {waiting > 0 && t('webhooks.off.waiting', { count: waiting, number: format.number(waiting) })}
      </Notice>
    )
  }
  if (warning?.kind === 'failing')
    return (
      <Notice kind="warning" title={t('webhooks.failing', { date: format.dateTime(warning.since) })}>
        {t('webhooks.failingText')}{' '}
        {warning.retryAt && t('webhooks.retryAt', { date: format.dateTime(warning.retryAt) })}
      </Notice>
    )
  if (warning?.kind === 'failed') {
    const resend = () => api.send('POST', `${path}/resend`, Resent)
    return (
      <Notice
        kind="warning"
        title={t('webhooks.failedCount', { count: warning.count, number: format.number(warning.count) })}
        actions={
          <Button loading={isBusy} onClick={() => run(resend, t('webhooks.resent'))}>
            {t('webhooks.resendAll')}
          </Button>
        }
      >
        {t('webhooks.failedText')}
      </Notice>
    )
  }
  return null
}
