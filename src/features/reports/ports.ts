import type { VisitFigures, VisitFilters } from '#features/analytics/contract.ts'
import type { DashboardMetrics, DashboardQuery } from '#features/dashboard/contract.ts'
import type { MailOrder } from '#features/mail/model.ts'
import type { Database } from '#platform/postgres.ts'
import type { ListRecipients } from '#shared/notifications/recipient.ts'
import type { PeriodQuery } from '#shared/time/periods.ts'
import type { FindNames, SignedInUser } from '#shared/user.ts'

/** What reports ask of other features. */
export interface ReportNeeds {
  /** Those of some users who can sign in, by id. */
  findActiveUsers(ids: readonly string[]): Promise<Map<string, SignedInUser>>
  findNames: FindNames
  listRecipients: ListRecipients
  post(transaction: Database, orders: MailOrder[]): Promise<void>
  readVisits(query: PeriodQuery & VisitFilters): Promise<VisitFigures>
  readMetrics(query: DashboardQuery): Promise<DashboardMetrics>
}
