import type { GoogleFailure } from '#features/seo/search-console/contract.ts'
import type { InspectionRow } from '#features/seo/search-console/table.ts'

/** What was not answered, if it was the last question. */
export function toFailure({
  failedAt,
  status,
  fault,
  answer,
}: Pick<InspectionRow, 'failedAt' | 'status' | 'fault' | 'answer'>): GoogleFailure | null {
  return failedAt && fault ? { at: failedAt.toISOString(), status, fault, answer } : null
}
