import './texts.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { BackLink } from '#admin/kit/back-link.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type WebhookDraft, WebhookWithSecret } from '#features/webhooks/contract.ts'
import { NewSecret } from './new-secret.tsx'
import { useEvents, useWebhookRefresh, webhooksPath } from './use-webhooks.ts'
import { WebhookForm } from './webhook-form.tsx'

const emptyDraft: WebhookDraft = { url: '', description: '', events: [], is_enabled: true }

/** Adds a webhook, and shows the secret that signs once. */
export function NewWebhookScreen() {
  const { t } = useTexts()
  const api = useApi()
  const navigate = useNavigate()
  const events = useEvents()
  const refresh = useWebhookRefresh()
  const [added, setAdded] = useState<WebhookWithSecret>()
  return (
    <>
      <ScreenHeading
        title={added ? t('webhooks.secret.addedTitle') : t('screens.newWebhook')}
        before={<BackLink to="/admin/webhooks">{t('screens.webhooks')}</BackLink>}
        intro={added ? undefined : t('webhooks.newIntro')}
      />
      {added && (
        <NewSecret
          secret={added.secret}
          onDone={() => void navigate(`/admin/webhooks/${added.webhook.id}`, { replace: true })}
        />
      )}
      {!added && events.isPending && <LoadingLines />}
      {!added && events.isError && !events.data && (
        <LoadFailure query={events} describe={(reason) => t('webhooks.failed', { reason })} />
      )}
      {!added && events.data && (
        <WebhookForm
          initial={emptyDraft}
          events={events.data}
          submit={t('webhooks.create')}
          back="/admin/webhooks"
          send={async (draft) => {
            setAdded(await api.send('POST', webhooksPath, WebhookWithSecret, draft))
            void refresh()
          }}
        />
      )}
    </>
  )
}
