import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { auditRoutes } from './routes.ts'
import { createAudit } from './service.ts'

/** The record of who of the team did what. */
export function createAuditFeature({ db, clock }: Core) {
  const audit = createAudit({ db, clock })
  return {
    routes: [auditRoutes({ audit })],
    log: audit.log,
    approverOf: audit.approverOf,
  } satisfies Feature & Record<string, unknown>
}
