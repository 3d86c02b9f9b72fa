import assert from 'node:assert/strict'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { pino } from 'pino'
import { createNoteEvents } from '#features/early-adopters/records/events.ts'
import { createSignatureLeads } from '#features/early-adopters/records/signature-lead-store.ts'
import type { NewLedgerEntry } from '#features/ledger/model.ts'
import { isSuppressed } from '#features/mail/outbox/campaign-mail-store.ts'
import { createOutbox } from '#features/mail/outbox/outbox.ts'
import { mails } from '#features/mail/table.ts'
import { type Activation, ActivationResult, InvitationProgress } from '#features/signatures/contract.ts'
import { createSignatureServices } from '#features/signatures/feature.ts'
import { loadCatalogues } from '#platform/catalogues.ts'
import { createEncryption } from '#platform/encryption.ts'
import type { SettingDefinition } from '#shared/setting.ts'
import { insertLeads } from '../badges.ts'
import type { TestApp } from '../build-app.ts'
import type { Reply, Send } from '../http-client.ts'

const linkMails = ['activation_invitation', 'activation_reminder', 'activation_link'] as const

/** What a person writes in the form. */
export const formOf = (changes: Partial<Activation> = {}): Activation => ({
  fullName: 'Ana Ñandú',
  organization: 'Example Cooperative',
  position: 'Director',
  country: 'ES',
  phoneNumber: '',
  linkedinProfile: '',
  useCase: 'Sign the minutes of our assemblies.',
  agreedToTerms: true,
  ...changes,
})

/** The token of the newest link that was mailed to a lead, of all or of some kinds of mails. */
export async function readToken(
  { db }: Pick<TestApp, 'db'>,
  leadId: string,
  kinds: readonly (typeof linkMails)[number][] = linkMails,
): Promise<string> {
  const [mail] = await db
    .select()
    .from(mails)
    .where(and(eq(mails.leadId, leadId), inArray(mails.kind, [...kinds])))
    .orderBy(desc(mails.number))
    .limit(1)
  const token = mail?.actionUrl?.split('/').at(-1)
  assert.ok(token, 'no link was mailed')
  return token
}

/** Invites a lead as an editor does. */
export async function invite(as: Send, leadId: string): Promise<InvitationProgress> {
  const reply = await as('/api/signatures/invitations', { json: { lead_ids: [leadId] } })
  assert.equal(reply.status, 202, reply.text)
  return reply.read(InvitationProgress)
}

/** A lead who was invited, and the token of their link. */
export async function inviteLead(
  app: TestApp,
  as: Send,
  changes: Parameters<typeof insertLeads>[2] = {},
): Promise<{ leadId: string; token: string }> {
  const [leadId = ''] = await insertLeads(app, 1, changes)
  await invite(as, leadId)
  return { leadId, token: await readToken(app, leadId) }
}

/** Activates as the page does, in English. */
export const activate = (
  { send }: Pick<TestApp, 'send'>,
  token: string,
  form: Record<string, unknown> = formOf(),
): Promise<Reply> =>
  send(`/api/signature/activate/${token}`, { json: form, headers: { 'accept-language': 'en' } })

/** A lead who has activated their signature. */
export async function activateLead(app: TestApp, as: Send, changes: Partial<Activation> = {}) {
  const invited = await inviteLead(app, as)
  const reply = await activate(app, invited.token, formOf(changes))
  assert.equal(reply.status, 200, reply.text)
  return { ...invited, ...reply.read(ActivationResult).signature_data }
}

type Needs = Parameters<typeof createSignatureServices>[1]
interface Changes extends Partial<Needs> {
  settings?: Record<string, unknown>
  signingMasterKey?: string
  secret?: string
}

/** The services of another process of a test app, and what they have recorded in the ledger. */
export async function createSecondProcess(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  {
    settings = {},
    signingMasterKey,
    secret = 'a secret that only the tests know of',
    ...changes
  }: Changes = {},
) {
  const { translator } = await loadCatalogues()
  const recorded: NewLedgerEntry[] = []
  const forgotten: string[] = []
  const services = createSignatureServices(
    {
      ...{ db, clock, translator, siteName: () => 'Firmeza', publicUrl: 'http://localhost:3000' },
      log: pino({ level: 'silent' }),
      encryption: createEncryption({ current: secret, earlier: [] }),
      settings: {
        get: <Value>({ key, schema, default: given }: SettingDefinition<Value>) =>
          key in settings ? schema.parse(settings[key]) : given({ domain: 'localhost' }),
      },
      config: { signingMasterKey },
    },
    {
      leads: createSignatureLeads({ isSuppressed }),
      noteEvents: createNoteEvents(clock),
      postMails: createOutbox({ clock }).post,
      announce: async () => {},
      notify: async () => {},
      recordInLedger: async (_, entries) => void recorded.push(...entries),
      forgetInLedger: async (_, ids) => void forgotten.push(...ids),
      ledger: {
        ...{
          proveEntry: async () => undefined,
          findEntryNumber: async () => undefined,
          findAnchor: async () => undefined,
          proveSample: async () => {
            throw new Error('there is no ledger of samples')
          },
        },
        sequence: async () => {},
      },
      issuing: {
        did: 'did:web:localhost',
        prove: async (documents) => documents,
        makeStatusLists: () => ({ describe: () => ({}), get: async () => ({}) }),
      },
      ...changes,
    },
  )
  return { ...services, recorded, forgotten }
}
