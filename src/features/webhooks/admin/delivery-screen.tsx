import './texts.ts'
import { Button } from '@mantine/core'
import { useParams } from 'react-router'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { BackLink } from '#admin/kit/back-link.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { Row, Rows } from '#admin/kit/layout/rows.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { State } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type Attempt, Delivery, type DeliveryDetail } from '#features/webhooks/contract.ts'
import { nameEvent } from './texts.ts'
import { isUnderWay, useDelivery, useWebhookRefresh, webhookPath } from './use-webhooks.ts'
import { DeliveryMark } from './webhook-state.tsx'
import styles from './webhooks.module.css'

/** What is sent of one event, and each attempt; it follows one that is under way. */
export function DeliveryScreen() {
  const { t } = useTexts()
  const { id = '', delivery: deliveryId = '' } = useParams()
  const delivery = useDelivery(id, deliveryId)
  const { data } = delivery
  return (
    <>
      <ScreenHeading
        title={data ? nameEvent(data.type, t) : t('webhooks.delivery.title')}
        before={<BackLink to={`/admin/webhooks/${id}`}>{t('webhooks.backToOne')}</BackLink>}
        aside={data && <ResendButton webhookId={id} delivery={data} />}
      />
      {delivery.isPending && <LoadingLines />}
      {delivery.isError && !data && (
        <LoadFailure query={delivery} describe={(reason) => t('webhooks.failed', { reason })} />
      )}
      {data && <DeliveryView delivery={data} />}
    </>
  )
}

function ResendButton({ webhookId, delivery }: { webhookId: string; delivery: DeliveryDetail }) {
  const { t } = useTexts()
  const api = useApi()
  const refresh = useWebhookRefresh()
  const { isBusy, run } = useAction({ onSettled: refresh })
  // Before its first attempt there is nothing to repeat.
  if (delivery.all_attempts.length === 0) return null
  const path = `${webhookPath(webhookId)}/deliveries/${delivery.id}/resend`
  return (
    <Button
      loading={isBusy}
      onClick={() => run(() => api.send('POST', path, Delivery), t('webhooks.delivery.resent'))}
    >
      {t('webhooks.delivery.resend')}
    </Button>
  )
}

function DeliveryView({ delivery }: { delivery: DeliveryDetail }) {
  const { t, format } = useTexts()
  const { at, message_id, body, all_attempts } = delivery
  return (
    <Stack>
      <Facts
        facts={[
          {
            name: t('webhooks.state'),
            value: (
              <div role="status">
                <DeliveryMark delivery={delivery} />
                {isUnderWay(delivery) && all_attempts.length === 0 && (
                  <Detail>{t('webhooks.delivery.sending')}</Detail>
                )}
              </div>
            ),
          },
          { name: t('webhooks.log.at'), value: format.dateTime(at) },
          { name: 'webhook-id', value: <code dir="ltr">{message_id}</code> },
        ]}
      />
      <Panel title={t('webhooks.delivery.attempts')}>
        {all_attempts.length === 0 && <Hint>{t('webhooks.delivery.noAttempt')}</Hint>}
        <Rows as="ol">
          {all_attempts.map((attempt) => (
            <AttemptRow key={attempt.at} attempt={attempt} />
          ))}
        </Rows>
      </Panel>
      <Panel title={t('webhooks.delivery.body')}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
        <pre className={styles.body} dir="ltr" tabIndex={0}>
          {JSON.stringify(JSON.parse(body), null, 2)}
        </pre>
        <Hint>{t('webhooks.delivery.headers')}</Hint>
      </Panel>
    </Stack>
  )
}

function AttemptRow({ attempt: { at, status, fault, milliseconds, response } }: { attempt: Attempt }) {
  const { t, format } = useTexts()
  const time = format.number(milliseconds / 1000)
  return (
    <Row>
      <div>
        <State symbol={fault ? 'attention' : 'done'} isError={fault !== null}>
          {fault ? t(`webhooks.faults.${fault}`) : t('webhooks.delivery.accepted')}
        </State>
        {fault && <Detail>{t(`webhooks.faultHelp.${fault}`)}</Detail>}
        {response && (
          <pre className={styles.answer} dir="auto">
            {response}
          </pre>
        )}
      </div>
      <Detail>
        {status !== null && `${status} · `}
        {t('webhooks.delivery.took', { seconds: time })} · {format.dateTime(at)}
      </Detail>
    </Row>
  )
}
