import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import pg from 'pg'
import { z } from 'zod'
import { ContentItem, TranslationSample, TranslationState } from '#features/content/contract.ts'
import { loadCatalogues } from '#platform/catalogues.ts'
import { createLog } from '#platform/log.ts'
import { StoredSecret } from '#platform/settings/stored-secret.ts'
import { StartError } from '#platform/start-error.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import {
  shout,
  startTranslationEndpoint,
  type TranslationEndpoint,
} from '../../../test/support/content/translation-endpoint.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { badValues } from '../../../test/support/hostile/hostile-values.ts'
import type { Reply, Send } from '../../../test/support/http-client.ts'
import { Setting, SettingRevision } from './contract.ts'

const path = '/api/settings'
const secret = 'sk-never-Shown-0123456789'
const t = (await loadCatalogues()).translator('es')
/** Everything that was logged. */
const lines: string[] = []
/** Everything that was answered. */
const answers: string[] = []
let machine: TranslationEndpoint
let app: TestApp
/** The same product in another process, whose operator has fixed the address. */
let fixed: TestApp
let admin: Send
let elsewhere: Send

before(async () => {
  machine = await startTranslationEndpoint()
  const log = createLog('trace', { write: (line) => lines.push(line) })
  app = await startTestApp({ log })
  fixed = await startTestApp({ log, databaseUrl: app.databaseUrl, env: { TRANSLATE_URL: machine.url } })
  admin = recorded(await app.signIn())
  elsewhere = recorded(await fixed.signIn())
})
beforeEach(async () => {
  await app.pool.query("DELETE FROM settings WHERE key LIKE 'translate%'")
  await app.pool.query('DELETE FROM setting_revisions')
  await change({ debugMode: true, siteName: `Sitio ${crypto.randomUUID().slice(0, 8)}` })
  machine.answer(({ html }) => shout(html))
})
after(async () => {
  await fixed.close()
  await app.close()
  await machine.close()
})

/** Copies the settings to another database, as they are stored. */
async function copySettings(url: string): Promise<void> {
  const { rows } = await app.pool.query<{ row: unknown }>('SELECT to_jsonb(settings) AS row FROM settings')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const { row } of rows)
    await client.query('INSERT INTO settings SELECT * FROM jsonb_populate_record(NULL::settings, $1)', [row])
  await client.end()
}

const recorded =
  (send: Send): Send =>
  async (address, ask) => {
    const reply = await send(address, ask)
    answers.push(reply.text)
    return reply
  }

const read = (reply: Reply) => reply.read(z.array(Setting))
const history = async (query = '?limit=1') =>
  (await admin(`${path}/changes${query}`)).read(z.array(SettingRevision))
const undo = async (id: string | undefined, send = admin) =>
  send(`${path}/changes/${id}/undo`, { method: 'POST' })

async function find(key: string, send = admin): Promise<Setting> {
  const found = read(await send(path)).find((setting) => setting.key === key)
  assert.ok(found, key)
  return found
}

/** Whether there is a key as the panel says it. */
async function keyIs(send = admin): Promise<'set' | 'unset' | 'unreadable'> {
  const { value, default: usual, is_secret, is_set, is_unreadable } = await find('translateKey', send)
  assert.deepEqual([value, usual, is_secret], [null, null, true])
  assert.ok(!(is_set && is_unreadable))
  return is_unreadable ? 'unreadable' : is_set ? 'set' : 'unset'
}

async function tryChange(values: Record<string, unknown>, send = admin): Promise<Reply> {
  const versions = new Map(read(await send(path)).map(({ key, version }) => [key, version]))
  const changes = Object.entries(values).map(([key, value]) => ({
    ...{ key, value },
    version: versions.get(key) ?? 0,
  }))
  return send(path, { method: 'PATCH', json: { changes } })
}

async function change(values: Record<string, unknown>, send = admin): Promise<void> {
  const reply = await tryChange(values, send)
  assert.equal(reply.status, 200, reply.text)
}

const errorsOf = (reply: Reply) =>
  Object.fromEntries((reply.problem().errors ?? []).map(({ field, message }) => [field, message]))

async function storedKey(): Promise<unknown> {
  const { rows } = await app.pool.query("SELECT value FROM settings WHERE key = 'translateKey'")
  return rows[0]?.value
}

/** What the service is sent as its key. */
async function sentKey(send = elsewhere): Promise<string | undefined> {
  const reply = await send('/api/content/translate/test', { json: { to: 'es' } })
  assert.equal(reply.status, 200, reply.text)
  return machine.requests.at(-1)?.authorization
}

const ofPanel = { translateUrl: 'https://translate.example/v1', translateModel: 'a-model' }

describe('a secret', () => {
  test('is stored encrypted, in force at once in every process, and undone unseen', async () => {
    await change({ translateModel: 'a-model' }, elsewhere)
    assert.equal(await sentKey(), undefined)
    await change({ translateKey: ` ${secret} ` }, elsewhere)
    const first = await storedKey()
    assert.match(StoredSecret.parse(first).encrypted, /^v1\.[\w-]+$/)
    assert.equal(await keyIs(elsewhere), 'set')
    assert.equal(await sentKey(), `Bearer ${secret}`)
    const [setting] = await history()
    assert.deepEqual(setting?.changes, [{ key: 'translateKey', before: null, after: null, secret: 'set' }])

    await change({ translateKey: `${secret}-2` }, elsewhere)
    assert.equal(await sentKey(), `Bearer ${secret}-2`)
    const [changing] = await history('?key=translateKey&limit=1')
    assert.equal(changing?.changes[0]?.secret, 'changed')
    assert.equal((await undo(changing?.id)).status, 200)
    assert.equal(await sentKey(), `Bearer ${secret}`)
    assert.deepEqual(await storedKey(), first)

    await change({ translateKey: null }, elsewhere)
    assert.equal(await sentKey(), undefined)
    const [removing] = await history()
    assert.equal(removing?.changes[0]?.secret, 'removed')
    assert.equal((await undo(removing?.id)).status, 200)
    assert.equal(await sentKey(), `Bearer ${secret}`)
  })

  test('is changed once, and not again by whoever did not know', async () => {
    const { version } = await find('translateKey')
    const give = (value: string) =>
      admin(path, { method: 'PATCH', json: { changes: [{ key: 'translateKey', value, version }] } })
    const replies = await Promise.all(Array.from({ length: 4 }, (_, number) => give(`${secret}-${number}`)))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409])
  })

  test('of the environment wins and is only told of', async () => {
    const env = { TRANSLATE_URL: machine.url, TRANSLATE_KEY: `${secret}-env`, TRANSLATE_MODEL: 'a-model' }
    const other = await startTestApp({ databaseUrl: app.databaseUrl, env })
    try {
      const send = recorded(await other.signIn())
      const { source, variable, value, is_set } = await find('translateKey', send)
      assert.deepEqual([source, variable, value, is_set], ['environment', 'TRANSLATE_KEY', null, true])
      assert.equal(await sentKey(send), `Bearer ${secret}-env`)
      const reply = await tryChange({ translateKey: secret }, send)
      assert.equal(reply.status, 409)
      assert.deepEqual(errorsOf(reply), {
        translateKey: t('errors:fields.setting_fixed', { variable: 'TRANSLATE_KEY' }),
      })
    } finally {
      await other.close()
    }
  })

  test('of the environment needs the address there too, since admins could name one of their own', async () => {
    const start = startTestApp({ databaseUrl: app.databaseUrl, env: { TRANSLATE_KEY: secret } })
    await assert.rejects(start, (error) => {
      assert.ok(error instanceof StartError, String(error))
      assert.match(error.message, /TRANSLATE_KEY: must be set together with TRANSLATE_URL/)
      assert.ok(!error.message.includes(secret))
      return true
    })
    const refused = startTestApp({
      databaseUrl: app.databaseUrl,
      env: { TRANSLATE_URL: machine.url, TRANSLATE_KEY: 'señal' },
    })
    await assert.rejects(refused, /TRANSLATE_KEY: secret invalid/)
  })

  test('that cannot be decrypted counts as not set, is logged once, and can be given again', async () => {
    await change({ translateModel: 'a-model', translateKey: secret }, elsewhere)
    const warned: string[] = []
    const moved = await createTestDatabase()
    await copySettings(moved.url)
    const other = await startTestApp({
      ...{ databaseUrl: moved.url, log: createLog('warn', { write: (line) => warned.push(line) }) },
      env: { SECRET_KEY: 'another secret, as after moving house', TRANSLATE_URL: machine.url },
    })
    try {
      const send = recorded(await other.signIn())
      assert.equal(await keyIs(send), 'unreadable')
      assert.equal(await sentKey(send), undefined)
      await change({ siteName: 'Para volver a leer' }, send)
      assert.equal(await keyIs(send), 'unreadable')
      assert.equal(warned.filter((line) => line.includes('"setting":"translateKey"')).length, 1)
      await change({ translateKey: `${secret}-new` }, send)
      assert.equal(await sentKey(send), `Bearer ${secret}-new`)
      await change({ translateKey: null }, send)
      assert.equal(await keyIs(send), 'unset')
    } finally {
      await other.close()
      await moved.drop()
    }
  })

  test('that stands in the row of another, or as plain text, is not used', async () => {
    await change({ translateModel: 'a-model', translateKey: secret }, elsewhere)
    const { rows } = await app.pool.query("SELECT value FROM settings WHERE key = 'translateKey'")
    const { encrypted, place } = StoredSecret.parse(rows[0].value)
    const texts = [secret, 'v1.', `${encrypted}A`]
    for (const value of [
      ...texts,
      ...texts.map((one) => ({ encrypted: one, place })),
      encrypted,
      7,
      {},
      ['x'],
    ]) {
      await app.pool.query("UPDATE settings SET value = $1 WHERE key = 'translateKey'", [
        JSON.stringify(value),
      ])
      await change({ debugMode: null })
      await change({ debugMode: true })
      assert.equal(await keyIs(elsewhere), 'unreadable')
      assert.equal(await sentKey(), undefined)
    }
  })
})

describe('a secret that belongs to an address', () => {
  test('is removed when the address changes without it, and stays when it is given anew', async () => {
    await change({ ...ofPanel, translateKey: secret })
    assert.equal(await keyIs(), 'set')
    await change({ translateUrl: 'https://evil.example/v1' })
    assert.equal(await keyIs(), 'unset')
    assert.equal(await storedKey(), null)
    const [moving] = await history()
    assert.deepEqual(
      moving?.changes.map(({ key, secret: done }) => [key, done]),
      [
        ['translateUrl', null],
        ['translateKey', 'removed'],
      ],
    )
    // Both go back together.
    assert.equal((await undo(moving?.id)).status, 200)
    assert.equal((await find('translateUrl')).value, ofPanel.translateUrl)
    assert.equal(await keyIs(), 'set')
    await change({ translateUrl: 'https://other.example/v1', translateKey: secret })
    assert.equal(await keyIs(), 'set')
    await change({ translateUrl: null })
    assert.equal(await keyIs(), 'unset')
  })

  test('stays when the address is sent as it was', async () => {
    await change({ ...ofPanel, translateKey: secret })
    await change({ translateUrl: ` ${ofPanel.translateUrl}`, translateModel: 'b-model' })
    assert.equal(await keyIs(), 'set')
  })

  test('does not come back for another address', async () => {
    await change({ ...ofPanel, translateKey: secret })
    await change({ translateKey: null })
    const [removing] = await history()
    await change({ translateUrl: 'https://evil.example/v1' })
    const [moving] = await history()
    assert.deepEqual(
      moving?.changes.map(({ key }) => key),
      ['translateUrl'],
    )
    assert.equal((await undo(removing?.id)).status, 409)
    assert.equal(await keyIs(), 'unset')
    assert.equal((await undo(moving?.id)).status, 200)
    assert.equal((await find('translateUrl')).value, ofPanel.translateUrl)
  })

  test('is not taken from whoever enters it for the address before', async () => {
    await change(ofPanel)
    const { version } = await find('translateKey')
    await change({ translateUrl: 'https://evil.example/v1' })
    const late = await admin(path, {
      method: 'PATCH',
      json: { changes: [{ key: 'translateKey', value: secret, version }] },
    })
    assert.equal(late.status, 409)
    assert.deepEqual(errorsOf(late), { translateKey: t('errors:fields.setting_stale') })
    assert.equal(await keyIs(), 'unset')
  })

  test('is of no use for an address that was changed in the database or the environment', async () => {
    await change({ ...ofPanel, translateKey: secret })
    assert.equal(await keyIs(elsewhere), 'unreadable')
    assert.equal(await sentKey(), undefined)
    await app.pool.query(`UPDATE settings SET value = '"https://evil.example"' WHERE key = 'translateUrl'`)
    await change({ translateModel: 'b-model' })
    assert.equal(await keyIs(), 'unreadable')
  })
})

describe('bad values', () => {
  test('of a secret are refused with a sentence that does not repeat them', async () => {
    await change({ translateKey: secret })
    const before = await storedKey()
    const bad = { ...badValues, 'two words': 'ab cd', lines: 'ab\r\nX-Evil: 1', long: 'x'.repeat(1001) }
    const accepted = ['null', 'missing', '__proto__', 'a path', 'markup', 'a number with many digits']
    for (const [kind, value] of Object.entries(bad)) {
      if (accepted.includes(kind)) continue
      const reply = await tryChange({ translateKey: value })
      assert.ok([400, 413, 422].includes(reply.status), `${kind}: ${reply.status} ${reply.text}`)
      if (reply.status !== 422) continue
      const [[field, message] = []] = Object.entries(errorsOf(reply))
      assert.match(field ?? '', /^(translateKey|changes\.0\.value)$/, kind)
      assert.match(message ?? '', /^[A-ZÁÉÍÓÚÑ].*\s/u, kind)
      if (typeof value === 'string' && value.trim().length > 3) assert.ok(!reply.text.includes(value), kind)
    }
    assert.deepEqual(await storedKey(), before)
  })

  for (const [key, value] of [
    ['translateUrl', 'http://translate.example/v1'],
    ['translateUrl', 'https://name:word@translate.example/v1'],
    ['translateUrl', 'https://127.0.0.1:11434/v1'],
    ['translateUrl', 'https://[::1]/v1'],
    ['translateUrl', 'https://2852039166/latest/meta-data'],
    ['translateUrl', 'file:///etc/passwd'],
    ['translateUrl', 'translate.example'],
    ['translateUrl', `https://a.example/${'a'.repeat(500)}`],
    ['translateUrl', 7],
    ['translateModel', 'a'.repeat(201)],
    ['translateModel', 'a\u0007b'],
  ] as const) {
    test(`such as ${String(value).slice(0, 40)} for ${key}`, async () => {
      const reply = await tryChange({ [key]: value })
      assert.equal(reply.status, 422, reply.text)
      assert.deepEqual(Object.keys(errorsOf(reply)), [key])
    })
  }
})

describe('machine translation', () => {
  const order = { key: 'home-hero', from: 'es', to: 'de' }

  test('starts and ends with its settings, in every process', async () => {
    const state = async () =>
      (await elsewhere('/api/content/home-hero/translation?language=de')).read(TranslationState).machine
    assert.equal(await state(), false)
    await change({ translateModel: 'first-model' })
    assert.equal(await state(), true)
    const reply = await elsewhere('/api/content/translate', { json: order })
    assert.equal(reply.status, 201, reply.text)
    reply.read(ContentItem)
    assert.equal(machine.requests.at(-1)?.model, 'first-model')
    await change({ translateModel: '' })
    assert.equal((await elsewhere('/api/content/translate', { json: order })).status, 503)
  })

  test('is tried with a sentence of the site', async () => {
    await change({ translateModel: 'a-model' })
    const sample = async (to: string) =>
      (await elsewhere('/api/content/translate/test', { json: { to } })).read(TranslationSample)
    const { from, to, original, translation } = await sample('ar')
    assert.deepEqual([from, to], ['es', 'ar'])
    assert.equal(translation, original.toUpperCase())
    assert.equal((await sample('es')).from, 'en')
    machine.answer(() => '<p>Hola</p><script>alert(1)</script>')
    const reply = await elsewhere('/api/content/translate/test', { json: { to: 'ar' } })
    assert.equal(reply.status, 503)
    assert.equal(reply.problem().detail, t('errors:translation_garbled'))
  })

  test('that does not work says why, and reaches no private address', async () => {
    const why = async () => {
      const reply = await admin('/api/content/translate/test', { json: { to: 'en' } })
      assert.equal(reply.status, 503, reply.text)
      return reply.problem().detail
    }
    assert.equal(await why(), t('errors:translation_unavailable'))
    const { port } = new URL(machine.url)
    await change({ ...ofPanel, translateUrl: `https://localhost:${port}/v1`, translateKey: secret })
    const count = machine.requests.length
    assert.equal(await why(), t('errors:translation_private_address'))
    assert.equal(machine.requests.length, count)
  })

  test('is tried by admins', async () => {
    const json = { to: 'en' }
    assert.equal((await app.send('/api/content/translate/test', { json })).status, 401)
    assert.equal((await (await app.signInAs('editor'))('/api/content/translate/test', { json })).status, 403)
    for (const bad of [{}, { to: 'xx' }, { to: 7 }, []])
      assert.equal((await admin('/api/content/translate/test', { json: bad })).status, 422)
  })
})

test('no answer and no line of the log has held a secret, encrypted or not', async () => {
  await change({ ...ofPanel, translateKey: secret })
  await tryChange({ translateKey: `${secret} two words` })
  const encrypted = StoredSecret.parse(await storedKey()).encrypted
  const editor = await app.signInAs('editor')
  for (const send of [admin, editor, app.send]) {
    for (const address of [path, `${path}/public`, `${path}/changes`, `${path}/changes?key=translateKey`])
      answers.push((await send(address)).text)
  }
  assert.ok(answers.length > 100 && lines.length > 10)
  for (const text of [...answers, ...lines]) {
    assert.ok(!text.includes(secret) && !text.includes(encrypted), text.slice(0, 300))
    assert.doesNotMatch(text, /v1\.[\w-]{40}/)
  }
})
