import { createLinkStore } from '#features/signatures/link-store.ts'
import { activationPath, type LinkKind } from '#features/signatures/model.ts'
import type { SignatureLead, SignatureLeads, SignatureOutlets } from '#features/signatures/ports.ts'
import { signatureSettings } from '#features/signatures/settings.ts'
import { createSignatureStore, type SignatureRow } from '#features/signatures/store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { hashToken, makeToken } from '#platform/secrets/bearer-token.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import type { Language } from '#shared/languages.ts'
import { writeMoment } from '#shared/time/written-moment.ts'

export interface InvitingOptions {
  clock: Clock
  settings: Pick<LiveSettings, 'get'>
  leads: Pick<SignatureLeads, 'lock'>
  outlets: Pick<SignatureOutlets, 'noteEvents' | 'postMails'>
  publicUrl: string
  /** The time zone of the site, in which mails say when a link ends. */
  timeZone(): string
}

/** Whom to invite. */
export interface InvitationOrder {
  leadIds: readonly string[]
  /** The user who invites them; none for the product itself. */
  actorId: string | null
}

/** What became of each lead of an order, by their ids. */
export interface InvitationResult {
  invited: string[]
  /** Their signature is activated. */
  already: string[]
  /** No mail may be sent to them that they did not ask for. */
  skipped: string[]
  /** They do not exist. */
  missing: string[]
}

/** A signature, and its lead, to whom a link is sent. */
export interface Addressee {
  lead: SignatureLead
  row: SignatureRow
}

const mailKinds = {
  invitation: 'activation_invitation',
  reminder: 'activation_reminder',
  requested: 'activation_link',
} as const satisfies Record<LinkKind, string>

/** Makes the functions that renew signatures and send links, in the caller's transaction. */
function createLinkSending({
  clock,
  settings,
  outlets,
  publicUrl,
  timeZone,
}: Omit<InvitingOptions, 'leads'>) {
  /** Adds a link to each signature and orders the mail with it. Only the mail knows its token. */
  async function sendLinks(
    transaction: Database,
    addressees: readonly Addressee[],
    kind: LinkKind,
  ): Promise<void> {
    const createdAt = clock.now()
    const sent = addressees.map((addressee) => ({ ...addressee, token: makeToken('') }))
    await createLinkStore(transaction).insert(
      sent.map(({ row, token }) => ({
        ...{ tokenHash: hashToken(token), signatureId: row.id, kind, createdAt },
        expiresAt: row.expiresAt,
      })),
    )
    await outlets.postMails(
      transaction,
      sent.map(({ row, token, lead: { id: leadId, email, name, language, segment } }) => ({
        cause: `${mailKinds[kind]}:${row.id}:${row.linksSent}`,
        kind: mailKinds[kind],
        to: { email, name, language, leadId, segment },
        variables: { name, when: writeMoment(row.expiresAt, language, timeZone()) },
        actionUrl: activationUrl(publicUrl, token, language),
      })),
    )
  }

  /** Makes each signature one that was invited just now, or adds it; what was sent for it before opens nothing any more. */
  async function renew(
    transaction: Database,
    addressed: readonly { lead: SignatureLead; row: SignatureRow | undefined }[],
    actorId: string | null,
  ): Promise<Addressee[]> {
    const store = createSignatureStore(transaction)
    const invitedAt = clock.now()
    const hours = settings.get(signatureSettings.linkHours)
    const expiresAt = new Date(invitedAt.getTime() + hours * 3_600_000)
    const terms = { invitedAt, expiresAt, invitedBy: actorId, remindedAt: null }
    const known = addressed.flatMap(({ lead, row }) => (row ? [{ lead, row }] : []))
    const unknown = addressed.flatMap(({ lead, row }) => (row ? [] : [lead]))
    await createLinkStore(transaction).deleteOf(known.map(({ row }) => row.id))
    const renewed: Addressee[] = []
    for (const { lead, row } of known) {
      renewed.push({ lead, row: await store.update(row.id, { ...terms, linksSent: row.linksSent + 1 }) })
    }
    const added = await store.insert(unknown.map(({ id }) => ({ ...terms, leadId: id })))
    const addedOf = new Map(added.map((row) => [row.leadId, row]))
    for (const lead of unknown) {
      const row = addedOf.get(lead.id)
      if (!row) throw new Error('a signature was inserted but not answered')
      renewed.push({ lead, row })
    }
    return renewed
  }

  return { sendLinks, renew }
}

/** Invites leads to activate their signature, and sends them links. */
export function createInviting({ leads, ...options }: InvitingOptions) {
  const { outlets } = options
  const { sendLinks, renew } = createLinkSending(options)
  return {
    ...{ sendLinks, renew },

    /**
     * Invites leads in the caller's transaction: signature, link, mail and their history. A lead who was invited before gets
     * a new link, and the earlier ones end. The leads are locked in the order of their ids, so that two such transactions
     * cannot block each other.
     */
    async invite(transaction: Database, { leadIds, actorId }: InvitationOrder): Promise<InvitationResult> {
      const found = await leads.lock(transaction, leadIds)
      const ids = new Set(found.map(({ id }) => id))
      const missing = leadIds.filter((id) => !ids.has(id))
      const rows = await createSignatureStore(transaction).lockOfLeads([...ids])
      const rowOf = new Map(rows.map((row) => [row.leadId, row]))
      const isActivated = ({ id }: SignatureLead) => Boolean(rowOf.get(id)?.activatedAt)
      const open = found.filter((lead) => !isActivated(lead) && lead.isReachable)
      if (open.length > 0) {
        const renewed = await renew(
          transaction,
          open.map((lead) => ({ lead, row: rowOf.get(lead.id) })),
          actorId,
        )
        await sendLinks(transaction, renewed, 'invitation')
        await outlets.noteEvents(
          transaction,
          open.map(({ id }) => ({ leadId: id, kind: 'signature_invited', actorId })),
        )
      }
      return {
        invited: open.map(({ id }) => id),
        already: found.filter(isActivated).map(({ id }) => id),
        skipped: found.filter((lead) => !isActivated(lead) && !lead.isReachable).map(({ id }) => id),
        missing,
      }
    },
  }
}
export type Inviting = ReturnType<typeof createInviting>

/** The address of the page that a token opens, in a language. */
export function activationUrl(publicUrl: string, token: string, language: Language): string {
  return `${publicUrl}/${language}${activationPath}${token}`
}
