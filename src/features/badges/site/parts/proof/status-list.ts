import { readKey } from './ed25519.ts'
import { isJson, type Json } from './json.ts'
import { digest, isSignedBy, readProof } from './signature.ts'
import { VerificationError } from './verification-error.ts'

interface ListOptions {
  did: string
  /** The issuer's did document. */
  issuer: Json
  origin: string
  fetchJson: (path: string) => Promise<Json>
  now: () => Date
}

/** The minimum length of a list; in a shorter one, a request would reveal which credential is checked. */
const shortest = 131_072
const longest = 8 * 1024 * 1024

/** Verifies the issuer's status list and looks up a credential's bit in it. */
export async function findBit(credential: Json, { did, issuer, origin, fetchJson, now }: ListOptions) {
  const entry = credential.credentialStatus
  if (!isJson(entry) || entry.type !== 'BitstringStatusListEntry' || entry.statusPurpose !== 'revocation') {
    throw new VerificationError('failed', 'no_status')
  }
  const address = URL.parse(String(entry.statusListCredential))
  const index = Number(entry.statusListIndex)
  if (address?.host !== new URL(origin).host || !Number.isSafeInteger(index) || index < 0) {
    throw new VerificationError('failed', 'no_status')
  }
  const list = await fetchJson(address.pathname)
  const { issuer: lister, credentialSubject: subject, validUntil } = list
  const isRight =
    list.id === address.href &&
    (isJson(lister) ? lister.id : lister) === did &&
    isJson(subject) &&
    subject.type === 'BitstringStatusList' &&
    subject.statusPurpose === 'revocation' &&
    !(validUntil !== undefined && !(new Date(String(validUntil)) > now())) &&
    (await isSigned(list, issuer))
  if (!isRight) throw new VerificationError('failed', 'list_not_signed')
  const bits = await unpack(subject.encodedList)
  const byte = bits[index >> 3]
  if (byte === undefined || bits.length * 8 < shortest) throw new VerificationError('failed', 'no_status')
  return { index, isSet: (byte & (0x80 >> (index & 7))) !== 0 }
}

async function isSigned(list: Json, issuer: Json): Promise<boolean> {
  try {
    const key = readKey(issuer, readProof(list).verificationMethod)
    const { signed } = await digest(list)
    return await isSignedBy(list, key, signed)
  } catch {
    return false
  }
}

/** Decodes the bits of a list: base64url of gzip. */
async function unpack(encoded: unknown): Promise<Uint8Array> {
  if (typeof encoded !== 'string' || !encoded.startsWith('u'))
    throw new VerificationError('failed', 'no_status')
  const binary = atob(encoded.slice(1).replaceAll('-', '+').replaceAll('_', '/'))
  const packed = Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    if (!value) break
    length += value.length
    if (length > longest) throw new VerificationError('failed', 'no_status')
    chunks.push(value)
  }
  const bits = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bits.set(chunk, at)
    at += chunk.length
  }
  return bits
}
