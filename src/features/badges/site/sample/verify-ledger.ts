import {
  checkForCryptography,
  hash,
  isSignatureOf,
  readKey,
} from '#features/badges/site/parts/proof/ed25519.ts'
import { isJson, type Json } from '#features/badges/site/parts/proof/json.ts'
import { toHex } from '#shared/base58.ts'
import { canonicalizeJson } from '#shared/canonical-json.ts'

/** What holds of one entry. */
export interface EntryResult {
  step: string
  amount: string
  /** Its signature is that of the site over just this entry. */
  isSigned: boolean
  /** It contains the hash of the entry before as that is now. */
  isLinked: boolean
}

/** Whether nothing about an entry was changed. */
export const isWhole = ({ isSigned, isLinked }: EntryResult): boolean => isSigned && isLinked

interface LedgerOptions {
  ledger: Json
  /** The did document of the site. */
  issuer: Json
  /** Origin of the site. */
  origin: string
}

const hashOf = (value: Json) => hash(canonicalizeJson(value))

/** The entries of a ledger. */
export function listEntries({ entries }: Json): Json[] {
  return Array.isArray(entries) ? entries.filter(isJson) : []
}

/** Verifies each entry of a ledger: its proof (eddsa-jcs-2022) and its link to the entry before. */
export async function verifyLedger({ ledger, issuer, origin }: LedgerOptions): Promise<EntryResult[]> {
  checkForCryptography()
  const isOurs = issuer.id === `did:web:${encodeURIComponent(new URL(origin).host)}`
  const results: EntryResult[] = []
  let previous: string | null = null
  for (const [index, entry] of listEntries(ledger).entries()) {
    results.push({
      step: String(entry.step),
      amount: String(entry.amount),
      isSigned: isOurs && (await isSigned(entry, issuer)),
      isLinked: entry.previous === previous && entry.position === index + 1,
    })
    previous = toHex(await hashOf(entry))
  }
  return results
}

async function isSigned({ proof, ...entry }: Json, issuer: Json): Promise<boolean> {
  if (!isJson(proof)) return false
  const { proofValue, ...settings } = proof
  const { type, cryptosuite, proofPurpose, verificationMethod } = settings
  const isKnown =
    type === 'DataIntegrityProof' && cryptosuite === 'eddsa-jcs-2022' && proofPurpose === 'assertionMethod'
  if (!isKnown) return false
  try {
    const key = readKey(issuer, String(verificationMethod))
    const signed = new Uint8Array([...(await hashOf(settings)), ...(await hashOf(entry))])
    return await isSignatureOf(proofValue, key, signed)
  } catch {
    return false
  }
}

/** A copy of a ledger in which only the amounts are others. */
export function withAmounts(ledger: Json, amounts: ReadonlyMap<string, string>): Json {
  const copy = structuredClone(ledger)
  for (const entry of listEntries(copy)) entry.amount = amounts.get(String(entry.step)) ?? entry.amount
  return copy
}
