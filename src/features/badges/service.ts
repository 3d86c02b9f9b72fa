import type { Issuer } from '#features/badges/credentials/credential.ts'
import { createCredentialStore } from '#features/badges/credentials/credential-store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { BadgeType } from '#shared/badge-types.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { Member } from '#shared/roles.ts'
import { awardUrl, type GrantBadges } from './awarding.ts'
import type { Award, AwardedBadge, AwardedBadgeQuery, Badge, BadgePage } from './contract.ts'
import { describeRevocation } from './ledger-entries.ts'
import type { BadgeLeads, BadgeLedger, NoteLeadEvents } from './ports.ts'
import { type AwardRow, createAwardStore } from './store.ts'
import type { BadgeTexts } from './texts.ts'

interface BadgeOptions {
  db: Database
  clock: Clock
  issuer: Issuer
  texts: Pick<BadgeTexts, 'read'>
  leads: Pick<BadgeLeads, 'lock' | 'exists' | 'removeBadge' | 'findNames' | 'isFound'>
  noteEvents: NoteLeadEvents
  grant: GrantBadges
  ledger: BadgeLedger
}

/** Awarding, revoking and listing badges. */
export function createBadges(options: BadgeOptions) {
  return { ...createAwards(options), ...createAwardLists(options) }
}
export type Badges = ReturnType<typeof createBadges>

function createAwards({ db, clock, issuer, leads, noteEvents, grant, ledger }: BadgeOptions) {
  return {
    /** Awards a badge to a lead. @throws {Problem} 404, 409 when the lead holds it */
    async award({ lead_id, badge_type }: Award, actorId: string): Promise<Badge> {
      const { awarded, missing } = await db.transaction((transaction) =>
        grant(transaction, { leadIds: [lead_id], type: badge_type, actorId }),
      )
      if (missing.length > 0) throw new Problem('lead_not_found', 404)
      const [row] = awarded
      if (!row) throw new Problem('badge_held', 409)
      return toBadge(row, issuer)
    },

    /** Revokes a badge, with a reason that its public page shows. @throws {Problem} 404, 409 when it is not held */
    async revoke(id: string, reason: string, actorId: string): Promise<Badge> {
      return db.transaction(async (transaction) => {
        const store = createAwardStore(transaction)
        const award = await store.find(id)
        if (!award) throw new Problem('badge_not_found', 404)
        // Locks the lead first, in the same order as awarding.
        if (award.leadId) await leads.lock(transaction, [award.leadId])
        const now = clock.now()
        const revoked = await store.revoke(id, now, reason)
        if (!revoked) throw new Problem('badge_not_held', 409)
        await ledger.record(transaction, [describeRevocation(id, now)])
        if (revoked.leadId) {
          const { leadId, badgeType } = revoked
          await leads.removeBadge(transaction, leadId, badgeType)
          const detail = { badge: badgeType }
          await noteEvents(transaction, [{ leadId, kind: 'badge_revoked', actorId, detail }])
        }
        return toBadge(revoked, issuer)
      })
    },

    /**
     * Removes everything that names the person from a lead's awards, and revokes them in the status list. Call it in the
     * transaction that erases the lead, before the lead is deleted. The ledger forgets what it says of them. Returns the ids of the awards.
     */
    async eraseLead(transaction: Database, leadId: string): Promise<string[]> {
      const ids = await createAwardStore(transaction).erase(leadId, clock.now())
      await ledger.forget(transaction, ids)
      return ids
    },
  }
}

function createAwardLists({ db, issuer, texts, leads }: BadgeOptions) {
  return {
    /** Awards, newest first. A search finds holders by what the user may see of them. */
    async list(query: AwardedBadgeQuery, reader: Member): Promise<{ items: AwardedBadge[]; total: number }> {
      const { search } = query
      const { rows, total } = await createAwardStore(db).list(query, (leadId) =>
        search ? leads.isFound(db, leadId, search, reader) : undefined,
      )
      const names = await leads.findNames(
        db,
        rows.flatMap(({ leadId }) => leadId ?? []),
      )
      const items = rows.map((row) => {
        const { leadId } = row
        const name = leadId === null ? undefined : names.get(leadId)
        return {
          ...toBadge(row, issuer),
          lead: leadId !== null && name !== undefined ? { id: leadId, name } : null,
        }
      })
      return { items, total }
    },

    /** All awards of a lead, newest first. @throws {Problem} 404 */
    async listOfLead(leadId: string): Promise<Badge[]> {
      const rows = await createAwardStore(db).listOfLead(leadId)
      if (rows.length === 0 && !(await leads.exists(db, leadId))) throw new Problem('lead_not_found', 404)
      return rows.map((row) => toBadge(row, issuer))
    },

    /** The same for the person, with the names of the badges in a language. */
    async describeOfLead(leadId: string, language: Language): Promise<(Badge & { name: string })[]> {
      const rows = await createAwardStore(db).listOfLead(leadId)
      return Promise.all(
        rows.map(async (row) => ({
          ...toBadge(row, issuer),
          name: (await texts.read(db, row.badgeType, language)).name,
        })),
      )
    },

    /** The data of the public page of an award. @throws {Problem} 410 once its holder was erased */
    async findPublicAward(id: string, language: Language): Promise<BadgePage | undefined> {
      const row = await createAwardStore(db).find(id)
      if (!row) return undefined
      const holder =
        row.leadId === null ? undefined : (await leads.findNames(db, [row.leadId])).get(row.leadId)
      if (holder === undefined) throw new Problem('gone', 410)
      const text = await texts.read(db, row.badgeType, language)
      return {
        id,
        type: row.badgeType,
        ...text,
        holder,
        awardedAt: row.awardedAt.toISOString(),
        revokedAt: row.revokedAt?.toISOString() ?? null,
        revokeReason: row.revokeReason,
        issuer: issuer.did,
        credentialPath: `/credentials/${id}.json`,
        pngPath: `/credentials/${id}/badge.png`,
        svgPath: `/credentials/${id}/badge.svg`,
      }
    },

    /** The signed credential of an award. @throws {Problem} 404, 410 once its holder was erased */
    async getCredential(id: string): Promise<{ type: BadgeType; credential: Record<string, unknown> }> {
      const row = await createCredentialStore(db).find(id)
      if (!row) throw new Problem('not_found', 404)
      if (!row.credential) throw new Problem('gone', 410)
      return { type: row.badgeType, credential: row.credential }
    },
  }
}

function toBadge(row: AwardRow, issuer: Issuer): Badge {
  return {
    id: row.id,
    lead_id: row.leadId,
    badge_type: row.badgeType,
    awarded_at: row.awardedAt.toISOString(),
    awarded_by: row.awardedBy,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    revoke_reason: row.revokeReason,
    erased_at: row.erasedAt?.toISOString() ?? null,
    url: awardUrl(issuer, row.id),
  }
}
