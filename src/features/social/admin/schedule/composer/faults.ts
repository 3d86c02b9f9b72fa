import type { FieldError } from '#admin/kit/api/api-client.ts'
import type { LimitFault } from '#features/social/limits/model.ts'

/** The faults of a field, and of the fields below it when it ends with a dot. */
export const faultsAt = (faults: readonly LimitFault[], field: string): LimitFault[] =>
  faults.filter((fault) => (field.endsWith('.') ? fault.field.startsWith(field) : fault.field === field))

/** What the server refuses, each sentence once; one about a single post begins with the name of its account. */
export function refusedSentences(refused: readonly FieldError[], accountNames: readonly string[]): string[] {
  const sentences = refused.map(({ field, message }) => {
    const name = accountNames[Number(/^posts\.(\d+)\./.exec(field)?.[1])]
    return name === undefined ? message : `${name}: ${message}`
  })
  return [...new Set(sentences)]
}
