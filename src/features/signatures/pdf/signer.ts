import { createPrivateKey, type KeyObject, randomBytes, randomUUID, X509Certificate } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { Database } from '#platform/postgres.ts'
import { createDocumentKeyStore, type DocumentKeyRow, documentKeyPurpose } from './key-store.ts'

/** What documents are signed with. */
export interface DocumentSigner {
  /** P-256. */
  privateKey: KeyObject
  /** X.509, DER. */
  certificate: Uint8Array
}

interface SignerOptions {
  db: Database
  clock: Clock
  encryption: Encryption
  /** The name in a new certificate. */
  siteName(): string
}

/**
 * The key of this installation for documents, the same for all its processes; made when it is first needed. Its certificate
 * is self-signed: whoever wants to trust it adds it to what their reader trusts.
 */
export function createDocumentSigner({ db, clock, encryption, siteName }: SignerOptions) {
  const cipher = encryption.cipher(documentKeyPurpose)

  const open = ({ id, certificate, privateKey }: DocumentKeyRow): DocumentSigner => ({
    privateKey: createPrivateKey(cipher.decrypt(privateKey, id)),
    certificate: new X509Certificate(certificate).raw,
  })

  async function make(from: Database): Promise<DocumentKeyRow> {
    const id = randomUUID()
    const createdAt = clock.now()
    const { certificate, privateKey } = await makeCertificate(siteName(), createdAt)
    const row = { id, certificate, privateKey: cipher.encrypt(privateKey, id), createdAt }
    await createDocumentKeyStore(from).insert(row)
    return { ...row, retiredAt: null }
  }

  return {
    /** The current key. @throws {DecryptionError} when it was encrypted under a secret that is not known */
    async getSigner(): Promise<DocumentSigner> {
      const known = await createDocumentKeyStore(db).findCurrent()
      if (known) return open(known)
      const row = await db.transaction(async (transaction) => {
        const store = createDocumentKeyStore(transaction)
        await store.lock()
        return (await store.findCurrent()) ?? (await make(transaction))
      })
      return open(row)
    },

    /** The certificates of all keys that documents were ever signed with, as DER. */
    async listCertificates(): Promise<
      { certificate: Uint8Array; createdAt: Date; retiredAt: Date | null }[]
    > {
      const rows = await createDocumentKeyStore(db).listCertificates()
      return rows.map((row) => ({ ...row, certificate: new X509Certificate(row.certificate).raw }))
    },

    /** Retires the key and makes another. What was signed stays valid. */
    async rotate(): Promise<void> {
      await db.transaction(async (transaction) => {
        const store = createDocumentKeyStore(transaction)
        await store.lock()
        await store.retireAll(clock.now())
        await make(transaction)
      })
    },
  }
}

const years = 20
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** A new key with a certificate for signing documents (RFC 5280, RFC 9336), both as PEM. */
export async function makeCertificate(
  name: string,
  now: Date,
): Promise<{ certificate: string; privateKey: string }> {
  // Loaded here, since it happens once in the life of an installation.
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const notAfter = new Date(now)
  notAfter.setUTCFullYear(now.getUTCFullYear() + years)
  const subject = new x509.Name([{ CN: [{ utf8String: `${name} · documents`.slice(0, 64) }] }])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: Buffer.concat([Buffer.from([1]), randomBytes(15)]).toString('hex'),
      name: subject.toJSON(),
      notBefore: now,
      ...{ notAfter, keys, signingAlgorithm: algorithm },
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(
          x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation,
          true,
        ),
        // For signing documents, and for mail: many readers know only the latter, and call a certificate without it unfit.
        new x509.ExtendedKeyUsageExtension(['1.3.6.1.5.5.7.3.36', x509.ExtendedKeyUsage.emailProtection]),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ],
    },
    crypto,
  )
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  return {
    certificate: certificate.toString('pem'),
    privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}
