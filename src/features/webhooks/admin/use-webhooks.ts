import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useLive } from '#admin/kit/live/use-live.ts'
import { DeliveryDetail, EventDescription, Webhook, webhooksChanged } from '#features/webhooks/contract.ts'

export const webhooksPath = '/api/webhooks'
const queryKey = ['webhooks']
const topics = [webhooksChanged]
const keys = [queryKey] as const
// While an attempt is due or under way and changes are not told, in milliseconds.
export const liveInterval = 1_500

// What is sent changes it at any moment.
export const alwaysFresh = { staleTime: 0 } as const

export const webhookPath = (id: string) => `${webhooksPath}/${encodeURIComponent(id)}`
export const deliveryKey = (id: string) => [...queryKey, id, 'deliveries']

/** Fetches what is shown of webhooks again whenever it changes. Returns whether that is so at present. */
export const useLiveWebhooks = () => useLive(topics, keys)

/** All webhooks, oldest first. */
export function useWebhooks() {
  useLiveWebhooks()
  const api = useApi()
  return useQuery({
    ...alwaysFresh,
    queryKey: [...queryKey, 'all'],
    queryFn: ({ signal }) => api.get(webhooksPath, z.array(Webhook), signal),
  })
}

/** One webhook, as it is now. */
export function useWebhook(id: string) {
  const isLive = useLiveWebhooks()
  const api = useApi()
  return useQuery({
    ...alwaysFresh,
    queryKey: [...queryKey, id],
    queryFn: ({ signal }) => api.get(webhookPath(id), Webhook, signal),
    refetchInterval: ({ state }) =>
      !isLive && state.data && state.data.waiting > 0 ? liveInterval * 2 : false,
  })
}

/** The kinds of events. */
export function useEvents() {
  const api = useApi()
  return useQuery({
    queryKey: [...queryKey, 'events'],
    queryFn: ({ signal }) => api.get(`${webhooksPath}/events`, z.array(EventDescription), signal),
  })
}

/** One delivery, as it is now. */
export function useDelivery(id: string, delivery: string) {
  const isLive = useLiveWebhooks()
  const api = useApi()
  return useQuery({
    ...alwaysFresh,
    queryKey: [...deliveryKey(id), 'one', delivery],
    queryFn: ({ signal }) =>
      api.get(`${webhookPath(id)}/deliveries/${encodeURIComponent(delivery)}`, DeliveryDetail, signal),
    refetchInterval: ({ state }) => (!isLive && state.data && isUnderWay(state.data) ? liveInterval : false),
  })
}

/** Whether a delivery is due or being sent. */
export function isUnderWay({ state, next_attempt_at }: Pick<DeliveryDetail, 'state' | 'next_attempt_at'>) {
  return state === 'waiting' && (next_attempt_at === null || Date.parse(next_attempt_at) <= Date.now())
}

/** Returns a function that asks for everything about webhooks again. */
export function useWebhookRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey })
}
