const partsOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.entries(value).flat() : []

/** Whether a value of JSON holds more levels of arrays and objects than that many. It may hold any number: it is not recursive. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let parts = partsOf(value)
  for (let level = 1; level <= levels && parts.length > 0; level++) parts = parts.flatMap(partsOf)
  return parts.length > 0
}

/**
 * Whether all texts and names in a value of JSON are such that PostgreSQL stores them: without NUL and halves of surrogate pairs
 * (https://www.postgresql.org/docs/current/datatype-json.html).
 */
export function hasPlainTexts(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  return partsOf(value).every(hasPlainTexts)
}
