import type { Inviting } from '#features/signatures/invitations/inviting.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { isAllowed } from '#shared/permissions.ts'
import { Problem } from '#shared/problem.ts'
import type { Member } from '#shared/roles.ts'
import type { SignatureCounts, SignatureDetail, SignatureQuery, SignatureSummary } from './contract.ts'
import { createLinkStore } from './link-store.ts'
import { createSignatureListStore } from './list-store.ts'
import { signaturePermissions } from './permissions.ts'
import type { SignatureLead, SignatureLeads, SignatureLedger, SignatureOutlets } from './ports.ts'
import { createSignatureStore, type SignatureRow, stateOf } from './store.ts'

export interface SignatureOptions {
  db: Database
  clock: Clock
  leads: Pick<SignatureLeads, 'lock' | 'exists' | 'findNames' | 'isFound'>
  outlets: Pick<SignatureOutlets, 'noteEvents' | 'postMails' | 'recordInLedger' | 'forgetInLedger'>
  ledger: Pick<SignatureLedger, 'findEntryNumber'>
  publicUrl: string
  invite: Inviting['invite']
}

/** Signatures as the team sees and ends them. */
export function createSignatures(options: SignatureOptions) {
  const lists = createSignatureLists(options)
  return { ...lists, ...createSignatureChanges(options, lists.get), ...createLeadChanges(options) }
}
export type Signatures = ReturnType<typeof createSignatures>

function createSignatureLists({ db, clock, leads, ledger }: SignatureOptions) {
  const store = createSignatureStore(db)
  const lists = createSignatureListStore(db)

  async function nameLeads(rows: readonly SignatureRow[]) {
    const names = await leads.findNames(
      db,
      rows.flatMap(({ leadId }) => leadId ?? []),
    )
    return (row: SignatureRow) => {
      const name = row.leadId === null ? undefined : names.get(row.leadId)
      return row.leadId !== null && name !== undefined ? { id: row.leadId, name } : null
    }
  }

  async function describe(row: SignatureRow, reader: Member): Promise<SignatureDetail> {
    const leadOf = await nameLeads([row])
    const ledgerIndex = row.ledgerEntry === null ? undefined : await ledger.findEntryNumber(row.ledgerEntry)
    return toDetail(row, { lead: leadOf(row), now: clock.now(), reader, ledgerIndex })
  }

  return {
    /** Signatures, newest first. A search finds them by what the user may see of them. */
    async list(query: SignatureQuery, reader: Member): Promise<{ items: SignatureSummary[]; total: number }> {
      const now = clock.now()
      const { rows, total } = await lists.list(query, now, {
        isFound: (leadId, search) => leads.isFound(db, leadId, search, reader),
        readsForms: isAllowed(reader, signaturePermissions.readForms),
      })
      const leadOf = await nameLeads(rows)
      return { items: rows.map((row) => toSummary(row, leadOf(row), now)), total }
    },

    /** How many signatures there are in each state. */
    async count(): Promise<SignatureCounts> {
      const counts = await lists.countByState(clock.now())
      const total = Object.values(counts).reduce((sum, one) => sum + one, 0)
      return { total, by_state: counts }
    },

    /** A signature; what the person wrote only for those who may read it. @throws {Problem} 404 */
    async get(id: string, reader: Member): Promise<SignatureDetail> {
      const row = await store.find(id)
      if (!row) throw new Problem('signature_not_found', 404)
      return describe(row, reader)
    },

    /** The signature of a lead: the one that is not revoked, else the newest; none before. @throws {Problem} 404 for no lead */
    async findOfLead(leadId: string, reader: Member): Promise<SignatureDetail | undefined> {
      const row = await store.findOfLead(leadId)
      if (row) return describe(row, reader)
      if (!(await leads.exists(db, leadId))) throw new Problem('lead_not_found', 404)
      return undefined
    },

    /** All signatures of a lead as the person reads them. */
    async describeOfLead(leadId: string) {
      const rows = await store.listOfLead(leadId)
      return rows.map((row) => describeForHolder(row, clock.now()))
    },
  }
}

function createSignatureChanges(
  { db, clock, leads, outlets, invite, publicUrl }: SignatureOptions,
  describe: (id: string, reader: Member) => Promise<SignatureDetail>,
) {
  /** Tells the holder of an activated signature that it was revoked, and why. */
  async function tellHolder(
    transaction: Database,
    { id: leadId, email, name, language, segment }: SignatureLead,
    { id, certificateId, revokeReason }: SignatureRow,
  ): Promise<void> {
    await outlets.postMails(transaction, [
      {
        cause: `signature_revoked:${id}`,
        kind: 'signature_revoked',
        to: { email, name, language, leadId, segment },
        variables: { name, reason: revokeReason ?? '' },
        actionUrl: `${publicUrl}/${language}/verify/${certificateId}`,
      },
    ])
  }

  return {
    /**
     * Sends a new link of a signature, which ends the earlier ones.
     * @throws {Problem} 404, 409 when it is activated, revoked or erased, or no mail may be sent to the person
     */
    async resend(id: string, actor: Member & { id: string }): Promise<SignatureDetail> {
      await db.transaction(async (transaction) => {
        const row = await createSignatureStore(transaction).find(id)
        if (!row) throw new Problem('signature_not_found', 404)
        if (row.leadId === null || row.revokedAt) throw new Problem('signature_ended', 409)
        const { already, skipped, missing } = await invite(transaction, {
          leadIds: [row.leadId],
          actorId: actor.id,
        })
        if (missing.length > 0) throw new Problem('signature_ended', 409)
        if (already.length > 0) throw new Problem('signature_already_activated', 409)
        if (skipped.length > 0) throw new Problem('mail_stopped', 409)
        // Revoked just before the lead was locked: the invitation has then made another signature.
        const now = await createSignatureStore(transaction).find(id)
        if (now?.revokedAt) throw new Problem('signature_ended', 409)
      })
      return describe(id, actor)
    },

    /**
     * Revokes a signature, with a reason that its certificate shows. One that is not activated ends with its links.
     * @throws {Problem} 404, 409 when it is revoked or its holder was erased
     */
    async revoke(id: string, reason: string, actor: Member & { id: string }): Promise<SignatureDetail> {
      await db.transaction(async (transaction) => {
        const store = createSignatureStore(transaction)
        const known = await store.find(id)
        if (!known) throw new Problem('signature_not_found', 404)
        // Locks the lead first, in the same order as inviting.
        const [lead] = known.leadId ? await leads.lock(transaction, [known.leadId]) : []
        const row = await store.lock(id)
        if (!row || row.revokedAt || row.erasedAt) throw new Problem('signature_ended', 409)
        const revokedAt = clock.now()
        await store.update(id, { revokedAt, revokedBy: actor.id, revokeReason: reason })
        if (row.activatedAt === null) await createLinkStore(transaction).deleteOf([id])
        else {
          const statement = {
            ...{ type: 'revocation', of: 'signature', certificate: row.certificateId },
            revoked_at: revokedAt.toISOString(),
          }
          await outlets.recordInLedger(transaction, [
            { id: crypto.randomUUID(), kind: 'revocation', subject: id, statement },
          ])
        }
        if (row.leadId) {
          const { leadId } = row
          await outlets.noteEvents(transaction, [{ leadId, kind: 'signature_revoked', actorId: actor.id }])
        }
        if (lead && row.activatedAt) await tellHolder(transaction, lead, { ...row, revokeReason: reason })
      })
      return describe(id, actor)
    },
  }
}

/** What becomes of a lead's signatures with the lead. */
function createLeadChanges({ clock, outlets }: SignatureOptions) {
  return {
    /**
     * Ends the links with which a lead could activate their signature; a used one opens its certificate as before. Call it in a
     * transaction that has locked the lead.
     */
    async endLinks(transaction: Database, leadId: string): Promise<void> {
      const rows = await createSignatureStore(transaction).lockOfLeads([leadId])
      const open = rows.filter(({ activatedAt }) => activatedAt === null)
      await createLinkStore(transaction).deleteOf(open.map(({ id }) => id))
    },

    /**
     * Removes everything that names the person from a lead's signatures, and makes the ledger forget it. Call it in the
     * transaction that erases the lead, before the lead is deleted.
     */
    async eraseLead(transaction: Database, leadId: string): Promise<void> {
      const erased = await createSignatureStore(transaction).erase(leadId, clock.now())
      if (erased.length === 0) return
      const ids = erased.map((row) => row.id)
      await createLinkStore(transaction).deleteOf(ids)
      await outlets.forgetInLedger(transaction, ids)
    },
  }
}

const iso = (at: Date | null) => at?.toISOString() ?? null

function toSummary(row: SignatureRow, lead: SignatureSummary['lead'], now: Date): SignatureSummary {
  return {
    id: row.id,
    state: stateOf(row, now),
    lead,
    invited_at: row.invitedAt.toISOString(),
    invited_by: row.invitedBy,
    expires_at: row.expiresAt.toISOString(),
    opened_at: iso(row.openedAt),
    started_at: iso(row.startedAt),
    activated_at: iso(row.activatedAt),
    revoked_at: iso(row.revokedAt),
    blockchain_address: row.address,
    certificate_id: row.certificateId,
  }
}

/** What a person wrote; null until then and once they were erased. */
export function formOf(row: SignatureRow): SignatureDetail['form'] {
  const { fullName, organization, position, country, phoneNumber, linkedinProfile, useCase } = row
  if (fullName === null || organization === null || position === null || country === null) return null
  return {
    ...{ fullName, organization, position, country, phoneNumber: phoneNumber ?? '' },
    ...{ linkedinProfile: linkedinProfile ?? '', useCase: useCase ?? '' },
  }
}

interface DetailContext {
  lead: SignatureSummary['lead']
  now: Date
  reader: Member
  ledgerIndex: number | undefined
}

function toDetail(row: SignatureRow, { lead, now, reader, ledgerIndex }: DetailContext): SignatureDetail {
  return {
    ...toSummary(row, lead, now),
    reminded_at: iso(row.remindedAt),
    links_sent: row.linksSent,
    revoke_reason: row.revokeReason,
    erased_at: iso(row.erasedAt),
    form: isAllowed(reader, signaturePermissions.readForms) ? formOf(row) : null,
    key_epoch: row.keyEpoch,
    ledger_entry: row.ledgerEntry,
    ledger_index: ledgerIndex ?? null,
  }
}

/** A signature as its holder reads it among their data. */
function describeForHolder(row: SignatureRow, now: Date) {
  const form = formOf(row)
  return {
    state: stateOf(row, now),
    invited_at: row.invitedAt.toISOString(),
    opened_at: iso(row.openedAt),
    started_at: iso(row.startedAt),
    activated_at: iso(row.activatedAt),
    ...(row.revokedAt && { revoked_at: iso(row.revokedAt), revoke_reason: row.revokeReason }),
    ...(form && {
      certificate_id: row.certificateId,
      blockchain_address: row.address,
      full_name: form.fullName,
      organization: form.organization,
      position: form.position,
      country: form.country,
      phone_number: form.phoneNumber,
      linkedin_profile: form.linkedinProfile,
      use_case: form.useCase,
      terms_date: row.termsDate,
      language: row.language,
    }),
  }
}
