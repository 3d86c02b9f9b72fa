import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { createCertificateFiles } from '#features/signatures/certificate/certificate-files.ts'
import {
  certificateFileRoutes,
  certificateRecordRoutes,
  teamCertificateRoutes,
} from '#features/signatures/certificate/certificate-routes.ts'
import { createCertificateRecords } from '#features/signatures/certificate/records.ts'
import { createCertificateCredentials } from '#features/signatures/credential/credentials.ts'
import { createBulkInvitations } from '#features/signatures/invitations/bulk.ts'
import { createInviting } from '#features/signatures/invitations/inviting.ts'
import { createSendNewLink } from '#features/signatures/invitations/new-links.ts'
import { bulkInvitationPoller } from '#features/signatures/invitations/poller.ts'
import { createReminders, reminderPoller } from '#features/signatures/invitations/reminders.ts'
import { masterKeyRoutes } from '#features/signatures/keys/master-key-routes.ts'
import { masterKeyPurpose } from '#features/signatures/keys/master-key-store.ts'
import { createMasterKeys } from '#features/signatures/keys/master-keys.ts'
import {
  type CertificatePageOptions,
  certificatePageRoutes,
} from '#features/signatures/page/certificate-routes.ts'
import { createCertificatePdfs } from '#features/signatures/pdf/certificate-pdfs.ts'
import { createDocumentSigner } from '#features/signatures/pdf/signer.ts'
import { createSignatureBackup } from '#features/signatures/restoring/restoring.ts'
import { createSampleCertificates } from '#features/signatures/sample/sample-certificate.ts'
import { sampleCertificateRoutes } from '#features/signatures/sample/sample-routes.ts'
import type { Database } from '#platform/postgres.ts'
import { legalDates } from '#site/contract.ts'
import { siteSettings } from '#site/settings.ts'
import { createActivation } from './activation.ts'
import { type DocumentSigners, signaturesChanged } from './contract.ts'
import { createSignatureExports } from './exports.ts'
import { createGuessLimit } from './guess-limit.ts'
import { createSignatureNotifications } from './notifications.ts'
import { type ActivationPageOptions, activationPageRoutes } from './page-routes.ts'
import { signaturePermissions } from './permissions.ts'
import type { CredentialIssuing, SignatureLeads, SignatureLedger, SignatureOutlets } from './ports.ts'
import { activationRoutes, linkRequestRoutes } from './public-routes.ts'
import { invitationRoutes, signatureChangeRoutes, signatureExportRoutes, signatureRoutes } from './routes.ts'
import { createSignatures } from './service.ts'
import { signatureSettings } from './settings.ts'
import { signatureSteps } from './store.ts'
import { signatureActivated } from './webhook-events.ts'

interface SignatureNeeds extends SignatureOutlets {
  leads: SignatureLeads
  ledger: SignatureLedger
  issuing: CredentialIssuing
}

interface ServiceCore
  extends Pick<Core, 'db' | 'clock' | 'log' | 'encryption' | 'translator' | 'siteName' | 'publicUrl'> {
  settings: Pick<Core['settings'], 'get'>
  config: Pick<Core['config'], 'signingMasterKey'>
}

/** The services of signatures; tests build a second process of them. */
export function createSignatureServices(
  core: ServiceCore,
  { leads, ledger, issuing, ...outlets }: SignatureNeeds,
) {
  const { db, clock, log, settings, encryption, config, translator, siteName, publicUrl } = core
  const masterKeys = createMasterKeys({
    ...{ db, clock, cipher: encryption.cipher(masterKeyPurpose), fixed: config.signingMasterKey },
  })
  const timeZone = () => settings.get(siteSettings.timeZone)
  const inviting = createInviting({ clock, settings, leads, outlets, publicUrl, timeZone })
  const activation = createActivation({
    ...{ db, clock, masterKeys, leads, outlets, translator, siteName, publicUrl },
    termsDate: legalDates.updated.toISOString().slice(0, 10),
    guesses: createGuessLimit(),
    findAnchor: ledger.findAnchor,
    onActivated() {
      ledger.sequence().catch((error: unknown) => {
        log.error({ err: error }, 'the ledger did not take an activation at once')
      })
    },
  })
  const { getSigner, listCertificates } = createDocumentSigner({ db, clock, encryption, siteName })
  const pdfs = createCertificatePdfs({ getSigner, clock })
  const files = createCertificateFiles({
    ...{ db, pdfs, siteName, publicUrl, getActivated: activation.getActivated },
    credentials: createCertificateCredentials({ db, log, issuing, ledger, siteName, publicUrl }),
  })
  return {
    ...{ masterKeys, inviting, activation, files },
    records: createCertificateRecords({ db, ledger }),
    samples: createSampleCertificates({ ledger, translator }),
    async listSigners(): Promise<DocumentSigners> {
      const rows = await listCertificates()
      return {
        signers: rows.map(({ certificate, createdAt, retiredAt }) => ({
          certificate: Buffer.from(certificate).toString('base64'),
          created_at: createdAt.toISOString(),
          retired_at: retiredAt?.toISOString() ?? null,
        })),
      }
    },
    bulk: createBulkInvitations({ db, clock, leads, invite: inviting.invite }),
    reminders: createReminders({ db, clock, settings, leads, sendLinks: inviting.sendLinks }),
    signatures: createSignatures({ db, clock, leads, outlets, ledger, publicUrl, invite: inviting.invite }),
    exports: createSignatureExports({ db, clock, leads }),
    sendNewLink: createSendNewLink({ db, clock, leads, inviting }),
    close() {
      files.close()
      pdfs.close()
    },
  }
}

/** Signatures: people are invited by a personal link, activate their signature, and get a key and a certificate. */
export function createSignatureFeature(
  core: Core,
  {
    sendPage,
    ...needs
  }: SignatureNeeds & { sendPage: ActivationPageOptions['sendPage'] & CertificatePageOptions['sendPage'] },
) {
  const { db, settings, translator, catalogues, clock } = core
  const services = createSignatureServices(core, needs)
  const { signatures, bulk, reminders, masterKeys, inviting, activation } = services
  return {
    permissions: signaturePermissions,
    settings: Object.values(signatureSettings),
    webhookEvents: [signatureActivated],
    notifications: createSignatureNotifications({ findNames: (ids) => needs.leads.findNames(db, ids) }),
    liveTopics: [signaturesChanged],
    apiParts: [
      {
        name: 'Signature',
        description: 'Activating a signature by the personal link of an invitation, and its certificate.',
        group: 'public',
      },
      {
        name: 'Signatures',
        description: 'Inviting people to activate their signature, following and revoking signatures.',
        group: 'team',
      },
    ],
    routes: [
      activationRoutes(services),
      certificateFileRoutes(services),
      certificateRecordRoutes(services),
      sampleCertificateRoutes(services),
      linkRequestRoutes({ ...services, translator }),
      activationPageRoutes({ ...services, sendPage, catalogues, clock }),
      certificatePageRoutes({ ...services, sendPage }),
      signatureRoutes(services),
      signatureChangeRoutes(services),
      teamCertificateRoutes(services),
      invitationRoutes(services),
      signatureExportRoutes(services),
      masterKeyRoutes(services),
    ],
    pollers: [bulkInvitationPoller(bulk), reminderPoller(reminders)],
    personalData: {
      describe: async ({ id }) => ({ signature: await signatures.describeOfLead(id) }),
      erase: (transaction, { id }) => signatures.eraseLead(transaction, id),
    },
    backup: createSignatureBackup({
      ...{ clock, bringBackLeads: needs.leads.bringBack, forgetInLedger: needs.forgetInLedger },
      reminderHours: () => settings.get(signatureSettings.reminderHours),
    }),
    /** Begins the first epoch, so that no activation has to. */
    async start() {
      await masterKeys.prepare()
    },
    activation,
    close: services.close,
    endLinks: signatures.endLinks,
    steps: { ofLeads: signatureSteps },
    /** Invites those who have just joined, where the setting says so; in the caller's transaction. */
    async inviteNewLeads(transaction: Database, leadIds: readonly string[]): Promise<void> {
      if (leadIds.length === 0 || !settings.get(signatureSettings.invitesNewLeads)) return
      await inviting.invite(transaction, { leadIds, actorId: null })
    },
  } satisfies Feature & Record<string, unknown>
}
