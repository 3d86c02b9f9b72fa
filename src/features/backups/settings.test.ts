import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { createRightsLinks } from '#features/early-adopters/records/rights-links.ts'
import { Setting, SettingRevision } from '#features/settings/contract.ts'
import { loadCatalogues } from '#platform/catalogues.ts'
import { startTestApp, type TestApp, testSecret } from '../../../test/support/build-app.ts'
import { registrationOf } from '../../../test/support/factories.ts'
import type { Reply, Send } from '../../../test/support/http-client.ts'

const secrets = { current: testSecret, earlier: [] }
const t = (await loadCatalogues()).translator('es')
let app: TestApp
let admin: Send

before(async () => {
  app = await startTestApp()
  admin = await app.signIn()
})
after(() => app.close())

async function change(values: Record<string, unknown>): Promise<Reply> {
  const settings = (await admin('/api/settings')).read(Setting.array())
  const changes = Object.entries(values).map(([key, value]) => {
    const version = settings.find((one) => one.key === key)?.version ?? 0
    return { key, value, version }
  })
  return admin('/api/settings', { method: 'PATCH', json: { changes } })
}

const errorsOf = (reply: Reply) =>
  Object.fromEntries((reply.problem().errors ?? []).map(({ field, message }) => [field, message]))

describe('the settings of backups', () => {
  test('refuse a store that the server does not have', async () => {
    for (const place of ['store', 'both']) {
      const reply = await change({ backupDestination: place })
      assert.equal(reply.status, 422)
      assert.deepEqual(errorsOf(reply), { backupDestination: t('errors:fields.backup_store_missing') })
    }
    assert.equal((await change({ backupDestination: 'folder', backupTime: '04:00' })).status, 200)
  })

  test('refuse the secret without a key, and to remove the key that it needs', async () => {
    const key = await identityToRecipient(await generateX25519Identity())
    const needsKey = t('errors:fields.backup_secret_needs_key')
    const alone = await change({ backupIncludesSecret: true })
    assert.deepEqual([alone.status, errorsOf(alone)], [422, { backupIncludesSecret: needsKey }])
    assert.equal((await change({ backupKeys: key })).status, 200)
    assert.equal((await change({ backupIncludesSecret: true })).status, 200)
    for (const nothing of ['', null]) {
      const emptied = await change({ backupKeys: nothing })
      assert.deepEqual([emptied.status, errorsOf(emptied)], [422, { backupKeys: needsKey }])
    }
    // Nor can it be undone that the key was entered.
    const [entered] = (await admin('/api/settings/changes?key=backupKeys')).read(SettingRevision.array())
    assert.ok(entered)
    const undo = () => admin(`/api/settings/changes/${entered.id}/undo`, { method: 'POST' })
    assert.equal((await undo()).status, 422)
    assert.equal((await change({ backupIncludesSecret: false })).status, 200)
    assert.equal((await undo()).status, 200)
  })
})

describe('how long backups are kept', () => {
  const policy = async () => (await app.send('/es/privacy')).text

  /** What a person reads who has erased their data. */
  async function erase(): Promise<string> {
    const sent = registrationOf()
    await app.send('/api/early-adopters', { json: sent })
    const { rows } = await app.pool.query('SELECT id, link_epoch FROM early_adopters WHERE email = $1', [
      sent.email,
    ])
    const links = createRightsLinks({ secrets, publicUrl: 'http://localhost' })
    const token = links.tokenOf({ id: rows[0].id, linkEpoch: rows[0].link_epoch })
    return (await app.send(`/es/rights/${token}/erase`, { method: 'POST', form: {} })).text
  }

  test('is said by the pages about it, as the settings are at present', async () => {
    for (const days of ['7', '30']) {
      assert.equal((await change({ backupRetention: days })).status, 200)
      assert.ok((await erase()).includes(t('rights:erased.rest', { days })))
      assert.ok((await policy()).includes(t('legal:privacy.retention.backups', { backupDays: days })))
    }
    assert.equal((await change({ backupFrequency: 'off' })).status, 200)
    assert.ok((await erase()).includes(t('rights:erased.rest_unscheduled')))
    assert.ok((await policy()).includes(t('legal:privacy.retention.backups_unscheduled')))
  })
})
