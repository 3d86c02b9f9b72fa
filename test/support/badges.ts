import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Badge } from '#features/badges/contract.ts'
import { createBadgeServices } from '#features/badges/feature.ts'
import { badgeLeads } from '#features/early-adopters/records/badge-lead-store.ts'
import { earlyAdopters } from '#features/early-adopters/table.ts'
import { loadCatalogues } from '#platform/catalogues.ts'
import { createEncryption } from '#platform/encryption.ts'
import { createLog } from '#platform/log.ts'
import type { BadgeType } from '#shared/badge-types.ts'
import { readConfig } from '../../src/config.ts'
import { type TestApp, testSecret } from './build-app.ts'
import type { Send } from './http-client.ts'

type NewLead = typeof earlyAdopters.$inferInsert

/** Inserts leads; returns their ids, in order. */
export async function insertLeads(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  count: number,
  changes: Partial<NewLead> = {},
): Promise<string[]> {
  const now = clock.now()
  const rows = Array.from({ length: count }, () => {
    const id = crypto.randomUUID()
    return {
      ...{ id, email: `Lead-${id}@example.org`, emailKey: `lead-${id}@example.org`, name: 'Ana Ñandú' },
      ...{ segment: 'developer' as const, interests: [], language: 'es' as const, searchText: 'ana nandu' },
      ...{ consentedAt: now, consentText: '', createdAt: now, lastContactAt: now },
      ...changes,
    }
  })
  await db.insert(earlyAdopters).values(rows)
  return rows.map(({ id }) => id).sort()
}

/** Awards a badge as the admin does. */
export async function awardBadge(admin: Send, leadId: string, type: BadgeType = 'pioneer'): Promise<Badge> {
  return (await admin('/api/badges', { json: { lead_id: leadId, badge_type: type } })).read(Badge)
}

type Options = Parameters<typeof createBadgeServices>
type Changes = Partial<Pick<Options[0], 'publicUrl' | 'clock' | 'dataDir' | 'config'> & Options[1]>

/** The badge service of another process of a test app, with a data folder of its own. */
export async function createSecondProcess(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  changes: Changes = {},
) {
  const { translator } = await loadCatalogues()
  const { publicUrl = 'http://localhost:3000', dataDir = mkdtempSync(join(tmpdir(), 'firmeza-test-')) } =
    changes
  return createBadgeServices(
    {
      ...{ db, clock: changes.clock ?? clock, translator, siteName: () => 'Firmeza', publicUrl, dataDir },
      encryption: createEncryption({ current: testSecret, earlier: [] }),
      config: changes.config ?? readConfig({}),
      log: createLog('silent'),
    },
    {
      leads: badgeLeads,
      noteEvents: async () => {},
      postMails: async () => {},
      announce: async () => {},
      ledger: { record: async () => {}, forget: async () => {} },
      drawSeal: async () => ({ svg: '<svg/>', png: new Uint8Array() }),
      ...changes,
    },
  )
}
