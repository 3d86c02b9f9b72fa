import { useNavigate } from 'react-router'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { type Webhook, WebhookWithSecret } from '#features/webhooks/contract.ts'
import { useWebhookRefresh, webhookPath } from './use-webhooks.ts'

export type Question = 'renew' | 'delete'

interface WebhookQuestionProps {
  webhook: Webhook
  question: Question | undefined
  onClose: () => void
  onRenewed: (renewed: WebhookWithSecret) => void
}

/** The question before a webhook gets another secret or is deleted. A refusal is shown in it. */
export function WebhookQuestion({ webhook, question, onClose, onRenewed }: WebhookQuestionProps) {
  const { t } = useTexts()
  const api = useApi()
  const toasts = useToasts()
  const navigate = useNavigate()
  const refresh = useWebhookRefresh()
  const { isBusy, failure, run, reset } = useAction({ showsFailure: true })
  const path = webhookPath(webhook.id)

  function close() {
    reset()
    onClose()
  }
  async function carryOut() {
    if (question === 'renew') {
      onRenewed(await api.send('POST', `${path}/secret`, WebhookWithSecret))
      onClose()
      return
    }
    await api.command('DELETE', path)
    toasts.show('success', t('webhooks.deleted'))
    await navigate('/admin/webhooks')
    void refresh()
  }

  return (
    <ConfirmDialog
      opened={question !== undefined}
      {...{ isBusy, failure }}
      title={question ? t(`webhooks.questions.${question}Title`) : ''}
      confirm={question ? t(`webhooks.${question}`) : ''}
      cancel={t('webhooks.cancel')}
      focus="cancel"
      onConfirm={() => run(carryOut)}
      onClose={close}
    >
      {question && t(`webhooks.questions.${question}Text`)}
    </ConfirmDialog>
  )
}
