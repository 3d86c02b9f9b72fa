import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { SigningKey } from '#features/badges/contract.ts'
import { idOfKey, publicHalfOf } from '#platform/secrets/key-id.ts'
import { toMultikey } from '#platform/secrets/multikey.ts'
import { signingKeys } from '#platform/secrets/table.ts'
import { StartError } from '#platform/start-error.ts'
import { awardBadge, createSecondProcess, insertLeads } from '../../../../test/support/badges.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import type { Send } from '../../../../test/support/http-client.ts'

const Credential = z.looseObject({ proof: z.looseObject({ verificationMethod: z.string() }) })
const fixed = generateKeyPairSync('ed25519').privateKey
const fixedId = idOfKey(publicHalfOf(fixed))

let app: TestApp
let admin: Send

before(async () => {
  app = await startTestApp({
    env: { BADGE_SIGNING_KEY: String(fixed.export({ type: 'pkcs8', format: 'pem' })) },
  })
  admin = await app.signIn()
})
after(() => app.close())

const listKeys = async () => (await admin('/api/badges/keys')).read(z.array(SigningKey))

describe('the key of the environment', () => {
  test('signs badges, is published and cannot be rotated', async () => {
    const [leadId = ''] = await insertLeads(app, 1)
    const { id } = await awardBadge(admin, leadId)
    const credential = (await app.send(`/credentials/${id}.json`)).read(Credential)
    const method = `did:web:localhost%3A3000#${fixedId}`
    assert.equal(credential.proof.verificationMethod, method)
    const document = JSON.parse((await app.send('/.well-known/did.json')).text)
    assert.deepEqual(document.assertionMethod, [method])

    const refusal = await admin('/api/badges/keys/rotate', { method: 'POST' })
    assert.equal(refusal.status, 409)
    assert.match(refusal.problem().detail ?? '', /BADGE_SIGNING_KEY/)
    assert.deepEqual(
      (await listKeys()).map(({ id: key, is_fixed, retired_at }) => ({ key, is_fixed, retired_at })),
      [{ key: method, is_fixed: true, retired_at: null }],
    )
  })

  test('is one of the badges alone: the did document names no key of the ledger', async () => {
    const publicKey = publicHalfOf(generateKeyPairSync('ed25519').privateKey)
    const [id, createdAt] = [idOfKey(publicKey), app.clock.now()]
    await app.db
      .insert(signingKeys)
      .values({ id, purpose: 'ledger', publicKeyMultibase: toMultikey(publicKey), createdAt })
    for (const path of ['/.well-known/did.json', '/api/badges/keys'])
      assert.ok(!(await admin(path)).text.includes(id), path)
  })
})

describe('a start', () => {
  test('moves the key file of an earlier version, and badges are signed with its key', async (t) => {
    const other = await startTestApp()
    t.after(other.close)
    const { privateKey } = generateKeyPairSync('ed25519')
    const publicKey = publicHalfOf(privateKey)
    const id = idOfKey(publicKey)
    const folder = join(other.dataDir, 'keys')
    await other.db
      .insert(signingKeys)
      .values({ id, publicKeyMultibase: toMultikey(publicKey), createdAt: other.clock.now() })
    await mkdir(folder)
    await writeFile(join(folder, `${id}.pem`), String(privateKey.export({ type: 'pkcs8', format: 'pem' })))
    const next = await createSecondProcess(other, { dataDir: other.dataDir })
    t.after(next.close)
    await next.checkKeys()
    assert.deepEqual(await readdir(folder), [])
    const [leadId = ''] = await insertLeads(other, 1)
    const badge = await awardBadge(await other.signIn(), leadId)
    const { proof } = (await other.send(`/credentials/${badge.id}.json`)).read(Credential)
    assert.equal(proof.verificationMethod, `did:web:localhost%3A3000#${id}`)
  })

  test('with another secret is refused', async (t) => {
    const other = await startTestApp()
    t.after(other.close)
    const [leadId = ''] = await insertLeads(other, 1)
    await awardBadge(await other.signIn(), leadId)
    const env = { SECRET_KEY: 'another secret than that of the first process' }
    await assert.rejects(
      startTestApp({ databaseUrl: other.databaseUrl, env }),
      (error: Error) => error instanceof StartError && error.message.includes('SECRET_KEY_OLD'),
    )
  })
})
