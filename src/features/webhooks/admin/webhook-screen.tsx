import './texts.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { BackLink } from '#admin/kit/back-link.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { Delivery, type Webhook, type WebhookWithSecret } from '#features/webhooks/contract.ts'
import { DeliveryList } from './delivery-list.tsx'
import { NewSecret } from './new-secret.tsx'
import { nameEvent } from './texts.ts'
import { useWebhook, useWebhookRefresh, webhookPath } from './use-webhooks.ts'
import { type Question, WebhookQuestion } from './webhook-question.tsx'
import { WebhookState } from './webhook-state.tsx'
import { WebhookWarningNotice } from './webhook-warning.tsx'

/** One webhook: how it is, and what was and will be sent to it. */
export function WebhookScreen() {
  const { t, format } = useTexts()
  const { id = '' } = useParams()
  const webhook = useWebhook(id)
  const refresh = useWebhookRefresh()
  const [renewed, setRenewed] = useState<WebhookWithSecret>()
  const { data } = webhook
  const name = data && (data.description || new URL(data.url).host)
  const until = renewed?.webhook.old_secret_until
  return (
    <>
      <ScreenHeading
        title={renewed ? t('webhooks.secret.renewedTitle') : (name ?? t('webhooks.one'))}
        before={<BackLink to="/admin/webhooks">{t('screens.webhooks')}</BackLink>}
        aside={data && !renewed && <TestButton webhook={data} />}
      />
      {webhook.isPending && <LoadingLines />}
      {webhook.isError && !data && (
        <LoadFailure query={webhook} describe={(reason) => t('webhooks.failed', { reason })} />
      )}
      {renewed && (
        <NewSecret
          secret={renewed.secret}
          overlap={until ? format.dateTime(until) : undefined}
          onDone={() => {
            setRenewed(undefined)
            void refresh()
          }}
        />
      )}
      {data && !renewed && <WebhookView webhook={data} onRenewed={setRenewed} />}
    </>
  )
}

/** Sends a test event, and leads to what becomes of it. */
function TestButton({ webhook: { id, state } }: { webhook: Webhook }) {
  const { t } = useTexts()
  const api = useApi()
  const navigate = useNavigate()
  const { isBusy, run } = useAction()
  if (state === 'paused' || state === 'stopped') return null
  function sendTest() {
    run(async () => {
      const sent = await api.send('POST', `${webhookPath(id)}/test`, Delivery)
      void navigate(`/admin/webhooks/${id}/deliveries/${sent.id}`)
    })
  }
  return (
    <Button loading={isBusy} onClick={sendTest}>
      {t('webhooks.sendTest')}
    </Button>
  )
}

interface WebhookViewProps {
  webhook: Webhook
  onRenewed: (renewed: WebhookWithSecret) => void
}

function WebhookView({ webhook, onRenewed }: WebhookViewProps) {
  const { t, format } = useTexts()
  const [question, setQuestion] = useState<Question>()
  const { url, events, created_at, created_by, old_secret_until } = webhook
  const made = format.date(created_at)
  return (
    <Stack>
      <WebhookWarningNotice webhook={webhook} />
      <Facts
        facts={[
          { name: t('webhooks.state'), value: <WebhookState webhook={webhook} /> },
          { name: t('webhooks.url'), value: <bdi dir="ltr">{url}</bdi> },
          {
            name: t('webhooks.eventsLabel'),
            value: format.list(events.map((type) => nameEvent(type, t))),
          },
          {
            name: t('webhooks.made'),
            value: created_by ? (
              <>
                {made} · <bdi>{created_by.name}</bdi>
              </>
            ) : (
              made
            ),
          },
          ...(old_secret_until
            ? [
                {
                  name: t('webhooks.secret.name'),
                  value: t('webhooks.secret.overlap', { date: format.dateTime(old_secret_until) }),
                },
              ]
            : []),
        ]}
      />
      <ButtonRow>
        <Button component={Link} to={`/admin/webhooks/${webhook.id}/edit`} variant="default">
          {t('webhooks.edit')}
        </Button>
        <Button variant="default" onClick={() => setQuestion('renew')}>
          {t('webhooks.renew')}
        </Button>
        <Button variant="default" onClick={() => setQuestion('delete')}>
          {t('webhooks.delete')}
        </Button>
      </ButtonRow>
      <DeliveryList webhook={webhook} />
      <WebhookQuestion
        webhook={webhook}
        question={question}
        onClose={() => setQuestion(undefined)}
        onRenewed={onRenewed}
      />
    </Stack>
  )
}
