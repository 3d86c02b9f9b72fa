import { type Issuer, readWrittenText, writeCredential } from '#features/badges/credentials/credential.ts'
import type { Prove } from '#features/badges/credentials/proof.ts'
import type { LeadEventKind } from '#features/early-adopters/contract.ts'
import type { MailOrder } from '#features/mail/contract.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { Segment } from '#shared/segments.ts'
import type {
  Award,
  AwardedBadge,
  AwardedBadgeQuery,
  Badge,
  BadgePage,
  BadgeText,
  BadgeType,
} from './contract.ts'
import { type AwardRow, createBadgeStore } from './store.ts'
import type { BadgeTexts } from './texts.ts'

/** A lead as whoever awards badges sees it. */
export interface Holder {
  id: string
  name: string
  email: string
  language: Language
  segment: Segment
  badges: BadgeType[]
}

interface LeadEvent {
  leadId: string
  kind: LeadEventKind
  actorId: string | null
  detail: Record<string, string>
}

export interface BadgeOptions {
  db: Database
  clock: Clock
  issuer: Issuer
  prove: Prove
  texts: BadgeTexts
  /** The leads, who belong to another feature. */
  leads: {
    lock(db: Database, ids: string[]): Promise<Holder[]>
    exists(db: Database, id: string): Promise<boolean>
    addBadge(db: Database, ids: string[], type: BadgeType): Promise<void>
    removeBadge(db: Database, id: string, type: BadgeType): Promise<void>
    namesOf(db: Database, ids: string[]): Promise<Map<string, string>>
  }
  noteEvents(db: Database, events: LeadEvent[]): Promise<void>
  postMails(db: Database, orders: MailOrder[]): Promise<void>
}

/** What came of awarding a badge to several leads. */
export interface AwardResult {
  awarded: AwardRow[]
  already: string[]
  missing: string[]
}

/** The rules of awards. */
export function createBadges({
  db,
  clock,
  issuer,
  prove,
  texts,
  leads,
  noteEvents,
  postMails,
}: BadgeOptions) {
  const urlOf = (id: string, language?: Language) =>
    `${issuer.publicUrl}${language ? `/${language}` : ''}/badges/${id}`

  /**
   * Gives leads a badge, in the caller's transaction: award, credential, what is known of the lead, and the mail, or
   * nothing of it. The leads are locked in the order of their ids, so that two who award at once take turns.
   */
  async function grant(
    transaction: Database,
    { leadIds, type, actorId }: { leadIds: string[]; type: BadgeType; actorId: string | null },
  ): Promise<AwardResult> {
    const store = createBadgeStore(transaction)
    const found = await leads.lock(transaction, leadIds)
    const ids = new Set(found.map(({ id }) => id))
    const missing = leadIds.filter((id) => !ids.has(id))
    const already = found.filter(({ badges }) => badges.includes(type)).map(({ id }) => id)
    const holders = found.filter(({ badges }) => !badges.includes(type))
    if (holders.length === 0) return { awarded: [], already, missing }

    const awardedAt = clock.now()
    const awarded = await store.insert(
      holders.map(({ id }) => ({ leadId: id, badgeType: type, awardedAt, awardedBy: actorId })),
    )
    const awardOf = new Map(awarded.map((award) => [award.leadId, award]))
    const textOf = new Map<Language, BadgeText>()
    for (const language of new Set(holders.map((holder) => holder.language))) {
      textOf.set(language, await texts.read(transaction, type, language))
    }
    const grants = holders.map((holder) => {
      const award = awardOf.get(holder.id)
      const text = textOf.get(holder.language)
      if (!award || !text) throw new Error('an award was inserted but not answered')
      return { award, holder, text }
    })
    const credentials = await prove(
      grants.map((one) => writeCredential(issuer, { ...one, issuedAt: awardedAt })),
      transaction,
    )
    await store.setCredentials(
      credentials.map((credential, index) => ({ id: grants[index]?.award.id ?? '', credential })),
    )
    const holderIds = holders.map(({ id }) => id)
    await leads.addBadge(transaction, holderIds, type)
    await noteEvents(
      transaction,
      holderIds.map((leadId) => ({ leadId, kind: 'badge_awarded', actorId, detail: { badge: type } })),
    )
    await postMails(
      transaction,
      grants.map(({ award, holder: { id: leadId, email, name, language, segment }, text }) => ({
        cause: `badge:${award.id}`,
        kind: 'badge_awarded',
        to: { email, name, language, leadId, segment },
        variables: { name, badge: text.name },
        actionUrl: urlOf(award.id, language),
      })),
    )
    return { awarded, already, missing }
  }

  function toBadge(row: AwardRow): Badge {
    return {
      id: row.id,
      lead_id: row.leadId,
      badge_type: row.badgeType,
      awarded_at: row.awardedAt.toISOString(),
      awarded_by: row.awardedBy,
      revoked_at: row.revokedAt?.toISOString() ?? null,
      revoke_reason: row.revokeReason,
      erased_at: row.erasedAt?.toISOString() ?? null,
      url: urlOf(row.id),
    }
  }

  return {
    grant,

    /** Gives a lead a badge. @throws {Problem} 404, 409 when the lead holds it */
    async award({ lead_id, badge_type }: Award, actorId: string): Promise<Badge> {
      const { awarded, missing } = await db.transaction((transaction) =>
        grant(transaction, { leadIds: [lead_id], type: badge_type, actorId }),
      )
      if (missing.length > 0) throw new Problem('lead_not_found', 404)
      const [row] = awarded
      if (!row) throw new Problem('badge_held', 409)
      return toBadge(row)
    },

    /** Takes a badge back, with a reason that its public page tells. @throws {Problem} 404, 409 when it is not held */
    async revoke(id: string, reason: string, actorId: string): Promise<Badge> {
      return db.transaction(async (transaction) => {
        const store = createBadgeStore(transaction)
        const award = await store.find(id)
        if (!award) throw new Problem('badge_not_found', 404)
        // The lead first, as whoever awards does.
        if (award.leadId) await leads.lock(transaction, [award.leadId])
        const revoked = await store.revoke(id, clock.now(), reason)
        if (!revoked) throw new Problem('badge_not_held', 409)
        if (revoked.leadId) {
          const { leadId, badgeType } = revoked
          await leads.removeBadge(transaction, leadId, badgeType)
          const detail = { badge: badgeType }
          await noteEvents(transaction, [{ leadId, kind: 'badge_revoked', actorId, detail }])
        }
        return toBadge(revoked)
      })
    },

    async list(query: AwardedBadgeQuery): Promise<{ items: AwardedBadge[]; total: number }> {
      const { rows, total } = await createBadgeStore(db).list(query)
      const names = await leads.namesOf(
        db,
        rows.flatMap(({ leadId }) => leadId ?? []),
      )
      const items = rows.map((row) => {
        const { leadId } = row
        const name = leadId === null ? undefined : names.get(leadId)
        return { ...toBadge(row), lead: leadId !== null && name !== undefined ? { id: leadId, name } : null }
      })
      return { items, total }
    },

    /** All that a lead was ever awarded, newest first. @throws {Problem} 404 */
    async listOfLead(leadId: string): Promise<Badge[]> {
      const rows = await createBadgeStore(db).listOfLead(leadId)
      if (rows.length === 0 && !(await leads.exists(db, leadId))) throw new Problem('lead_not_found', 404)
      return rows.map(toBadge)
    },

    /** The same for the person, with what each is called in a language. */
    async describeOfLead(leadId: string, language: Language): Promise<(Badge & { name: string })[]> {
      const rows = await createBadgeStore(db).listOfLead(leadId)
      return Promise.all(
        rows.map(async (row) => ({
          ...toBadge(row),
          name: (await texts.read(db, row.badgeType, language)).name,
        })),
      )
    },

    /** What the public page of an award shows. @throws {Problem} 410 once its holder was erased */
    async findPublicAward(id: string, language: Language): Promise<BadgePage | undefined> {
      const row = await createBadgeStore(db).find(id)
      if (!row) return undefined
      const holder = row.leadId === null ? undefined : (await leads.namesOf(db, [row.leadId])).get(row.leadId)
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
      const row = await createBadgeStore(db).findWithCredential(id)
      if (!row) throw new Problem('not_found', 404)
      if (!row.credential) throw new Problem('gone', 410)
      return { type: row.badgeType, credential: row.credential }
    },

    /**
     * Signs the badges that a lead holds anew, because their address has changed: the same awards in the same words, at
     * the same places, with another hash. To be called in the transaction that changes the address, which has locked
     * the lead.
     */
    async reissue(transaction: Database, { id, email }: { id: string; email: string }): Promise<void> {
      const store = createBadgeStore(transaction)
      const written = (await store.lockHeld(id)).flatMap(({ credential, ...award }) =>
        credential ? [{ award, ...readWrittenText(credential) }] : [],
      )
      if (written.length === 0) return
      const issuedAt = clock.now()
      const credentials = await prove(
        written.map(({ award, language, text }) =>
          writeCredential(issuer, { award, text, issuedAt, holder: { email, language } }),
        ),
        transaction,
      )
      await store.setCredentials(
        credentials.map((credential, index) => ({ id: written[index]?.award.id ?? '', credential })),
      )
    },

    /**
     * Leaves nothing of a lead's awards that names the person, and says in the status list that they no longer count.
     * To be called in the transaction that erases the lead, before the lead itself is gone. Answers their ids.
     */
    eraseLead: (transaction: Database, leadId: string): Promise<string[]> =>
      createBadgeStore(transaction).erase(leadId, clock.now()),
  }
}
