import type { FindDeleted } from '#feature.ts'
import type { VisitFigures, VisitFilters } from '#features/analytics/contract.ts'
import type { DashboardMetrics, DashboardQuery } from '#features/dashboard/contract.ts'
import type { MailOrder } from '#features/mail/model.ts'
import type { Database } from '#platform/postgres.ts'
import type { ListRecipients } from '#shared/notifications/recipient.ts'
import type { PeriodQuery } from '#shared/time/periods.ts'
import type { FindActiveUsers, FindNames } from '#shared/user.ts'

/** What reports ask of other features. */
export interface ReportNeeds {
  findActiveUsers: FindActiveUsers
  findNames: FindNames
  listRecipients: ListRecipients
  findDeleted: FindDeleted
  post(transaction: Database, orders: MailOrder[]): Promise<void>
  readVisits(query: PeriodQuery & VisitFilters): Promise<VisitFigures>
  readMetrics(query: DashboardQuery): Promise<DashboardMetrics>
}
