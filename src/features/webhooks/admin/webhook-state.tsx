import { Detail } from '#admin/kit/layout/hint.tsx'
import { State, type StateSymbol } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Delivery, DeliveryState, Webhook } from '#features/webhooks/contract.ts'

const symbols: Record<Webhook['state'], StateSymbol> = {
  active: 'done',
  failing: 'attention',
  paused: 'none',
  stopped: 'attention',
}

/** Whether a webhook works, and since when not. */
export function WebhookState({ webhook: { state, failing_since } }: { webhook: Webhook }) {
  const { t, format } = useTexts()
  return (
    <>
      <State symbol={symbols[state]} isError={state === 'failing' || state === 'stopped'}>
        {t(`webhooks.states.${state}`)}
      </State>
      {state === 'failing' && failing_since && (
        <Detail>{t('webhooks.since', { date: format.dateTime(failing_since) })}</Detail>
      )}
    </>
  )
}

const deliverySymbols: Record<DeliveryState, StateSymbol> = {
  waiting: 'begun',
  delivered: 'done',
  failed: 'attention',
}

/** Whether an event has arrived; why not. */
export function DeliveryMark({ delivery }: { delivery: Delivery }) {
  const { t, format } = useTexts()
  const { state, last_attempt, next_attempt_at } = delivery
  const isRetried = state === 'waiting' && last_attempt !== null
  return (
    <>
      <State symbol={deliverySymbols[state]} isError={state === 'failed'}>
        {t(isRetried ? 'webhooks.log.retrying' : `webhooks.log.states.${state}`)}
      </State>
      {state !== 'delivered' && last_attempt?.fault && (
        <Detail>{t(`webhooks.faults.${last_attempt.fault}`)}</Detail>
      )}
      {isRetried && next_attempt_at && (
        <Detail>{t('webhooks.log.next', { date: format.dateTime(next_attempt_at) })}</Detail>
      )}
    </>
  )
}
