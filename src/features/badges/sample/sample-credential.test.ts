import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { isJson, type Json } from '#features/badges/site/parts/proof/json.ts'
import { verifyCredential } from '#features/badges/site/verify.ts'
import { languages } from '#shared/languages.ts'
import { awardBadge, createSecondProcess, insertLeads } from '../../../../test/support/badges.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { verifyBadge } from '../../../../test/support/credentials/standard-verifier.ts'
import { sampleCredentialPath } from './model.ts'

const publicUrl = 'http://localhost:3000'
let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app.close())

async function fetchJson(path: string, from = app): Promise<Json> {
  return JSON.parse((await from.send(path)).text)
}

const fetchSample = (language: (typeof languages)[number] = 'es') => fetchJson(sampleCredentialPath(language))

/** Verifies a sample with the code of the pages. */
async function verifyAsPage(credential: Json, { from = app, origin = publicUrl } = {}) {
  const { steps, verdict } = await verifyCredential({
    read: async () => credential,
    origin,
    id: origin + sampleCredentialPath('es'),
    fetchJson: (path) => fetchJson(path, from),
    now: () => from.clock.now(),
  })
  return [
    verdict,
    ...steps.filter(({ outcome }) => outcome !== 'passed').map(({ name, reason }) => [name, reason]),
  ]
}

function findIdentity(credential: Json): Json | undefined {
  const { credentialSubject: subject } = credential
  const identities = isJson(subject) ? subject.identifier : undefined
  return Array.isArray(identities) ? identities.find(isJson) : undefined
}

/** The holder that the sample credential names in clear text. */
function readHolder(credential: Json): string {
  return String(findIdentity(credential)?.identityHash ?? '')
}

/** A copy of the sample credential in which only the holder is another. */
function withHolder(credential: Json, holder: string): Json {
  const copy = structuredClone(credential)
  const identity = findIdentity(copy)
  if (identity) identity.identityHash = holder
  return copy
}

describe('the sample credential', () => {
  test('is valid for the code of the pages and, in every language, for an independent library', async () => {
    assert.deepEqual(await verifyAsPage(await fetchSample()), ['valid'])
    for (const language of languages) {
      assert.equal(await verifyBadge(app, await fetchSample(language)), undefined, language)
    }
  })

  test('fails at the signature once a letter of its holder is changed, and passes once it is back', async () => {
    const credential = await fetchSample()
    const holder = readHolder(credential)
    assert.equal(holder, 'Titular de ejemplo')
    const changed = withHolder(credential, holder.replace('j', 'g'))
    assert.deepEqual(await verifyAsPage(changed), ['invalid', ['signature', 'not_signed']])
    assert.match((await verifyBadge(app, changed)) ?? 'verified', /[Ii]nvalid signature/)
    assert.deepEqual(await verifyAsPage(withHolder(changed, holder)), ['valid'])
  })

  test('is no award: it has a place in the status list that no award is given', async () => {
    const admin = await app.signIn()
    const [leadId = ''] = await insertLeads(app, 1)
    const { id } = await awardBadge(admin, leadId)
    const places = await Promise.all(
      [sampleCredentialPath('es'), `/credentials/${id}.json`].map(async (path) => {
        const { credentialStatus } = await fetchJson(path)
        return isJson(credentialStatus) && credentialStatus.statusListIndex
      }),
    )
    assert.deepEqual(places, ['0', '1'])
    await admin(`/api/badges/${id}/revoke`, { json: { reason: 'Por error' } })
    assert.deepEqual(await verifyAsPage(await fetchSample()), ['valid'])
  })

  test('is the same from every process', async () => {
    const sample = await fetchSample()
    app.clock.advance(60_000)
    const twin = await createSecondProcess(app)
    assert.deepEqual(await twin.samples.getSample('es'), sample)
    twin.close()
  })

  test('stays valid when the keys are rotated, also for processes that start later', async () => {
    const before = await fetchSample()
    app.clock.advance(1000)
    await (await app.signIn())('/api/badges/keys/rotate', { method: 'POST' })
    assert.deepEqual(await verifyAsPage(before), ['valid'])
    assert.deepEqual(await verifyAsPage(await fetchSample()), ['valid'])
    const restarted = await createSecondProcess(app)
    const after: unknown = JSON.parse(JSON.stringify(await restarted.samples.getSample('es')))
    restarted.close()
    assert.ok(isJson(after))
    assert.notDeepEqual(after.proof, before.proof)
    assert.deepEqual(await verifyAsPage(after), ['valid'])
  })

  test('names another public address once that is changed', async () => {
    const moved = await startTestApp({
      env: { PUBLIC_URL: 'https://moved.example' },
      databaseUrl: app.databaseUrl,
    })
    try {
      const credential = await fetchJson(sampleCredentialPath('es'), moved)
      const origin = 'https://moved.example'
      assert.deepEqual(await verifyAsPage(credential, { from: moved, origin }), ['valid'])
    } finally {
      await moved.close()
    }
  })

  test('can be read from any origin, is revalidated, and exists in our languages only', async () => {
    const { headers } = await app.send(sampleCredentialPath('es'))
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.equal(headers['cache-control'], 'no-cache')
    const again = await app.send(sampleCredentialPath('es'), {
      headers: { 'if-none-match': headers.etag ?? '' },
    })
    assert.equal(again.status, 304)
    assert.equal((await app.send('/credentials/sample/xx.json')).status, 404)
  })
})
