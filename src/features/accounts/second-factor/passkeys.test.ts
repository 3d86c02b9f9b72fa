import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { LoginResponse } from '#features/accounts/contract.ts'
import { User } from '#shared/user.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { createHttpClient, type Send } from '../../../../test/support/http-client.ts'
import { type Authenticator, createAuthenticator } from '../../../../test/support/passkeys/authenticator.ts'
import {
  addPasskey,
  askForSecondStep,
  passkeyOrigin as origin,
  takeSecondStep,
} from '../../../../test/support/passkeys/second-factors.ts'
import { PasskeyCreationQuestion, PasskeyQuestion, SecondFactor } from './contract.ts'

const minutes = 60_000
const own = '/api/auth/second-factor'
let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app.close())

interface Member {
  send: Send
  user: User
  authenticator: Authenticator
}

async function addMember(): Promise<Member> {
  const send = await app.signInAs('viewer')
  const authenticator = createAuthenticator()
  await addPasskey(send, authenticator)
  return { send, user: (await send('/api/auth/me')).read(User), authenticator }
}

/** Asks for a passkey and answers with what `answer` makes of the question. */
async function signIn(answer: (question: PasskeyQuestion) => unknown) {
  const question = (await app.send('/api/auth/login/passkey/options', { method: 'POST' })).read(
    PasskeyQuestion,
  )
  const json = { challenge: question.challenge, response: answer(question) }
  return app.send('/api/auth/login/passkey', { json })
}

async function answerSecond({ user, authenticator }: Member, browser: Parameters<Authenticator['get']>[1]) {
  const { challenge, passkey } = await askForSecondStep(app, user.username)
  assert.ok(passkey)
  const response = authenticator.get(passkey, browser)
  return takeSecondStep(app, { challenge, method: 'passkey', response })
}

const userOf = async (token: string) =>
  (await createHttpClient(app.url, { authorization: `Bearer ${token}` })('/api/auth/me')).read(User)

describe('a passkey', () => {
  test('is added with a name, and with the first one come recovery codes', async () => {
    const send = await app.signInAs('viewer')
    const authenticator = createAuthenticator()
    const added = await addPasskey(send, authenticator, ' Teléfono de Ana ')
    assert.equal(added.recovery_codes?.length, 10)
    assert.deepEqual(
      added.second_factor.passkeys.map(({ name, last_used_at }) => [name, last_used_at]),
      [['Teléfono de Ana', null]],
    )
    const second = await addPasskey(send, authenticator, 'Key')
    assert.equal(second.recovery_codes, null)
    assert.equal(second.second_factor.passkeys.length, 2)
  })

  test('is asked for after the password, and then signs in', async () => {
    const member = await addMember()
    const { methods, passkey } = await askForSecondStep(app, member.user.username)
    assert.deepEqual(methods, ['passkey', 'recovery_code'])
    assert.equal(passkey?.rpId, 'localhost')
    assert.equal(passkey?.userVerification, 'preferred')
    assert.equal(passkey?.allowCredentials.length, 1)
    // A touch is enough where the password was given.
    const reply = await answerSecond(member, { origin, isVerified: false })
    assert.equal(reply.status, 200)
    const [key] = (await member.send(own)).read(SecondFactor).passkeys
    assert.equal(key?.last_used_at, app.clock.now().toISOString())
  })

  test('signs in without a password, whoever it belongs to', async () => {
    const [one, two] = [await addMember(), await addMember()]
    for (const { user, authenticator } of [one, two]) {
      const reply = await signIn(({ passkey }) => {
        assert.deepEqual(passkey.allowCredentials, [])
        assert.equal(passkey.userVerification, 'required')
        return authenticator.get(passkey, { origin })
      })
      assert.equal(reply.headers['cache-control'], 'no-store')
      assert.equal((await userOf(reply.read(LoginResponse).access_token)).id, user.id)
    }
  })

  test('alone is refused without verification of its user', async () => {
    const { authenticator } = await addMember()
    const reply = await signIn(({ passkey }) => authenticator.get(passkey, { origin, isVerified: false }))
    assert.equal(reply.status, 401)
  })

  test('of another site, another origin or another challenge is refused', async () => {
    const member = await addMember()
    const wrong = [
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:3001' },
      { origin: 'https://localhost:3000' },
      { origin, rpId: 'evil.example' },
      { origin, challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
    ]
    for (const browser of wrong) {
      const alone = await signIn(({ passkey }) => member.authenticator.get(passkey, browser))
      assert.equal(alone.status, 401, JSON.stringify(browser))
      assert.equal((await answerSecond(member, browser)).status, 401, JSON.stringify(browser))
    }
    assert.equal((await answerSecond(member, { origin })).status, 200)
  })

  test('whose counter goes back is refused: it may have been copied', async () => {
    const member = await addMember()
    assert.equal((await answerSecond(member, { origin, counter: 10 })).status, 200)
    for (const counter of [10, 9, 0])
      assert.equal((await answerSecond(member, { origin, counter })).status, 401, `${counter}`)
    assert.equal((await answerSecond(member, { origin, counter: 11 })).status, 200)
  })

  test('that does not count signs in again and again', async () => {
    const member = await addMember()
    for (let time = 0; time < 2; time++)
      assert.equal((await answerSecond(member, { origin, counter: 0 })).status, 200)
  })

  test('signs each challenge once', async () => {
    const { authenticator } = await addMember()
    const { challenge, passkey } = (
      await app.send('/api/auth/login/passkey/options', { method: 'POST' })
    ).read(PasskeyQuestion)
    const json = { challenge, response: authenticator.get(passkey, { origin, counter: 0 }) }
    const replies = await Promise.all([1, 2, 3].map(() => app.send('/api/auth/login/passkey', { json })))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 401, 401])
    // What it signed for one is none for another.
    const again = await signIn(() => json.response)
    assert.equal(again.status, 401)
    const late = (await app.send('/api/auth/login/passkey/options', { method: 'POST' })).read(PasskeyQuestion)
    app.clock.advance(10 * minutes)
    const response = authenticator.get(late.passkey, { origin, counter: 0 })
    const expired = await app.send('/api/auth/login/passkey', {
      json: { challenge: late.challenge, response },
    })
    assert.equal(expired.status, 401)
  })

  test('of another user is refused in a second step', async () => {
    const [one, two] = [await addMember(), await addMember()]
    const { challenge, passkey } = await askForSecondStep(app, one.user.username)
    assert.ok(passkey)
    const response = two.authenticator.get({ ...passkey, allowCredentials: [] }, { origin })
    assert.equal((await takeSecondStep(app, { challenge, method: 'passkey', response })).status, 401)
  })

  test('of somebody who is disabled, or one that was removed, signs nobody in', async () => {
    const { send, user, authenticator } = await addMember()
    const attempt = () => signIn(({ passkey }) => authenticator.get(passkey, { origin }))
    await app.pool.query('UPDATE users SET disabled_at = now() WHERE id = $1', [user.id])
    assert.equal((await attempt()).status, 401)
    await app.pool.query('UPDATE users SET disabled_at = NULL WHERE id = $1', [user.id])
    assert.equal((await attempt()).status, 200)
    const [key] = (await send(own)).read(SecondFactor).passkeys
    assert.equal((await send(`${own}/passkeys/${key?.id}`, { method: 'DELETE' })).status, 204)
    assert.equal((await attempt()).status, 401)
  })
})

describe('adding a passkey', () => {
  const ask = async (send: Send) =>
    (await send(`${own}/passkeys/options`, { method: 'POST' })).read(PasskeyCreationQuestion)

  test('is refused for another origin, site or challenge, for a challenge of others and a second time', async () => {
    const [one, two] = [await app.signInAs('viewer'), await app.signInAs('viewer')]
    const authenticator = createAuthenticator()
    for (const browser of [
      { origin: 'https://evil.example' },
      { origin, rpId: 'evil.example' },
      { origin, challenge: 'AAAA' },
    ]) {
      const { challenge, passkey } = await ask(one)
      const response = authenticator.create(passkey, browser)
      const reply = await one(`${own}/passkeys`, { json: { challenge, response, name: 'x' } })
      assert.equal(reply.status, 422)
      assert.equal(reply.problem().errors?.[0]?.field, 'response')
    }
    const { challenge, passkey } = await ask(one)
    assert.equal(passkey.user.name, (await one('/api/auth/me')).read(User).username)
    const json = { challenge, response: authenticator.create(passkey, { origin }), name: 'x' }
    assert.equal((await two(`${own}/passkeys`, { json })).status, 409)
    assert.equal((await one(`${own}/passkeys`, { json })).status, 201)
    assert.equal((await one(`${own}/passkeys`, { json })).status, 409)
    const again = await ask(one)
    assert.equal(again.passkey.excludeCredentials.length, 1)
    assert.equal((await two(own)).read(SecondFactor).passkeys.length, 0)
  })

  test('ends at twenty', async () => {
    const send = await app.signInAs('viewer')
    const authenticator = createAuthenticator()
    for (let count = 0; count < 20; count++) await addPasskey(send, authenticator)
    assert.equal((await send(`${own}/passkeys/options`, { method: 'POST' })).status, 409)
  })

  test('refuses whatever else is sent, and never fails', async () => {
    const send = await app.signInAs('viewer')
    const { challenge, passkey } = await ask(send)
    const good = createAuthenticator().create(passkey, { origin })
    const strange: unknown[] = [null, 1, [], {}, '\0', 'AAAA', '=', 'x'.repeat(10_000), '\ud800']
    for (const value of strange) {
      for (const json of [
        { challenge: value, response: good, name: 'x' },
        { challenge, response: value, name: 'x' },
        { challenge, response: { ...good, id: value }, name: 'x' },
        {
          challenge,
          response: { ...good, response: { ...good.response, attestationObject: value } },
          name: 'x',
        },
        {
          challenge,
          response: { ...good, response: { ...good.response, clientDataJSON: value } },
          name: 'x',
        },
      ]) {
        const { status } = await send(`${own}/passkeys`, { json })
        assert.ok(status === 422 || status === 409, `${JSON.stringify(json).slice(0, 100)}: ${status}`)
      }
      const answer = {
        ...good,
        response: { clientDataJSON: value, authenticatorData: value, signature: value },
      }
      const { status } = await signIn(() => answer)
      assert.ok(status === 422 || status === 401, `${JSON.stringify(value).slice(0, 100)}: ${status}`)
    }
    for (const name of ['', '  ', 'a\nb', 'x'.repeat(61), 1, null])
      assert.equal((await send(`${own}/passkeys`, { json: { challenge, response: good, name } })).status, 422)
    assert.equal(
      (await send(`${own}/passkeys`, { json: { challenge, response: good, name: 'x' } })).status,
      201,
    )
  })
})

test('a passkey is renamed and removed by its owner only', async () => {
  const [one, two] = [await addMember(), await addMember()]
  const [key] = (await one.send(own)).read(SecondFactor).passkeys
  const path = `${own}/passkeys/${key?.id}`
  const json = { name: 'Otro' }
  assert.equal((await two.send(path, { method: 'PATCH', json })).status, 404)
  assert.equal((await two.send(path, { method: 'DELETE' })).status, 404)
  assert.equal((await one.send(path, { method: 'PATCH', json: { name: ' ' } })).status, 422)
  assert.equal((await one.send(path, { method: 'PATCH', json })).status, 200)
  assert.equal((await one.send(own)).read(SecondFactor).passkeys[0]?.name, 'Otro')
})

describe('confirming with a passkey', () => {
  test('counts as the password, in this session only', async () => {
    const member = await addMember()
    const { send, authenticator } = member
    const elsewhere = await answerSecond(member, { origin })
    const authorization = `Bearer ${elsewhere.read(LoginResponse).access_token}`
    const other = createHttpClient(app.url, { authorization })
    app.clock.advance(16 * minutes)
    assert.equal((await send(`${own}/recovery-codes`, { method: 'POST' })).status, 403)
    const asked = await send('/api/auth/confirm-passkey/options', { method: 'POST' })
    const { challenge, passkey } = asked.read(PasskeyQuestion)
    const wrong = authenticator.get(passkey, { origin, isVerified: false })
    assert.equal(
      (await send('/api/auth/confirm-passkey', { json: { challenge, response: wrong } })).status,
      422,
    )
    const json = { challenge, response: authenticator.get(passkey, { origin }) }
    assert.equal((await other('/api/auth/confirm-passkey', { json })).status, 409)
    assert.equal((await send('/api/auth/confirm-passkey', { json })).status, 204)
    assert.equal((await send('/api/auth/confirm-passkey', { json })).status, 409)
    assert.equal((await send(`${own}/recovery-codes`, { method: 'POST' })).status, 200)
    assert.equal((await other(`${own}/recovery-codes`, { method: 'POST' })).status, 403)
  })

  test('is not for those who have none, nor with that of others', async () => {
    const [one, two] = [await addMember(), await addMember()]
    const none = await app.signInAs('viewer')
    assert.equal((await none('/api/auth/confirm-passkey/options', { method: 'POST' })).status, 409)
    const { challenge, passkey } = (
      await one.send('/api/auth/confirm-passkey/options', { method: 'POST' })
    ).read(PasskeyQuestion)
    const response = two.authenticator.get({ ...passkey, allowCredentials: [] }, { origin })
    assert.equal((await one.send('/api/auth/confirm-passkey', { json: { challenge, response } })).status, 422)
    for (const value of [null, 1, 'x'.repeat(5_000), {}])
      assert.equal(
        (await one.send('/api/auth/confirm-passkey', { json: { challenge: value, response } })).status,
        422,
      )
  })
})

test('asking for passkeys is limited for a client that answers none', async () => {
  const ask = () => app.send('/api/auth/login/passkey/options', { method: 'POST' })
  let reply = await ask()
  for (let count = 0; count < 60 && reply.status === 200; count++) reply = await ask()
  assert.equal(reply.status, 429)
  assert.ok(Number(reply.headers['retry-after']) > 800)
  await app.pool.query('DELETE FROM login_attempts')
})
