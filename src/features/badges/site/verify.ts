import { readKey } from '#features/badges/site/parts/proof/ed25519.ts'
import { isJson, type Json } from '#features/badges/site/parts/proof/json.ts'
import { digest, isSignedBy, readProof } from '#features/badges/site/parts/proof/signature.ts'
import { findBit } from '#features/badges/site/parts/proof/status-list.ts'
import { VerificationError } from '#features/badges/site/parts/proof/verification-error.ts'
import { toHex } from '#shared/base58.ts'
import type { Step, StepName } from './steps.ts'

export interface Verification {
  steps: Step[]
  verdict: 'valid' | 'revoked' | 'invalid' | 'unfinished'
  /** The verified credential; undefined if it could not be read. */
  credential?: Json
}

interface VerifyOptions {
  /** Reads the credential, from the site or from a file. */
  read: () => Promise<Json>
  /** Origin of this site. Requests are sent nowhere else. */
  origin: string
  /** The identifier that the credential must have; any when left out. */
  id?: string
  /** Fetches an address as JSON. */
  fetchJson: (path: string) => Promise<Json>
  now: () => Date
  /** Told of each step once it has ended. */
  onStep?: (step: Step) => void
}

/**
 * Verifies a credential as any standard verifier does (W3C Data Integrity `eddsa-rdfc-2022`, did:web, Bitstring Status
 * List), one step after another. It ends at the first step that does not pass, except at a revocation, after which the
 * remaining steps still run.
 */
export async function verifyCredential(options: VerifyOptions): Promise<Verification> {
  const { read, origin, id, fetchJson, now, onStep } = options
  const steps: Step[] = []
  const end = (step: Step) => {
    steps.push(step)
    onStep?.(step)
  }
  async function take<T>(name: StepName, look: () => Promise<[T, Record<string, string>]>): Promise<T> {
    try {
      const [found, facts] = await look()
      end({ name, outcome: 'passed', facts })
      return found
    } catch (error) {
      const failure =
        error instanceof VerificationError ? error : new VerificationError('impossible', 'unexpected')
      end({ name, outcome: failure.outcome, reason: failure.reason, facts: failure.facts })
      throw failure
    }
  }

  let credential: Json | undefined
  try {
    credential = await take('credential', async () => {
      const document = await read()
      if (!isCredential(document)) throw new VerificationError('failed', 'not_credential')
      if (id !== undefined && document.id !== id) throw new VerificationError('failed', 'other_badge')
      return [document, { id: String(document.id) }]
    })
    const document = credential
    const did = issuerOf(document)
    const issuer = await take('issuer', async () => {
      const { host } = new URL(origin)
      if (did !== `did:web:${encodeURIComponent(host)}`)
        throw new VerificationError('failed', 'foreign_issuer', { did, host })
      const answer = await fetchJson('/.well-known/did.json')
      if (answer.id !== did) throw new VerificationError('failed', 'wrong_issuer_document', { did })
      return [answer, { did }]
    })
    const key = await take('key', async () => {
      const { verificationMethod } = readProof(document)
      return [readKey(issuer, verificationMethod), { key: verificationMethod }]
    })
    const { signed } = await take('digest', async () => {
      const made = await digest(document)
      return [made, { statements: String(made.statements), hash: toHex(made.documentHash) }]
    })
    await take('signature', async () => {
      if (!(await isSignedBy(document, key, signed))) throw new VerificationError('failed', 'not_signed')
      return [undefined, {}]
    })
    const revocation = await take('status', async () => {
      const bit = await findBit(document, { did, issuer, origin, fetchJson, now })
      if (bit.isSet) throw new VerificationError('failed', 'revoked', { index: String(bit.index) })
      return [undefined, { index: String(bit.index) }]
    }).catch((error: unknown) => {
      if (error instanceof VerificationError && error.reason === 'revoked') return error
      throw error
    })
    await take('dates', async () => [undefined, checkDates(document, now())])
    return { steps, verdict: revocation ? 'revoked' : 'valid', credential }
  } catch (error) {
    const verdict =
      error instanceof VerificationError && error.outcome === 'failed' ? 'invalid' : 'unfinished'
    const isRevoked = steps.some(({ reason }) => reason === 'revoked')
    return { steps, verdict: isRevoked ? 'revoked' : verdict, ...(credential && { credential }) }
  }
}

function isCredential({ id, type }: Json): boolean {
  const types = Array.isArray(type) ? type : [type]
  return (
    typeof id === 'string' &&
    types.includes('VerifiableCredential') &&
    (types.includes('OpenBadgeCredential') || types.includes('AchievementCredential'))
  )
}

function issuerOf({ issuer }: Json): string {
  return String(isJson(issuer) ? issuer.id : issuer)
}

/** Throws unless a credential is valid at a time. */
export function checkDates({ validFrom, validUntil }: Json, now: Date): Record<string, string> {
  const from = new Date(String(validFrom))
  if (Number.isNaN(from.getTime()) || from > now)
    throw new VerificationError('failed', 'not_yet', { date: String(validFrom) })
  if (validUntil !== undefined && !(new Date(String(validUntil)) > now)) {
    throw new VerificationError('failed', 'expired', { date: String(validUntil) })
  }
  return { date: from.toISOString() }
}
