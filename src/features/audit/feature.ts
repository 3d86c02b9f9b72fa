import type { Core } from '#core.ts'
import type { Feature, PersonalDataSource } from '#feature.ts'
import { createActions } from './actions.ts'
import { createChaining } from './chain/chaining.ts'
import { createChecking } from './chain/checking.ts'
import { createAuditExports } from './exports.ts'
import { measureAudit } from './metrics.ts'
import { auditPermissions } from './permissions.ts'
import { auditExportRoutes, auditRoutes } from './routes.ts'
import { type AuditOptions, createAudit, valuesOf } from './service.ts'
import { type AuditStore, createActionStore, createAuditStore } from './store.ts'

/** The record of who changed what, which the database writes, and its chain of hashes. */
export function createAuditFeature(core: Core, { listUsers }: Pick<AuditOptions, 'listUsers'>) {
  const { db, reserve, clock, log, registry } = core
  const store = createAuditStore(db)
  const audit = createAudit({ store, listUsers })
  const actions = createActions({ store: createActionStore(db), clock, listUsers })
  const chaining = createChaining({ db })
  const checking = createChecking({ db, clock, log })
  measureAudit(registry, reserve.db)
  return {
    permissions: auditPermissions,
    apiParts: [
      {
        name: 'Audit log',
        description:
          'Every change: who, what, before and after. The entries form a chain of hashes, in which a change or removal shows.',
        group: 'team',
      },
    ],
    routes: [
      auditRoutes({ audit, actions, checking }),
      auditExportRoutes({ exports: createAuditExports({ store, audit }) }),
    ],
    pollers: [chaining.poller],
    jobs: [checking.job],
    personalData: createPersonalData(store),
    log: actions.log,
    approverOf: actions.approverOf,
  } satisfies Feature & Record<string, unknown>
}

/** What is recorded about a lead. The database erases it with them. */
function createPersonalData(store: AuditStore): PersonalDataSource {
  return {
    async describe({ id }) {
      const entries = await store.listAbout(id)
      const changes = entries.map((entry) => {
        const { before, after } = valuesOf(entry)
        return { at: entry.at.toISOString(), by: entry.authorKind, what: entry.subject, before, after }
      })
      return changes.length > 0 ? { changes } : {}
    },
  }
}
