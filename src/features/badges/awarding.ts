import { type Issuer, readWrittenText, writeCredential } from '#features/badges/credentials/credential.ts'
import { createCredentialStore } from '#features/badges/credentials/credential-store.ts'
import type { Prove } from '#features/badges/credentials/proof.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { BadgeType } from '#shared/badge-types.ts'
import type { Language } from '#shared/languages.ts'
import { eventOf } from '#shared/webhooks/event.ts'
import type { BadgeText } from './contract.ts'
import { describeCredential } from './ledger-entries.ts'
import type { AnnounceEvents, BadgeLeads, BadgeLedger, NoteLeadEvents, PostMails } from './ports.ts'
import { type AwardRow, createAwardStore } from './store.ts'
import type { BadgeTexts } from './texts.ts'
import { badgeAwarded } from './webhook-events.ts'

export interface AwardingOptions {
  clock: Clock
  issuer: Issuer
  prove: Prove
  texts: Pick<BadgeTexts, 'read'>
  leads: Pick<BadgeLeads, 'lock' | 'addBadge'>
  noteEvents: NoteLeadEvents
  postMails: PostMails
  announce: AnnounceEvents
  ledger: Pick<BadgeLedger, 'record'>
}

/** A badge for several leads. */
export interface AwardOrder {
  leadIds: string[]
  type: BadgeType
  /** The user who awards it. */
  actorId: string | null
}

/** The result of awarding a badge to several leads. */
export interface AwardResult {
  awarded: AwardRow[]
  already: string[]
  missing: string[]
}

/** Makes the function that awards a badge to leads. */
export function createAwarding(options: AwardingOptions) {
  const { clock, issuer, prove, texts, leads, noteEvents, postMails, announce, ledger } = options

  async function readTexts(transaction: Database, type: BadgeType, languages: Iterable<Language>) {
    const found = new Map<Language, BadgeText>()
    for (const language of new Set(languages)) {
      found.set(language, await texts.read(transaction, type, language))
    }
    return found
  }

  /**
   * Awards a badge to leads in the caller's transaction: award, credential, the lead's badges and history, and the mail.
   * The leads are locked in the order of their ids, so that two such transactions cannot block each other.
   */
  return async (transaction: Database, { leadIds, type, actorId }: AwardOrder): Promise<AwardResult> => {
    const found = await leads.lock(transaction, leadIds)
    const ids = new Set(found.map(({ id }) => id))
    const missing = leadIds.filter((id) => !ids.has(id))
    const already = found.filter(({ badges }) => badges.includes(type)).map(({ id }) => id)
    const holders = found.filter(({ badges }) => !badges.includes(type))
    if (holders.length === 0) return { awarded: [], already, missing }

    const awardedAt = clock.now()
    const awarded = await createAwardStore(transaction).insert(
      holders.map(({ id }) => ({ leadId: id, badgeType: type, awardedAt, awardedBy: actorId })),
    )
    const awardOf = new Map(awarded.map((award) => [award.leadId, award]))
    const textOf = await readTexts(
      transaction,
      type,
      holders.map(({ language }) => language),
    )
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
    const given = credentials.map((credential, index) => ({ id: grants[index]?.award.id ?? '', credential }))
    await createCredentialStore(transaction).save(given)
    await ledger.record(transaction, given.map(describeCredential))
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
        actionUrl: awardUrl(issuer, award.id, language),
      })),
    )
    await announce(
      transaction,
      grants.map(({ award, holder }) =>
        eventOf(badgeAwarded, {
          data: { badge_id: award.id, lead_id: holder.id, type },
          ...{ at: awardedAt, personId: holder.id },
        }),
      ),
    )
    return { awarded, already, missing }
  }
}
export type GrantBadges = ReturnType<typeof createAwarding>

type ReissueOptions = Pick<AwardingOptions, 'clock' | 'issuer' | 'prove' | 'ledger'>

/**
 * Makes the function that signs a lead's badges again after a change of address: the same awards and texts with
 * the hash of the new address. Called in the transaction that changes the address, which has locked the lead.
 */
export function createReissue({ clock, issuer, prove, ledger }: ReissueOptions) {
  return async (transaction: Database, { id, email }: { id: string; email: string }): Promise<void> => {
    const store = createCredentialStore(transaction)
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
    const given = credentials.map((credential, index) => ({ id: written[index]?.award.id ?? '', credential }))
    await store.save(given)
    await ledger.record(transaction, given.map(describeCredential))
  }
}

/** The public page of an award, in a language or in the reader's own. */
export function awardUrl({ publicUrl }: Pick<Issuer, 'publicUrl'>, id: string, language?: Language): string {
  return `${publicUrl}${language ? `/${language}` : ''}/badges/${id}`
}
