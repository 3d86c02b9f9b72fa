import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { LoginResponse, Profile, Session } from '#features/accounts/contract.ts'
import { loadCatalogues } from '#platform/catalogues.ts'
import { SignedInUser } from '#shared/user.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { createHttpClient, type Send } from '../../../../test/support/http-client.ts'

const password = 'correct horse battery'
const t = (await loadCatalogues()).translator('es')
let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ADMIN_USERNAME: 'Jefa@Example.org' } })
})
after(() => app.close())

const change = (send: Send, json: object) => send('/api/auth/profile', { method: 'PUT', json })
const changePassword = (send: Send, json: object) => send('/api/auth/password', { method: 'PUT', json })
const read = async (send: Send) => (await send('/api/auth/profile')).read(Profile)

/** Another session of the same user. */
async function signInAgain(send: Send, secret = password): Promise<Send> {
  const { username } = await read(send)
  const reply = await app.send('/api/auth/login', { form: { username, password: secret } })
  return createHttpClient(app.url, { authorization: `Bearer ${reply.read(LoginResponse).access_token}` })
}

describe('a profile', () => {
  test('of the first admin has their name as address, when it is one', async () => {
    const { email, role } = await read(await app.signIn())
    assert.deepEqual([email, role], ['Jefa@Example.org', 'admin'])
  })

  test('can be changed by its owner, whatever their role', async () => {
    const viewer = await app.signInAs('viewer')
    const { email } = await read(viewer)
    const reply = await change(viewer, { name: ' Zoë Ñandú ', email })
    assert.equal(reply.read(Profile).name, 'Zoë Ñandú')
    assert.equal((await read(viewer)).name, 'Zoë Ñandú')
  })

  test('takes another address with the password only', async () => {
    const viewer = await app.signInAs('viewer')
    const wanted = { name: 'Ana', email: 'ana@example.org' }
    for (const wrong of [{}, { password: '' }, { password: 'wrong' }]) {
      const refused = await change(viewer, { ...wanted, ...wrong })
      assert.equal(refused.status, 422)
      assert.equal(refused.problem().errors?.[0]?.field, 'password')
    }
    assert.equal((await read(viewer)).email, null)
    assert.equal((await change(viewer, { ...wanted, password })).status, 200)
    // The name alone needs none, and taking the address away does.
    assert.equal((await change(viewer, { ...wanted, name: 'Ana B.' })).status, 200)
    assert.equal((await change(viewer, { name: 'Ana B.', email: null })).status, 422)
    assert.equal((await change(viewer, { name: 'Ana B.', email: null, password })).status, 200)
  })

  test('refuses the address of another user, whatever its case, also when both ask at once', async () => {
    const [one, two] = [await app.signInAs('viewer'), await app.signInAs('viewer')]
    const taken = await change(one, { name: 'A', email: 'jefa@example.ORG', password })
    assert.equal(taken.status, 409)
    assert.equal(taken.problem().errors?.[0]?.field, 'email')
    const replies = await Promise.all(
      [one, two].map((send) => change(send, { name: 'A', email: 'both@example.org', password })),
    )
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
  })

  test('refuses an invalid name or address', async () => {
    const viewer = await app.signInAs('viewer')
    for (const bad of [
      { name: '' },
      { name: 'a\0b' },
      { name: 'evil\u202ename' },
      { name: 'x'.repeat(121) },
      { name: 'a\r\nBcc: x@example.org' },
      { email: 'nobody' },
      { email: 'a@b.c\r\nBcc: x@example.org' },
      { email: '' },
      { email: 'x'.repeat(300) },
    ]) {
      assert.equal(
        (await change(viewer, { name: 'A', email: null, ...bad })).status,
        422,
        JSON.stringify(bad),
      )
    }
  })
})

describe('preferences', () => {
  const prefer = (send: Send, json: object) => send('/api/auth/preferences', { method: 'PATCH', json })

  test('belong to the account: what is not named stays', async () => {
    const viewer = await app.signInAs('viewer')
    const fresh = (await viewer('/api/auth/me')).read(SignedInUser)
    assert.deepEqual([fresh.language, fresh.theme, fresh.time_zone], [null, null, null])
    await prefer(viewer, { language: 'ar' })
    await prefer(viewer, { theme: 'dark' })
    await prefer(viewer, { time_zone: 'America/Argentina/Buenos_Aires' })
    const elsewhere = (await (await signInAgain(viewer))('/api/auth/me')).read(SignedInUser)
    assert.deepEqual(
      [elsewhere.language, elsewhere.theme, elsewhere.time_zone],
      ['ar', 'dark', 'America/Argentina/Buenos_Aires'],
    )
    assert.equal((await prefer(viewer, { time_zone: null })).read(Profile).time_zone, null)
    assert.equal((await prefer(viewer, {})).read(Profile).language, 'ar')
  })

  test('are refused when they are none', async () => {
    const viewer = await app.signInAs('viewer')
    for (const bad of [
      { language: 'xx' },
      { language: null },
      { theme: 'pink' },
      { theme: 7 },
      { time_zone: 'Europe/Atlantis' },
      { time_zone: '+02:00' },
      { time_zone: '' },
      { time_zone: 'x'.repeat(5000) },
    ]) {
      const reply = await prefer(viewer, bad)
      assert.equal(reply.status, 422, JSON.stringify(bad))
      assert.equal(reply.problem().errors?.[0]?.field, Object.keys(bad)[0])
    }
  })

  test('are not shown to colleagues', async () => {
    const viewer = await app.signInAs('viewer')
    await prefer(viewer, { theme: 'dark', time_zone: 'Europe/Madrid' })
    assert.doesNotMatch((await viewer('/api/team')).text, /Madrid|dark/)
  })
})

describe('a password of one’s own', () => {
  test('can be changed with the present one, which ends the other sessions', async () => {
    const here = await app.signInAs('viewer')
    const there = await signInAgain(here)
    assert.equal(
      (await changePassword(here, { current: 'wrong', password: 'long enough for me' })).status,
      422,
    )
    assert.equal((await changePassword(here, { current: password, password: 'short' })).status, 422)
    assert.equal((await there('/api/auth/me')).status, 200)
    assert.equal(
      (await changePassword(here, { current: password, password: 'long enough for me' })).status,
      200,
    )
    assert.equal((await here('/api/auth/me')).status, 200)
    assert.equal((await there('/api/auth/me')).status, 401)
    assert.equal((await (await signInAgain(here, 'long enough for me'))('/api/auth/me')).status, 200)
  })

  test('cannot be one that is easily guessed; the field says why', async () => {
    const here = await app.signInAs('viewer')
    await change(here, { name: 'Zoë Ñandú', email: null })
    for (const [easy, sentence] of [
      ['Password1', t('errors:fields.password_common')],
      ['Firmeza2026', t('errors:fields.password_personal')],
      ['zoe nandu 7', t('errors:fields.password_personal')],
    ] as const) {
      const reply = await changePassword(here, { current: password, password: easy })
      assert.equal(reply.status, 422)
      assert.deepEqual(reply.problem().errors, [{ field: 'password', message: sentence }])
    }
    await signInAgain(here)
  })

  test('cannot be guessed from a session that was left open', async () => {
    const here = await app.signInAs('viewer')
    for (let number = 0; number < 5; number++) {
      assert.equal(
        (await changePassword(here, { current: `guess ${number}`, password: 'long enough for me' })).status,
        422,
      )
    }
    assert.equal(
      (await changePassword(here, { current: password, password: 'long enough for me' })).status,
      429,
    )
    assert.equal((await change(here, { name: 'A', email: 'new@example.org', password })).status, 429)
  })
})

test('all other sessions of the user can be ended at once, and none of other users', async () => {
  const [here, stranger] = [await app.signInAs('viewer'), await app.signInAs('viewer')]
  const others = [await signInAgain(here), await signInAgain(here)]
  assert.equal((await here('/api/auth/sessions')).read(z.array(Session)).length, 3)
  assert.equal((await here('/api/auth/sessions', { method: 'DELETE' })).status, 204)
  for (const send of others) assert.equal((await send('/api/auth/me')).status, 401)
  for (const send of [here, stranger]) assert.equal((await send('/api/auth/me')).status, 200)
})
