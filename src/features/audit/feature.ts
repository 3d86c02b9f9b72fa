import type { Core } from '#core.ts'
import type { Feature, PersonalDataSource } from '#feature.ts'
import { createChaining } from '#features/audit/chain/chaining.ts'
import { type CheckingOptions, createChecking } from '#features/audit/chain/checking.ts'
import { createAuditBackup } from '#features/audit/restoring/restoring.ts'
import { createActions } from './actions.ts'
import type { Fields } from './contract.ts'
import { createAuditExports } from './exports.ts'
import { measureAudit } from './metrics.ts'
import { auditNotifications } from './notifications.ts'
import { auditPermissions } from './permissions.ts'
import { auditExportRoutes, auditRoutes } from './routes.ts'
import { type AuditOptions, createAudit, valuesOf } from './service.ts'
import { type AuditStore, createActionStore, createAuditStore } from './store.ts'

type AuditNeeds = Pick<AuditOptions, 'listUsers'> & Pick<CheckingOptions, 'notify' | 'ledger'>

/** The record of who changed what, which the database writes, and its chain of hashes. */
export function createAuditFeature(core: Core, { listUsers, notify, ledger }: AuditNeeds) {
  const { db, reserve, clock, log, registry } = core
  const store = createAuditStore(db)
  const audit = createAudit({ store, listUsers })
  const actions = createActions({ store: createActionStore(db), clock, listUsers })
  const chaining = createChaining({ db })
  const checking = createChecking({ db, clock, log, notify, ledger })
  measureAudit(registry, reserve.db)
  return {
    permissions: auditPermissions,
    notifications: auditNotifications,
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
    personalData: createPersonalData(store, core),
    backup: createAuditBackup({ clock }),
    log: actions.log,
    approverOf: actions.approverOf,
  } satisfies Feature & Record<string, unknown>
}

// What the tables with personal values of leads are called, in the texts of the panel.
const namesOfTables: Readonly<Record<string, string>> = {
  early_adopters: 'lead',
  lead_enquiries: 'enquiry',
  lead_notes: 'note',
  lead_email_changes: 'addressChange',
  tagged_leads: 'taggedLead',
  badge_awards: 'award',
  signatures: 'signature',
}

/** What is recorded about a lead. The database erases it with them. */
function createPersonalData(store: AuditStore, { translator }: Core): PersonalDataSource {
  return {
    async describe({ id }, language) {
      const entries = await store.listAbout(id)
      const t = translator(language)
      const authorOf = (kind: string) => (kind === 'visitor' ? 'you' : kind === 'user' ? 'team' : 'system')
      const changes = entries.map((entry) => {
        const { before, after } = valuesOf(entry)
        const table = namesOfTables[entry.subject]
        return {
          at: entry.at.toISOString(),
          by: t(`audit:audit.by.${authorOf(entry.authorKind)}`),
          what: table ? t(`audit:audit.subjects.${table}`) : entry.subject,
          ...{ before: writeValues(before), after: writeValues(after) },
        }
      })
      return changes.length > 0 ? { changes } : {}
    },
  }
}

function writeValues(fields: Fields): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ')
}
