import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Badge, type BadgeType } from '#features/badges/contract.ts'
import { createBadgeProgramme } from '#features/badges/programme.ts'
import { badgeHolders } from '#features/early-adopters/list/holders.ts'
import { earlyAdopters } from '#features/early-adopters/table.ts'
import { loadCatalogues } from '#platform/catalogues.ts'
import type { TestApp } from './build-app.ts'
import type { Send } from './http-client.ts'

type NewLead = typeof earlyAdopters.$inferInsert

/** Puts leads into the database; answers their ids, in order. */
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
      ...{ consentedAt: now, consentText: '', createdAt: now, welcomedAt: now, lastContactAt: now },
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

/** The badges of a test app as another process would have them, with keys of its own. */
export async function createSecondProgramme(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  changes: Partial<Parameters<typeof createBadgeProgramme>[0]> = {},
) {
  const { translator } = await loadCatalogues()
  return createBadgeProgramme({
    ...{ db, clock, translator, leads: badgeHolders, siteName: 'Firmeza' },
    publicUrl: 'http://localhost:3000',
    keysFolder: mkdtempSync(join(tmpdir(), 'firmeza-test-')),
    noteEvents: async () => {},
    postMails: async () => {},
    drawSeal: async () => ({ svg: '<svg/>', png: new Uint8Array() }),
    ...changes,
  })
}
