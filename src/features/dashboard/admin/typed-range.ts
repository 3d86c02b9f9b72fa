import type { Days } from '#shared/time/days.ts'
import { isPeriod } from '#shared/time/periods.ts'

/** Two days as they are typed, while the address follows with a delay. */
export interface TypedRange {
  typed: { from?: string | undefined; to?: string | undefined }
  /** What the address last said. */
  address: Days
  /** What was asked for since then, and may still arrive in the address. */
  asked: readonly Days[]
}

const isSame = (one: Days, other: Days) => one.from === other.from && one.to === other.to

/** The days of an address as the beginning of what is typed. */
export const startRange = (address: Days): TypedRange => ({ typed: address, address, asked: [] })

/** Follows the address. Days that were asked for here keep what has been typed since; others replace it. */
export function followAddress(state: TypedRange, address: Days): TypedRange {
  if (isSame(state.address, address)) return state
  const place = state.asked.findIndex((one) => isSame(one, address))
  if (place < 0) return startRange(address)
  return { ...state, address, asked: state.asked.slice(place + 1) }
}

/** Changes the typed days. Returns what to ask for as well, once they are a period. */
export function typeDays(
  state: TypedRange,
  typed: TypedRange['typed'],
): { state: TypedRange; asks: Days | undefined } {
  const { from, to } = typed
  const asks = from && to && isPeriod({ from, to }) ? { from, to } : undefined
  const isNew = asks && !isSame(asks, state.asked.at(-1) ?? state.address)
  return { state: { ...state, typed, asked: isNew ? [...state.asked, asks] : state.asked }, asks }
}
