import type { FindDeleted } from '#feature.ts'
import { findDeleted } from './records-store.ts'

/** What the audit log knows, for features that ask. It depends on no other feature. */
export function createAuditRecords(): { findDeleted: FindDeleted } {
  return { findDeleted }
}
