import type { Json } from '#features/badges/site/parts/proof/json.ts'
import type { CertificateRecord } from '#features/signatures/contract.ts'
import { toPlainLine } from '#features/signatures/site/certificate/certificate-text.ts'
import {
  type CredentialClaims,
  parseCredential,
  readClaims,
} from '#features/signatures/site/verify/files/credential-file.ts'
import { readAttachment } from '#features/signatures/site/verify/files/pdf-attachment.ts'
import { checkPdfSignature } from '#features/signatures/site/verify/files/pdf-signature.ts'
import { type Claims, readTextFile } from '#features/signatures/site/verify/files/text-file.ts'
import { canonicalizeJson } from '#shared/canonical-json.ts'
import { hashHolder } from './holder.ts'
import { readRecord } from './read-record.ts'
import { checkAddress, checkCheckpoint, checkEntry, checkInclusion, checkStatement } from './record.ts'
import type { Source } from './source.ts'
import { CheckError, type CheckStep, StepTaker, type Subject } from './steps.ts'

/** A certificate by its id, or a file of one. */
export type Brought = { id: string } | { file: Uint8Array<ArrayBuffer> }

export interface CheckOptions {
  brought: Brought
  source: Source
  /** Origin of this site, as its credentials name it. */
  origin: string
  /** Its present name; a saved page, which checks no text files, needs none. */
  siteName?: string
  now(): Date
  /** Told what is checked, once it is known, and of the steps that have ended. */
  onProgress(subject: Subject, steps: readonly CheckStep[]): void
}

export interface Check {
  subject: Subject
  steps: readonly CheckStep[]
  /** What the file says, once it is known that nobody has changed it. */
  claims?: Claims
  record?: CertificateRecord
}

/** The largest file that is read; a PDF has some hundred kilobytes. */
const largestFile = 5 * 1024 * 1024

/** What is known of a file after it was read. */
interface Opened {
  claims: Claims
  credential?: { claims: CredentialClaims; json: Json; issuer: Json; did: string }
}

/** What a file is, by how it begins. */
export function recognize(brought: Brought): Subject {
  if ('id' in brought) return 'id'
  const head = new TextDecoder('latin1').decode(brought.file.subarray(0, 1024))
  if (head.startsWith('%PDF-')) return 'pdf'
  return /^(?:\u00ef\u00bb\u00bf)?\s*\{/.test(head) ? 'credential' : 'text'
}

/** Checks a certificate step by step. It ends at a step that failed; one that could not be done ends what depends on it. */
export async function checkCertificate(options: CheckOptions): Promise<Check> {
  const { brought, onProgress } = options
  const subject = recognize(brought)
  const taker = new StepTaker((steps) => onProgress(subject, steps))
  onProgress(subject, [])
  const result = (found: Partial<Check> = {}): Check => ({ subject, steps: taker.steps, ...found })
  const opened = 'file' in brought ? await openFile(brought.file, subject, taker, options) : undefined
  if ('file' in brought && !opened) return result()
  const claims = opened?.claims
  const id = 'id' in brought ? brought.id : (claims?.certificate ?? '')
  const record = await taker.take('record', async () => {
    const found = await findRecord(id, opened, options.source)
    return { ...found, evidence: id }
  })
  if (!record) return result()
  if (claims) {
    await taker.take('holder', async () => {
      const hash = await hashHolder(record.certificate_id, claims.holder)
      if (hash !== record.statement.holder) throw new CheckError('failed', 'holder_differs')
      return { value: true, evidence: hash }
    })
  }
  if (!taker.hasFailed) await checkRecord(record, claims, taker, options)
  if (!taker.hasFailed) await checkRevocation(record, opened, taker, options)
  const isWhole = !taker.steps.some(({ outcome, reason }) => outcome === 'failed' && reason !== 'revoked')
  return result({ record, ...(claims && isWhole && { claims }) })
}

/** Reads a file and checks what it brings along; undefined when a step did not pass. */
async function openFile(
  file: Uint8Array<ArrayBuffer>,
  subject: Subject,
  taker: StepTaker,
  { source, origin, now }: CheckOptions,
): Promise<Opened | undefined> {
  const content = await taker.take<{ json?: Json; claims?: Claims }>('file', async () => {
    if (file.length === 0) throw new CheckError('failed', 'empty')
    if (file.length > largestFile) throw new CheckError('failed', 'too_large')
    if (!globalThis.crypto?.subtle) throw new CheckError('impossible', 'insecure')
    const facts = { bytes: file.length }
    if (subject === 'pdf') return { value: {}, facts }
    const text = decode(file)
    if (subject === 'credential') return { value: { json: parseCredential(text) }, facts }
    return { value: { claims: readTextFile(text, await source.readTextFiles()) }, facts }
  })
  if (content?.claims) return { claims: content.claims }
  let json = content?.json
  if (content && subject === 'pdf') {
    json = await taker.take('document', async () => {
      await checkPdfSignature(file, await source.readSigners())
      return { value: parseCredential(await readAttachment(file)) }
    })
  }
  if (!json) return undefined
  const credential = json
  return taker.take('credential', async () => {
    // JSON-LD is a hundred kilobytes, which only credentials need.
    const { checkCredential } = await import('#features/signatures/site/verify/files/credential-proof.ts')
    const { document, did, method } = await checkCredential(credential, {
      ...{ origin, now: now(), fetchJson: source.fetchJson },
    })
    const claims = readClaims(credential)
    const opened = { claims, credential: { claims, json: credential, issuer: document, did } }
    return { value: opened, evidence: method }
  })
}

function decode(file: Uint8Array<ArrayBuffer>): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    throw new CheckError('failed', 'not_text')
  }
}

/** The record of a certificate, which has to be about what the file is about. */
async function findRecord(id: string, opened: Opened | undefined, { readRecord: ask }: Source) {
  const own = opened?.credential?.claims.record
  if (!ask) {
    if (!own) throw new CheckError('impossible', 'offline')
    return { value: own, variant: 'own' as const }
  }
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) {
    throw new CheckError('failed', 'unknown_certificate')
  }
  const record = readRecord(await ask(id))
  const { statement } = record
  const claims = opened?.claims
  const isAboutIt =
    record.certificate_id === id &&
    (!claims ||
      (claims.signature === statement.signature && claims.activatedAt === statement.activated_at)) &&
    (!own || writeSigned(own) === writeSigned(record))
  if (!isAboutIt) throw new CheckError('failed', 'other_record')
  return { value: record }
}

/** What never changes in a record. */
const writeSigned = ({ statement, statement_signature, public_key }: CertificateRecord) =>
  canonicalizeJson({ statement, statement_signature, public_key })

/** Checks the signature of a record, its address, and that the ledger has it. */
async function checkRecord(
  record: CertificateRecord,
  claims: Claims | undefined,
  taker: StepTaker,
  { source, siteName }: CheckOptions,
): Promise<void> {
  const { statement, ledger } = record
  await taker.take('signature', async () => {
    checkStatement(record)
    return { value: true, evidence: record.public_key }
  })
  if (taker.hasFailed) return
  await taker.take('address', async () => {
    checkAddress(record)
    return { value: true, evidence: statement.address }
  })
  if (taker.hasFailed) return
  const entry = await taker.take('entry', async () => {
    if (!ledger) throw new CheckError('impossible', 'not_yet_recorded')
    const hash = await checkEntry(ledger, statement)
    const facts = { index: ledger.leaf.index, date: new Date(ledger.leaf.time) }
    return { value: { ledger, hash }, facts, evidence: ledger.leaf.commitment }
  })
  if (entry) {
    const { ledger: found, hash } = entry
    await taker.take('inclusion', async () => {
      const size = await checkInclusion(found, hash)
      const { root_hash, hashes } = found.inclusion
      return { value: true, facts: { size, hashes: hashes.length }, evidence: root_hash }
    })
    if (taker.hasFailed) return
    await taker.take('checkpoint', async () => {
      const { origin, key } = await checkCheckpoint(found, await source.readLedgerKeys())
      return { value: true, facts: { origin }, evidence: key }
    })
  }
  if (taker.hasFailed) return
  await taker.take('anchor', async () => {
    const { anchor } = record
    const chain = claims?.chain
    if (chain && (chain.name !== anchor?.chain || chain.siteName !== siteName)) {
      throw new CheckError('failed', 'other_network')
    }
    if (!anchor) return { value: true, outcome: 'none' }
    if (!entry) throw new CheckError('impossible', 'not_yet_recorded')
    // Only anchors need what reads the transactions of a chain.
    const { checkAnchor } = await import('./check-anchor.ts')
    return {
      value: true,
      ...(await checkAnchor(anchor, { index: entry.ledger.leaf.index, hash: entry.hash })),
    }
  })
}

/** Checks that a certificate is not revoked: by the record, and for a credential by the signed list. */
async function checkRevocation(
  record: CertificateRecord,
  opened: Opened | undefined,
  taker: StepTaker,
  { source, origin, now }: CheckOptions,
): Promise<void> {
  await taker.take('revocation', async () => {
    if (!source.readRecord) throw new CheckError('impossible', 'offline')
    const { revoked_at, revoke_reason } = record
    const stated = opened?.claims.revocation
    if (stated && (stated.at !== revoked_at || stated.reason !== toPlainLine(revoke_reason ?? ''))) {
      throw new CheckError('failed', 'other_text', { line: stated.line })
    }
    if (revoked_at !== null) {
      throw new CheckError('failed', 'revoked', { date: new Date(revoked_at), cause: revoke_reason ?? '' })
    }
    const facts = { date: now() }
    const credential = opened?.credential
    if (!credential) return { value: true, facts }
    const { json, issuer, did } = credential
    const { findBit } = await import('#features/badges/site/parts/proof/status-list.ts')
    const { isSet } = await findBit(json, { did, issuer, origin, fetchJson: source.fetchJson, now })
    if (isSet) throw new CheckError('failed', 'revoked', { date: now(), cause: '' })
    return { value: true, facts, variant: 'listed' }
  })
}
