import { CheckError } from '#features/signatures/site/verify/steps.ts'
import { areSameBytes, joinBytes, parseHex } from '#shared/cryptography/bytes.ts'
import { hashPlain } from '#shared/transparency-log/tree.ts'
import { contentOf, type Der, open, readDer, tags } from './der.ts'

// Our own reader of this one form of CMS (RFC 5652) instead of a library: general ones are ten times as large as all else
// here, and pass over what they do not need, so that a changed bit there would not be noticed.

type Bytes = Uint8Array<ArrayBuffer>

/** The object identifiers as they are encoded. */
const oids = {
  signedData: '2a864886f70d010702',
  data: '2a864886f70d010701',
  sha256: '608648016503040201',
  ecdsaWithSha256: '2a8648ce3d040302',
  contentType: '2a864886f70d010903',
  messageDigest: '2a864886f70d010904',
  signingCertificate: '2a864886f70d010910022f',
}

/** What a PDF says of its signature. */
export interface PdfSignature {
  /** The signer's certificate (X.509, DER). */
  certificate: Bytes
}

/**
 * Checks the only signature of a PDF (PAdES B-B, ETSI EN 319 142-1): it covers the whole file but itself, and its key is that
 * of one of the certificates.
 * @param trusted the certificates of this site, DER
 * @throws {CheckError} which says what is wrong
 */
export async function checkPdfSignature(file: Bytes, trusted: readonly Bytes[]): Promise<PdfSignature> {
  const { covered, container } = splitPdf(file)
  const { certificate, attributes, signature } = await readContainer(container)
  if (!areSameBytes(await hashPlain(covered), attributes.digest))
    throw new CheckError('failed', 'pdf_changed')
  if (!areSameBytes(await hashPlain(certificate), attributes.certificateHash)) {
    throw new CheckError('failed', 'pdf_signature')
  }
  if (!trusted.some((one) => areSameBytes(one, certificate))) throw new CheckError('failed', 'pdf_foreign')
  const key = await importKey(certificate)
  const isRight = await crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    signature,
    attributes.signed,
  )
  if (!isRight) throw new CheckError('failed', 'pdf_signature')
  return { certificate }
}

/** The bytes that the signature covers, and the signature. Bytes that are neither would be seen, and signed by nobody. */
function splitPdf(file: Bytes): { covered: Bytes; container: Bytes } {
  const text = new TextDecoder('latin1').decode(file)
  const ranges = [...text.matchAll(/\/ByteRange\s*\[\s*(\d{1,9})\s+(\d{1,9})\s+(\d{1,9})\s+(\d{1,9})\s*\]/g)]
  const [range] = ranges
  if (!range) throw new CheckError('failed', 'not_signed_pdf')
  const [start = -1, length = 0, next = 0, rest = 0] = range.slice(1).map(Number)
  const isWhole = ranges.length === 1 && start === 0 && length < next && next + rest === file.length
  const hole = text.slice(length, next)
  const [, hex] = /^<((?:[0-9a-f]{2})+|(?:[0-9A-F]{2})+)>$/.exec(hole) ?? []
  if (!isWhole || hex === undefined) throw new CheckError('failed', 'pdf_uncovered')
  const container = parseHex(hex.toLowerCase())
  if (!container) throw new CheckError('failed', 'pdf_uncovered')
  return { covered: joinBytes(file.subarray(0, length), file.subarray(next)), container }
}

interface Container {
  certificate: Bytes
  attributes: Attributes
  /** r and s, each of 32 bytes. */
  signature: Bytes
}

async function readContainer(padded: Bytes): Promise<Container> {
  try {
    const root = readDer(padded)
    // The place for it is larger, and filled with zeros.
    if (padded.subarray(root.whole.length).some((byte) => byte !== 0)) throw new RangeError('no zeros')
    const [type, wrapped] = exactly(open(root, tags.sequence), 2)
    isObject(type, oids.signedData)
    const [content] = exactly(open(wrapped, tags.first), 1)
    const [version, digests, encapsulated, certificates, signers] = exactly(open(content, tags.sequence), 5)
    isNumber(version, 1)
    const [digest] = exactly(open(digests, tags.set), 1)
    isAlgorithm(digest, oids.sha256)
    const [dataType] = exactly(open(encapsulated, tags.sequence), 1)
    isObject(dataType, oids.data)
    const [certificate] = exactly(open(certificates, tags.first), 1)
    const [signer] = exactly(open(signers, tags.set), 1)
    if (!certificate) throw new RangeError('no certificate')
    return { certificate: certificate.whole, ...readSigner(signer, certificate) }
  } catch (error) {
    if (error instanceof RangeError) throw new CheckError('failed', 'pdf_form')
    throw error
  }
}

function readSigner(signer: Der | undefined, certificate: Der): Omit<Container, 'certificate'> {
  const [version, named, digest, attributes, algorithm, signature] = exactly(open(signer, tags.sequence), 6)
  isNumber(version, 1)
  const [issuer, serial] = exactly(open(named, tags.sequence), 2)
  const about = readCertificate(certificate)
  if (!isSame(issuer, about.issuer) || !isSame(serial, about.serial)) throw new RangeError('another signer')
  isAlgorithm(digest, oids.sha256)
  isAlgorithm(algorithm, oids.ecdsaWithSha256)
  return {
    attributes: readAttributes(attributes),
    signature: readSignature(contentOf(signature, tags.octets)),
  }
}

interface Attributes {
  /** What is signed: the attributes as a SET. */
  signed: Bytes
  digest: Bytes
  certificateHash: Bytes
}

function readAttributes(attributes: Der | undefined): Attributes {
  const found = new Map<string, Der>()
  for (const attribute of open(attributes, tags.first)) {
    const [type, values] = exactly(open(attribute, tags.sequence), 2)
    const [value] = exactly(open(values, tags.set), 1)
    const name = hexOf(contentOf(type, tags.object))
    if (!value || found.has(name)) throw new RangeError('an attribute twice')
    found.set(name, value)
  }
  isObject(found.get(oids.contentType), oids.data)
  // SigningCertificateV2 (RFC 5035): the first of its certificates begins with the hash, by SHA-256 unless it says otherwise.
  const [ids] = open(found.get(oids.signingCertificate), tags.sequence)
  const [id] = open(ids, tags.sequence)
  const parts = open(id, tags.sequence)
  if (parts[0]?.tag === tags.sequence) isAlgorithm(parts.shift(), oids.sha256)
  const whole = attributes?.whole ?? new Uint8Array()
  return {
    signed: joinBytes(Uint8Array.of(tags.set), whole.subarray(1)),
    digest: contentOf(found.get(oids.messageDigest), tags.octets),
    certificateHash: contentOf(parts[0], tags.octets),
  }
}

/** The issuer, the number and the key of a certificate (RFC 5280). */
function readCertificate(certificate: Der | undefined) {
  const [body] = open(certificate, tags.sequence)
  const fields = open(body, tags.sequence)
  // The version is left out of those of the first version only.
  const [, serial, , issuer, , , key] = fields[0]?.tag === tags.first ? fields : [undefined, ...fields]
  return { serial, issuer, key }
}

async function importKey(certificate: Bytes): Promise<CryptoKey> {
  try {
    const { key } = readCertificate(readDer(certificate))
    const spki = key?.whole ?? new Uint8Array()
    return await crypto.subtle.importKey('spki', spki, { name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'verify',
    ])
  } catch {
    throw new CheckError('failed', 'pdf_form')
  }
}

/** A signature of P-256 as WebCrypto takes it, from the SEQUENCE of two numbers that CMS holds (RFC 5753). */
function readSignature(encoded: Bytes): Bytes {
  const root = readDer(encoded)
  if (root.whole.length !== encoded.length) throw new RangeError('more than a signature')
  return joinBytes(...exactly(open(root, tags.sequence), 2).map(readNumber))
}

function readNumber(value: Der): Bytes {
  const content = contentOf(value, tags.integer)
  const [first = 0, second = 0] = content
  const isPositive = content.length > 0 && first < 0x80
  const isShortest = content.length < 2 || first !== 0 || second >= 0x80
  const digits = first === 0 ? content.slice(1) : content
  if (!isPositive || !isShortest || digits.length > 32) throw new RangeError('not a number')
  return joinBytes(new Uint8Array(32 - digits.length), digits)
}

/** As many values as there have to be. */
function exactly(values: Der[], count: number): Der[] {
  if (values.length !== count) throw new RangeError('another number of values')
  return values
}

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const isSame = (one: Der | undefined, other: Der | undefined) =>
  one !== undefined && other !== undefined && areSameBytes(one.whole, other.whole)

function isObject(value: Der | undefined, oid: string): void {
  if (hexOf(contentOf(value, tags.object)) !== oid) throw new RangeError('another object')
}

function isNumber(value: Der | undefined, number: number): void {
  if (hexOf(contentOf(value, tags.integer)) !== number.toString(16).padStart(2, '0')) {
    throw new RangeError('another number')
  }
}

/** An algorithm without parameters, which may be written as NULL. */
function isAlgorithm(value: Der | undefined, oid: string): void {
  const [type, parameters, ...others] = open(value, tags.sequence)
  isObject(type, oid)
  if (others.length > 0 || (parameters && hexOf(parameters.whole) !== '0500')) {
    throw new RangeError('parameters')
  }
}
