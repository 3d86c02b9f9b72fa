import './texts.ts'
import { useNavigate, useParams } from 'react-router'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { BackLink } from '#admin/kit/back-link.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { Webhook } from '#features/webhooks/contract.ts'
import { useEvents, useWebhook, useWebhookRefresh, webhookPath } from './use-webhooks.ts'
import { WebhookForm } from './webhook-form.tsx'

/** Changes where events are sent to, and which. */
export function EditWebhookScreen() {
  const { t } = useTexts()
  const { id = '' } = useParams()
  const api = useApi()
  const toasts = useToasts()
  const navigate = useNavigate()
  const webhook = useWebhook(id)
  const events = useEvents()
  const refresh = useWebhookRefresh()
  const failed = [webhook, events].find(({ isError, data }) => isError && !data)
  const back = `/admin/webhooks/${id}`
  return (
    <>
      <ScreenHeading
        title={t('webhooks.editTitle')}
        before={<BackLink to={back}>{t('webhooks.backToOne')}</BackLink>}
      />
      {failed && <LoadFailure query={failed} describe={(reason) => t('webhooks.failed', { reason })} />}
      {!failed && !(webhook.data && events.data) && <LoadingLines />}
      {webhook.data && events.data && (
        <WebhookForm
          initial={draftOf(webhook.data)}
          events={events.data}
          submit={t('webhooks.save')}
          back={back}
          send={async (draft) => {
            await api.send('PUT', webhookPath(id), Webhook, draft)
            await refresh()
            toasts.show('success', t('webhooks.saved'))
            void navigate(back)
          }}
        />
      )}
    </>
  )
}

function draftOf({ url, description, events, state }: Webhook) {
  return { url, description, events, is_enabled: state === 'active' || state === 'failing' }
}
