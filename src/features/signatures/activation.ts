import { activationUrl } from '#features/signatures/invitations/inviting.ts'
import { deriveKey, holderHash, signStatement } from '#features/signatures/keys/derivation.ts'
import type { MasterKeys } from '#features/signatures/keys/master-keys.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { hashToken } from '#platform/secrets/bearer-token.ts'
import { addressOf } from '#shared/cryptography/ethereum-address.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import { eventOf } from '#shared/webhooks/event.ts'
import type {
  Activation,
  ActivationProgress,
  ActivationResult,
  Certificate,
  CertificateAnchor,
  LinkValidation,
  SignatureStatement,
} from './contract.ts'
import type { GuessLimit } from './guess-limit.ts'
import { createLinkStore } from './link-store.ts'
import { tellOfActivation } from './notifications.ts'
import type { SignatureLead, SignatureLeads, SignatureLedger, SignatureOutlets } from './ports.ts'
import { createSignatureStore, type SignatureRow } from './store.ts'
import { signatureActivated } from './webhook-events.ts'

export interface ActivationOptions {
  db: Database
  clock: Clock
  masterKeys: Pick<MasterKeys, 'getCurrent'>
  leads: Pick<SignatureLeads, 'lock' | 'noteContact'>
  outlets: Omit<SignatureOutlets, 'forgetInLedger'>
  guesses: GuessLimit
  findAnchor: SignatureLedger['findAnchor']
  translator(language: Language): Translate
  siteName(): string
  publicUrl: string
  /** The date of the terms in force, such as `2025-06-29`. */
  termsDate: string
  /** Called after an activation, which does not wait for it. */
  onActivated(): void
}

/** Who asks: the network that counts as one client, and in which language. */
export interface Visitor {
  client: string
  language: Language
}

const hour = 3_600_000

/** What people do with their links: looking, activating, and opening their certificate. */
export function createActivation(options: ActivationOptions) {
  const { db, clock, translator, siteName, findAnchor } = options
  const { find, getActivated } = createFinding(options)
  const activateLocked = createActivating(options)

  return {
    /** Whether a link can activate a signature. It changes nothing. @throws {Problem} 429 to a client that guesses */
    async validate(token: string, visitor: Visitor): Promise<LinkValidation> {
      const t = translator(visitor.language)
      const row = await find(token, visitor)
      if (!row) {
        const message = t('errors:activation_link_invalid')
        return { valid: false, message, expires_in_hours: 0, signature_data: null }
      }
      const data = {
        signature_id: row.id,
        blockchain_address: row.address,
        activated_at: row.activatedAt?.toISOString() ?? null,
      }
      if (row.activatedAt) {
        const message = t('errors:signature_already_activated')
        return { valid: false, message, expires_in_hours: 0, signature_data: data }
      }
      const left = Math.max(0, row.expiresAt.getTime() - clock.now().getTime()) / hour
      return {
        valid: true,
        message: t('signature-answers:valid'),
        // A tenth of a second is exact enough for a countdown.
        expires_in_hours: Math.floor(left * 36_000) / 36_000,
        signature_data: data,
      }
    },

    /**
     * Activates the signature of a link: derives its key, signs what it states, and records it in the ledger. All or nothing,
     * and once, however many ask at the same time.
     * @throws {Problem} 404 for an unknown and an expired link, 409 when it is activated, 429 to a client that guesses, 503
     */
    async activate(token: string, form: Activation, visitor: Visitor): Promise<ActivationResult> {
      const known = await find(token, visitor)
      if (!known) throw new Problem('activation_link_invalid', 404)
      if (known.activatedAt) throw new Problem('signature_already_activated', 409)
      const row = await db.transaction((transaction) =>
        activateLocked(transaction, { token, form, leadId: known.leadId, language: visitor.language }),
      )
      options.onActivated()
      const { address, activatedAt } = row
      if (address === null || activatedAt === null) throw new Error('an activated signature has no address')
      return {
        success: true,
        message: translator(visitor.language)('signature-answers:activated'),
        signature_data: {
          signature_id: row.id,
          blockchain_address: address,
          activated_at: activatedAt.toISOString(),
        },
      }
    },

    /** Notes that the reader of a link sees its page, or has begun to write. Of links that open nothing, nothing. */
    noteProgress: (token: string, step: ActivationProgress['step']): Promise<void> =>
      createLinkStore(db).noteProgress(hashToken(token), step, clock.now()),

    /** The certificate that a used link opens. @throws {Problem} 404, 429 to a client that guesses */
    async getCertificate(token: string, visitor: Visitor): Promise<Certificate> {
      const row = await getActivated(token, visitor)
      const anchor = row.ledgerEntry === null ? undefined : await findAnchor(row.ledgerEntry)
      const certificate = describeCertificate(row, networkOf(siteName(), anchor))
      if (!certificate) throw new Problem('certificate_not_found', 404)
      return certificate
    },

    getActivated,
  }
}
export type ActivationService = ReturnType<typeof createActivation>

/** Makes what finds the signatures of links. */
function createFinding({ db, clock, guesses }: Pick<ActivationOptions, 'db' | 'clock' | 'guesses'>) {
  /** The signature that a token opens. Guesses are counted: the answer is the same for an unknown and an expired one. */
  async function find(token: string, { client }: Visitor): Promise<SignatureRow | undefined> {
    await guesses.check(client)
    const row = await createLinkStore(db).findSignature(hashToken(token), clock.now())
    if (!row) await guesses.count(client)
    return row
  }

  /** The activated signature that a used link opens. @throws {Problem} 404, 429 to a client that guesses */
  async function getActivated(token: string, visitor: Visitor): Promise<SignatureRow> {
    const row = await find(token, visitor)
    if (!row?.activatedAt) throw new Problem('certificate_not_found', 404)
    return row
  }

  return { find, getActivated }
}

interface ActivationOrder {
  token: string
  form: Activation
  leadId: string | null
  language: Language
}

/** Makes the function that activates a signature in a transaction, which the lead and then the signature are locked in. */
function createActivating(options: ActivationOptions) {
  const { clock, masterKeys, leads, outlets, termsDate, publicUrl } = options

  /** Tells everybody of an activation. */
  async function tell(transaction: Database, lead: SignatureLead, row: SignatureRow, token: string) {
    const { id: leadId, email, name, language, segment } = lead
    const at = clock.now()
    await outlets.noteEvents(transaction, [{ leadId, kind: 'signature_activated', actorId: null }])
    await outlets.postMails(transaction, [
      {
        cause: `signature_activated:${row.id}`,
        kind: 'signature_activated',
        to: { email, name, language, leadId, segment },
        variables: { name },
        actionUrl: activationUrl(publicUrl, token, language),
      },
    ])
    const data = { signature_id: row.id, lead_id: leadId, certificate_id: row.certificateId ?? '' }
    await outlets.announce(transaction, [eventOf(signatureActivated, { data, at, personId: leadId })])
    await outlets.notify(transaction, [tellOfActivation({ signature_id: row.id, lead_id: leadId }, at)])
  }

  return async (
    transaction: Database,
    { token, form, leadId, language }: ActivationOrder,
  ): Promise<SignatureRow> => {
    const [lead] = leadId === null ? [] : await leads.lock(transaction, [leadId])
    const row = await createLinkStore(transaction).lockSignature(hashToken(token), clock.now())
    if (!row || !lead) throw new Problem('activation_link_invalid', 404)
    if (row.activatedAt) throw new Problem('signature_already_activated', 409)
    const { epoch, seed } = await masterKeys.getCurrent(transaction)
    const key = deriveKey(seed, { epoch, signatureId: row.id })
    const { fullName, organization, position } = form
    const certificate = crypto.randomUUID()
    const activatedAt = clock.now()
    const statement: SignatureStatement = {
      type: 'activation',
      certificate,
      signature: row.id,
      address: addressOf(key.publicKey),
      holder: holderHash({ certificate, full_name: fullName, organization, position }),
      activated_at: activatedAt.toISOString(),
    }
    const signed = signStatement(statement, key)
    key.privateKey.fill(0)
    const ledgerEntry = crypto.randomUUID()
    const activated = await createSignatureStore(transaction).update(row.id, {
      ...{ fullName, organization, position, country: form.country, phoneNumber: form.phoneNumber },
      ...{ linkedinProfile: form.linkedinProfile, useCase: form.useCase, termsDate, language },
      ...{ activatedAt, certificateId: certificate, keyEpoch: epoch, address: statement.address },
      ...{ publicKey: signed.publicKey, statement, statementSignature: signed.signature, ledgerEntry },
      openedAt: row.openedAt ?? activatedAt,
      startedAt: row.startedAt ?? activatedAt,
    })
    await leads.noteContact(transaction, lead.id, activatedAt)
    await outlets.recordInLedger(transaction, [
      { id: ledgerEntry, kind: 'activation', subject: row.id, statement },
    ])
    await tell(transaction, lead, activated, token)
    return activated
  }
}

/** Where a certificate says that it is recorded: in the chain that has its entry, else in the ledger of this site. */
export const networkOf = (siteName: string, anchor: CertificateAnchor | undefined): string =>
  anchor?.chain ?? `${siteName} ledger`

/** The certificate of a signature; undefined while it is not activated, and once its holder was erased. */
export function describeCertificate(row: SignatureRow, network: string): Certificate | undefined {
  const { certificateId, address, activatedAt, fullName, organization, position } = row
  const { statement, statementSignature, publicKey, ledgerEntry } = row
  if (certificateId === null || address === null || activatedAt === null || statement === null)
    return undefined
  return {
    certificate_id: certificateId,
    signature_id: row.id,
    blockchain_address: address,
    activated_at: activatedAt.toISOString(),
    full_name: fullName ?? '',
    organization: organization ?? '',
    position: position ?? '',
    ...{ network, statement },
    statement_signature: statementSignature ?? '',
    public_key: publicKey ?? '',
    ledger_entry: ledgerEntry ?? '',
    revoked_at: row.revokedAt?.toISOString() ?? null,
    revoke_reason: row.revokeReason,
  }
}
