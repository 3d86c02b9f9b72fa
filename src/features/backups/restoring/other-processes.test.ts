import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { NewApiKey } from '#features/api-keys/contract.ts'
import { SigningKey } from '#features/badges/contract.ts'
import { LedgerState } from '#features/ledger/contract.ts'
import { SearchResult } from '#features/search/contract.ts'
import { Setting } from '#features/settings/contract.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { type Editor, openEditor } from '../../../../test/support/content/editor.ts'
import { createHttpClient, type Send } from '../../../../test/support/http-client.ts'
import { until } from '../../../../test/support/until.ts'

let app: TestApp
/** Another process of the same installation. */
let other: TestApp
let editor: Editor

before(async () => {
  app = await startTestApp()
  other = await startTestApp({ databaseUrl: app.databaseUrl })
  editor = await openEditor(app)
})
after(async () => {
  await other?.close()
  await app?.close()
})

async function setName(value: string): Promise<void> {
  const admin = await app.signIn()
  const all = (await admin('/api/settings')).read(Setting.array())
  const version = all.find(({ key }) => key === 'siteName')?.version ?? 0
  const changes = [{ key: 'siteName', value, version }]
  assert.equal((await admin('/api/settings', { method: 'PATCH', json: { changes } })).status, 200)
}

/** What one process shows of all that a restore replaces. */
async function show({ send, signIn }: Pick<TestApp, 'send' | 'signIn'>) {
  const admin = await signIn()
  const find = async (search: string) => {
    const reply = await admin(`/api/search?search=${search}`)
    const { groups, are_similar: areSimilar } = reply.read(SearchResult)
    return groups.length > 0 && !areSimilar
  }
  const [page, moved, keys, ledger] = await Promise.all([
    send('/es/'),
    send('/precios-de-entonces'),
    admin('/api/badges/keys'),
    send('/api/ledger'),
  ])
  return {
    title: /<title>[^<]*/.exec(page.text)?.[0].split(' · ').at(-1),
    says: ['palimpsesto', 'crisantemo'].filter((word) => page.text.includes(word)),
    found: [await find('palimpsesto'), await find('crisantemo')],
    moved: moved.status,
    keys: keys.read(z.array(SigningKey)).map(({ id, retired_at }) => `${id} ${retired_at === null}`),
    ledger: ledger.read(LedgerState).keys,
  }
}

test('whatever any process keeps in memory is that of the backup once one of them has restored it', async () => {
  const admin = await app.signIn()
  await setName('Entonces')
  await editor.save({ version: 1, content: '<h1>palimpsesto</h1>', published: true })
  const path = '/api/admin/seo/redirects'
  const redirect = { from: '/precios-de-entonces', to: '/docs', kind: 301, note: '' }
  assert.equal((await admin(path, { json: redirect })).status, 201)
  const then = await show(other)
  assert.deepEqual([then.says, then.found, then.moved], [['palimpsesto'], [true, false], 301])
  const archive = await buffer(app.app.backups.write(new AbortController().signal).bytes)

  await setName('Ahora')
  await editor.save({ version: 2, content: '<h1>crisantemo</h1>', published: true })
  const { rows } = await app.pool.query<{ id: string }>('SELECT id FROM redirects')
  assert.equal((await admin(`${path}/${rows[0]?.id}`, { method: 'DELETE' })).status, 204)
  await admin('/api/badges/keys/rotate', { method: 'POST' })
  const draft = { name: 'Since', scopes: ['content.read'], expires_at: null }
  const { token } = (await admin('/api/api-keys', { json: draft })).read(NewApiKey)
  const program = createHttpClient(other.url, { authorization: `Bearer ${token}` })
  const since = await show(other)
  assert.deepEqual([since.says, since.found, since.moved], [['crisantemo'], [false, true], 404])
  assert.equal((await program('/api/content')).status, 200)
  const signedIn: Send = await other.signIn()

  const started = await app.app.backups.restoring.start({
    open: async () => Readable.from([archive], { objectMode: false }),
    hold: async () => {},
    ...{ size: archive.length, backupId: null, userId: null, identity: undefined },
    ...{ sendsAgain: false, replacesData: true },
  })
  assert.ok(started)
  await started.done
  for (const one of [app, other]) {
    await until(async () => (await one.send('/es/')).status === 200, 'the site is open again')
    const { keys, ...shown } = await show(one)
    const { keys: former, ...expected } = then
    assert.deepEqual(shown, expected)
    // What has signed since stays known.
    assert.deepEqual(keys, since.keys)
    assert.notDeepEqual(keys, former)
  }
  assert.equal((await signedIn('/api/auth/me')).status, 401)
  assert.equal((await program('/api/content')).status, 401)
})
