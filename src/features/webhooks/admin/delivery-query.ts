import { type DeliveryState, deliveryStates } from '#features/webhooks/contract.ts'

/** Which deliveries of a webhook are shown. */
export interface ShownDeliveries {
  search: string
  page: number
  state: DeliveryState | undefined
  type: string | undefined
}

/** Reads the filters of the log from an address. */
export function readDeliveryQuery(params: URLSearchParams): ShownDeliveries {
  return {
    search: '',
    page: Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1),
    state: deliveryStates.find((state) => state === params.get('state')),
    type: params.get('type') ?? undefined,
  }
}

/** Writes the filters of the log into an address. */
export function writeDeliveryQuery({ page, state, type }: ShownDeliveries): URLSearchParams {
  return new URLSearchParams({
    ...(state && { state }),
    ...(type && { type }),
    ...(page > 1 && { page: String(page) }),
  })
}
