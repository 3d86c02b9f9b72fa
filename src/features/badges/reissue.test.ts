import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { toSeconds } from '#features/badges/credentials/proof.ts'
import { isJson } from '#features/badges/site/parts/proof/json.ts'
import { readCredential } from '#features/badges/site/unbake.ts'
import { verifyCredential } from '#features/badges/site/verify.ts'
import { createRightsLinks } from '#features/early-adopters/records/rights-links.ts'
import { createEmailConfirmations } from '#features/early-adopters/rights/email-confirmations.ts'
import { awardBadge, insertLeads } from '../../../test/support/badges.ts'
import { confirmPassword, startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { createFakeClock, days, hours } from '../../../test/support/clock.ts'
import { verifyBadge } from '../../../test/support/credentials/standard-verifier.ts'
import { confirmationTokenOf, confirmEmail } from '../../../test/support/email-changes.ts'
import type { Send } from '../../../test/support/http-client.ts'
import { BadgeDescription, SigningKey } from './contract.ts'

const Credential = z.looseObject({
  id: z.string(),
  validFrom: z.string(),
  awardedDate: z.string(),
  credentialSubject: z.looseObject({
    identifier: z.tuple([z.looseObject({ identityHash: z.string(), salt: z.string() })]),
    achievement: z.looseObject({ name: z.string() }),
  }),
  credentialStatus: z.looseObject({}),
  proof: z.looseObject({ verificationMethod: z.string() }),
})
type Credential = z.infer<typeof Credential>

const secret = 'a secret that only the tests know of'
let app: TestApp
let admin: Send

before(async () => {
  // Not in the future: the independent library checks the status list by the real clock.
  app = await startTestApp({ clock: createFakeClock(new Date(Date.now() - days)) })
  admin = await app.signIn()
})
after(() => app.close())

const fetchCredential = async (id: string) => (await app.send(`/credentials/${id}.json`)).read(Credential)
const correct = (id: string, change: object) => admin(`/api/leads/${id}`, { method: 'PATCH', json: change })

function isOf({ credentialSubject }: Credential, email: string): boolean {
  const [{ identityHash, salt }] = credentialSubject.identifier
  return identityHash === `sha256$${createHash('sha256').update(`${email}${salt}`).digest('hex')}`
}

/** The result of the verification on the page of an award. */
async function judge(id: string): Promise<string> {
  const fetchJson = async (path: string) => {
    const document: unknown = JSON.parse((await app.send(path)).text)
    assert.ok(isJson(document))
    return document
  }
  const { verdict } = await verifyCredential({
    read: () => fetchJson(`/credentials/${id}.json`),
    ...{ origin: 'http://localhost:3000', id: `http://localhost:3000/credentials/${id}.json`, fetchJson },
    now: () => new Date(app.clock.now().getTime() + 1000),
  })
  return verdict
}

describe('a change of a lead’s address', () => {
  test('signs the held badges again, with the same ids and texts', async () => {
    const [lead = ''] = await insertLeads(app, 1, { language: 'it' })
    const badges = [await awardBadge(admin, lead), await awardBadge(admin, lead, 'visionary')]
    const before = await Promise.all(badges.map(({ id }) => fetchCredential(id)))
    const awardedAt = toSeconds(app.clock.now())
    // In the meantime, the key and the texts have changed.
    app.clock.advance(hours)
    await confirmPassword(admin)
    await admin('/api/badges/keys/rotate', { method: 'POST' })
    const words = { name: 'Altro nome', description: 'Altro.', criteria: 'Altro.' }
    const address = '/api/badges/types/pioneer/texts/it'
    assert.equal(
      (await admin(address, { method: 'PUT', json: words })).read(BadgeDescription).name,
      words.name,
    )
    app.clock.advance(5 * hours)
    assert.equal((await correct(lead, { email: 'Giusta@example.org' })).status, 200)
    assert.equal((await confirmEmail(app, 'Giusta@example.org')).status, 303)

    const keys = (await admin('/api/badges/keys')).read(z.array(SigningKey))
    for (const [index, { id }] of badges.entries()) {
      const [old, fresh] = [before[index], await fetchCredential(id)]
      assert.ok(old)
      assert.deepEqual([isOf(old, 'giusta@example.org'), isOf(fresh, 'giusta@example.org')], [false, true])
      assert.deepEqual([fresh.id, fresh.credentialStatus], [old.id, old.credentialStatus])
      assert.deepEqual(
        [fresh.awardedDate, fresh.validFrom],
        [awardedAt, toSeconds(app.clock.now())],
        'the award is as old as it was, and this edition of it is newer',
      )
      assert.equal(fresh.credentialSubject.achievement.name, old.credentialSubject.achievement.name)
      assert.notEqual(fresh.proof.verificationMethod, old.proof.verificationMethod)
      assert.equal(fresh.proof.verificationMethod, keys.at(-1)?.id)
      assert.equal(await verifyBadge(app, fresh), undefined)
      assert.equal(await judge(id), 'valid')
      for (const format of ['png', 'svg']) {
        const { bytes } = await app.send(`/credentials/${id}/badge.${format}`)
        assert.deepEqual(await readCredential(new Blob([new Uint8Array(bytes)])), fresh)
      }
      assert.equal((await app.send(`/it/badges/${id}`)).status, 200)
    }

    // A file from before the change is revoked as well.
    const [first] = badges
    await admin(`/api/badges/${first?.id}/revoke`, { json: { reason: 'Se concedió por error' } })
    assert.equal(await verifyBadge(app, before[0] ?? {}), 'revoked')
    assert.equal(await judge(first?.id ?? ''), 'revoked')
  })

  test('in upper and lower case only, or no change, signs nothing', async () => {
    const [lead = ''] = await insertLeads(app, 1)
    const { id } = await awardBadge(admin, lead)
    const before = await fetchCredential(id)
    app.clock.advance(hours)
    assert.equal((await correct(lead, { email: `LEAD-${lead}@example.org`, name: 'Otra' })).status, 200)
    assert.deepEqual(await fetchCredential(id), before)
  })

  test('does not change revoked badges', async () => {
    const [lead = ''] = await insertLeads(app, 1)
    const { id } = await awardBadge(admin, lead)
    await admin(`/api/badges/${id}/revoke`, { json: { reason: 'Se concedió por error' } })
    const before = await fetchCredential(id)
    await correct(lead, { email: `other-${lead}@example.org` })
    assert.equal((await confirmEmail(app, `other-${lead}@example.org`)).status, 303)
    assert.deepEqual(await fetchCredential(id), before)
  })

  test('is refused when the badges cannot be signed', async () => {
    const [lead = ''] = await insertLeads(app, 1)
    await correct(lead, { email: 'never@example.org' })
    const { confirm } = createEmailConfirmations({
      ...{ db: app.db, clock: app.clock, noteEvents: async () => {}, post: async () => {} },
      ...{
        links: createRightsLinks({ secrets: { current: secret, earlier: [] }, publicUrl: '' }),
        publicUrl: '',
      },
      reissueBadges: () => Promise.reject(new Error('no key')),
      endActivationLinks: async () => {},
    })
    await assert.rejects(confirm(await confirmationTokenOf(app, 'never@example.org')), /no key/)
    const { rows } = await app.pool.query('SELECT email FROM early_adopters WHERE id = $1', [lead])
    assert.deepEqual(rows, [{ email: `Lead-${lead}@example.org` }])
  })
})
