import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { auditPermissions } from './permissions.ts'
import { auditRoutes } from './routes.ts'
import { type AuditOptions, createAudit } from './service.ts'
import { createAuditStore } from './store.ts'

/** The record of who of the team did what. */
export function createAuditFeature({ db, clock }: Core, { listUsers }: Pick<AuditOptions, 'listUsers'>) {
  const audit = createAudit({ store: createAuditStore(db), clock, listUsers })
  return {
    permissions: auditPermissions,
    apiParts: [
      {
        name: 'Recorded actions',
        description: 'Who did what cannot be undone: exports, erasures, key changes.',
        group: 'team',
      },
    ],
    routes: [auditRoutes({ audit })],
    log: audit.log,
    approverOf: audit.approverOf,
  } satisfies Feature & Record<string, unknown>
}
