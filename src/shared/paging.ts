import { z } from 'zod'

/** A whole number in a query, in digits only: `Number` would also take nothing, spaces, `1e3` and `0x50`. */
export function queryNumber(min: number, max: number, code = 'invalid') {
  return z.preprocess(
    (value) => (typeof value === 'string' && !/^\d{1,15}$/.test(value) ? Number.NaN : value),
    z.coerce.number(code).int(code).min(min, code).max(max, code),
  )
}

/** Which part of a list to answer. */
export const pageQuery = {
  limit: queryNumber(1, 200).default(50),
  offset: queryNumber(0, 10_000_000).default(0),
}
