import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { decodeList } from '@digitalbazaar/vc-bitstring-status-list'
import { load } from 'cheerio'
import { z } from 'zod'
import { AwardedBadge, BadgeDescription, SigningKey } from '#features/badges/contract.ts'
import { readCredential } from '#features/badges/site/unbake.ts'
import { awardBadge, createSecondProcess, insertLeads } from '../../../../test/support/badges.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { addressOfDid, verifyBadge } from '../../../../test/support/credentials/standard-verifier.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { didOf } from './credential.ts'

const Credential = z.looseObject({
  name: z.string(),
  issuer: z.looseObject({ id: z.string() }),
  credentialSubject: z.looseObject({
    identifier: z.array(z.looseObject({ identityHash: z.string(), salt: z.string() })),
    achievement: z.looseObject({ name: z.string(), inLanguage: z.string() }),
  }),
  credentialStatus: z.looseObject({ statusListIndex: z.string(), statusListCredential: z.string() }),
  proof: z.looseObject({ verificationMethod: z.string(), proofValue: z.string(), created: z.string() }),
})
type Credential = z.infer<typeof Credential>
const StatusList = z.looseObject({ credentialSubject: z.looseObject({ encodedList: z.string() }) })

let app: TestApp
let admin: Send

before(async () => {
  app = await startTestApp()
  admin = await app.signIn()
})
after(() => app.close())

async function awardNew(changes: Parameters<typeof insertLeads>[2] = {}) {
  const [leadId = ''] = await insertLeads(app, 1, changes)
  const badge = await awardBadge(admin, leadId)
  return { leadId, badge, credential: await fetchCredential(badge.id) }
}

async function fetchCredential(id: string): Promise<Credential> {
  return (await app.send(`/credentials/${id}.json`)).read(Credential)
}

describe('a credential', () => {
  test('is verified by an independent library', async () => {
    const { credential } = await awardNew()
    assert.equal(await verifyBadge(app, credential), undefined)
  })

  test('is served exactly as signed, in the holder’s language, without name or address', async () => {
    const { badge, credential } = await awardNew({ language: 'ar', name: 'فاطمة الزهراء' })
    const { text } = await app.send(`/credentials/${badge.id}.json`)
    assert.match(text, /^\{"@context":/)
    assert.doesNotMatch(text, /فاطمة|example\.org/)
    assert.equal(credential.credentialSubject.achievement.inLanguage, 'ar')
    assert.equal(credential.name, 'ريادة')
  })

  test('can be matched to its holder by whoever knows the address', async () => {
    const { credential, leadId } = await awardNew()
    const [identity] = credential.credentialSubject.identifier
    const bytes = new TextEncoder().encode(`lead-${leadId}@example.org${identity?.salt}`)
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
    assert.equal(identity?.identityHash, `sha256$${digest}`)
  })

  test('is invalid when anything in it is changed', async () => {
    const { credential } = await awardNew()
    const other = await awardNew()
    const { credentialSubject, credentialStatus, proof } = credential
    const { achievement, identifier } = credentialSubject
    const lastSign = proof.proofValue.at(-1) === '2' ? '3' : '2'
    const changed = {
      name: { ...credential, name: `${credential.name}.` },
      badge: {
        ...credential,
        credentialSubject: { ...credentialSubject, achievement: { ...achievement, name: 'Visionario' } },
      },
      holder: {
        ...credential,
        credentialSubject: {
          ...credentialSubject,
          identifier: [{ ...identifier[0], identityHash: `sha256$${'0'.repeat(64)}` }],
        },
      },
      status: { ...credential, credentialStatus: { ...credentialStatus, statusListIndex: '99' } },
      date: { ...credential, validFrom: '2020-01-01T00:00:00Z' },
      'when it was signed': { ...credential, proof: { ...proof, created: '2020-01-01T00:00:00Z' } },
      signature: { ...credential, proof: { ...proof, proofValue: proof.proofValue.slice(0, -1) + lastSign } },
      'the signature of another': { ...credential, proof: other.credential.proof },
      'something added': { ...credential, evidence: [{ type: ['Evidence'], name: 'Made up' }] },
      issuer: { ...credential, issuer: { ...credential.issuer, name: 'Somebody else' } },
    }
    for (const [what, forged] of Object.entries(changed)) {
      assert.match((await verifyBadge(app, forged)) ?? 'verified', /[Ii]nvalid signature/, what)
    }
    assert.equal(await verifyBadge(app, credential), undefined)
  })

  test('is revoked in the status list, and no other is', async () => {
    const [one, two] = [await awardNew(), await awardNew()]
    await admin(`/api/badges/${one.badge.id}/revoke`, { json: { reason: 'Se concedió por error' } })
    assert.equal(await verifyBadge(app, one.credential), 'revoked')
    assert.equal(await verifyBadge(app, two.credential), undefined)
    const { text } = await app.send('/credentials/status/1')
    const { credentialSubject } = StatusList.parse(JSON.parse(text))
    const list = await decodeList(credentialSubject)
    const place = Number(one.credential.credentialStatus.statusListIndex)
    assert.deepEqual([list.getStatus(place), list.getStatus(place + 1)], [true, false])
    assert.equal((await app.send('/credentials/status/1')).text, text, 'signed again for nothing')
    for (const path of ['2', '0', '1e3', '99999', '-1', '999999']) {
      assert.equal((await app.send(`/credentials/status/${path}`)).status, 404, path)
    }
  })

  test('is deleted with its holder, and saved copies count as revoked', async () => {
    const { badge, leadId, credential } = await awardNew()
    assert.equal((await admin(`/api/leads/${leadId}`, { method: 'DELETE' })).status, 204)
    for (const path of [`${badge.id}.json`, `${badge.id}/badge.png`, `${badge.id}/badge.svg`]) {
      assert.equal((await app.send(`/credentials/${path}`)).status, 410, path)
    }
    assert.equal(await verifyBadge(app, credential), 'revoked')
    const [award] = (await admin('/api/badges?state=erased')).read(z.array(AwardedBadge))
    assert.deepEqual([award?.id, award?.lead_id, award?.lead], [badge.id, null, null])
    assert.equal(
      (await admin(`/api/badges/${badge.id}/revoke`, { json: { reason: 'Otra vez' } })).status,
      409,
    )
    assert.equal((await app.send(`/credentials/${crypto.randomUUID()}.json`)).status, 404)
  })

  test('has the requested media type, and can be read from any origin', async () => {
    const { badge } = await awardNew()
    for (const [accept, type] of [
      ['application/vc+ld+json', 'application/vc+ld+json'],
      ['text/html, application/vc;q=0.9', 'application/vc'],
      ['*/*', 'application/json'],
    ]) {
      const { headers } = await app.send(`/credentials/${badge.id}.json`, {
        headers: { accept: accept ?? '' },
      })
      assert.match(headers['content-type'] ?? '', new RegExp(`^${type?.replaceAll('+', '\\+')}(;|$)`))
      assert.equal(headers['access-control-allow-origin'], '*')
      assert.equal(headers['cache-control'], 'no-cache')
    }
  })
})

describe('a picture of a badge', () => {
  test('contains the credential, as PNG and as SVG', async () => {
    const { badge, credential } = await awardNew()
    for (const format of ['png', 'svg']) {
      const { bytes, headers } = await app.send(`/credentials/${badge.id}/badge.${format}`)
      assert.match(headers['content-type'] ?? '', new RegExp(format))
      const baked = await readCredential(new Blob([new Uint8Array(bytes)]))
      assert.deepEqual(baked, credential)
      assert.equal(await verifyBadge(app, baked), undefined)
    }
  })

  test('is not broken by whatever the badge is called', async () => {
    const name = '"]]></openbadges:credential><script>alert(1)</script> & \u202e ريادة'
    const text = { name: 'Rara', description: name, criteria: `${name}\n\\u0000 $& $1 $<x>` }
    const address = '/api/badges/types/pioneer/texts/fr'
    const saved = await admin(address, { method: 'PUT', json: text })
    assert.deepEqual(saved.read(BadgeDescription).criteria, text.criteria)
    const { badge, credential } = await awardNew({ language: 'fr' })
    await admin(address, { method: 'DELETE' })
    const svg = await app.send(`/credentials/${badge.id}/badge.svg`)
    assert.deepEqual(await readCredential(new Blob([svg.text])), credential)
    const $ = load(svg.text, { xml: true })
    assert.equal($('script').length, 0)
    assert.deepEqual(JSON.parse($('openbadges\\:credential').text()), credential)
    const png = await app.send(`/credentials/${badge.id}/badge.png`)
    assert.deepEqual(await readCredential(new Blob([new Uint8Array(png.bytes)])), credential)
    assert.equal(await verifyBadge(app, credential), undefined)
  })

  test('exists without a credential for each badge', async () => {
    for (const type of ['pioneer', 'innovator', 'contributor', 'visionary']) {
      const svg = await app.send(`/credentials/seals/${type}.svg`)
      assert.match(svg.text, /^<svg /)
      const png = await app.send(`/credentials/seals/${type}.png`)
      assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG')
    }
    assert.equal((await app.send('/credentials/seals/other.svg')).status, 404)
  })
})

describe('the keys', () => {
  test('are in the did document, which is where did:web says', async () => {
    const { credential } = await awardNew()
    const { text } = await app.send('/.well-known/did.json')
    const document = JSON.parse(text)
    assert.equal(document.id, 'did:web:localhost%3A3000')
    assert.equal(addressOfDid(document.id), 'https://localhost:3000/.well-known/did.json')
    assert.equal(
      addressOfDid(didOf('https://firmeza.example')),
      'https://firmeza.example/.well-known/did.json',
    )
    const [method] = document.verificationMethod
    assert.deepEqual(document.assertionMethod, [method.id])
    assert.equal(method.id, credential.proof.verificationMethod)
    assert.deepEqual(
      { type: method.type, controller: method.controller },
      { type: 'Multikey', controller: document.id },
    )
    assert.match(method.publicKeyMultibase, /^z6Mk[1-9A-HJ-NP-Za-km-z]{44}$/)
  })

  test('can be rotated, and what the old one signed stays valid', async () => {
    const old = await awardNew()
    app.clock.advance(1000)
    const rotated = await admin('/api/badges/keys/rotate', { method: 'POST' })
    assert.equal(rotated.status, 201)
    const fresh = await awardNew()
    assert.notEqual(fresh.credential.proof.verificationMethod, old.credential.proof.verificationMethod)
    const keys = rotated.read(z.array(SigningKey))
    assert.deepEqual(
      keys.map(({ retired_at }) => retired_at === null),
      [false, true],
    )
    assert.equal(keys[1]?.id, fresh.credential.proof.verificationMethod)
    for (const { credential } of [old, fresh]) assert.equal(await verifyBadge(app, credential), undefined)
    await admin(`/api/badges/${old.badge.id}/revoke`, { json: { reason: 'Por error' } })
    assert.equal(await verifyBadge(app, old.credential), 'revoked')
  })

  test('are the same in all processes, and a rotation by one is seen by the others', async () => {
    const second = await createSecondProcess(app)
    const awardThere = async () => {
      const [leadId = ''] = await insertLeads(app, 1)
      const { awarded } = await app.db.transaction((transaction) =>
        second.grant(transaction, { leadIds: [leadId], type: 'visionary', actorId: null }),
      )
      return fetchCredential(awarded[0]?.id ?? '')
    }
    const [theirs, ours] = [await awardThere(), await awardNew()]
    assert.equal(theirs.proof.verificationMethod, ours.credential.proof.verificationMethod)
    app.clock.advance(1000)
    await second.publication.rotateKeys()
    const [later, oursLater] = [await awardThere(), await awardNew()]
    assert.notEqual(later.proof.verificationMethod, theirs.proof.verificationMethod)
    assert.equal(oursLater.credential.proof.verificationMethod, later.proof.verificationMethod)
    for (const credential of [theirs, later, ours.credential, oursLater.credential])
      assert.equal(await verifyBadge(app, credential), undefined)
    second.close()
  })
})
