import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import {
  Invitation,
  Invited,
  LoginResponse,
  ManagedUser,
  PermissionEntry,
} from '#features/accounts/contract.ts'
import { users } from '#features/accounts/table.ts'
import { RecordedAction } from '#features/audit/contract.ts'
import { mails } from '#features/mail/table.ts'
import { User } from '#shared/user.ts'
import { confirmPassword, startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { hours } from '../../../../test/support/clock.ts'
import { createHttpClient, type Send } from '../../../../test/support/http-client.ts'
import { listTold } from '../../../../test/support/notifications/told.ts'

const nobody = '00000000-0000-4000-8000-000000000000'
const password = 'a long phrase of their own'
const draft = { email: 'nuria@example.org', name: '', role: 'editor', languages: null, language: 'es' }
let app: TestApp
let admin: Send
let adminId: string

before(async () => {
  app = await startTestApp()
})
after(() => app.close())
beforeEach(async () => {
  await app.pool.query("DELETE FROM users WHERE username <> 'admin'")
  await app.pool.query('TRUNCATE login_attempts, sensitive_actions')
  admin = await app.signIn()
  adminId = (await admin('/api/auth/me')).read(User).id
})

const invite = (json: object, send = admin) => send('/api/users', { json })
const link = (reply: { read(schema: typeof Invited): Invited }) => {
  const token = reply.read(Invited).link?.match(/^http:\/\/localhost:3000\/invitation\/([\w-]{43})$/)?.[1]
  assert.ok(token, 'no link')
  return token
}
const look = (token: string) => app.send('/api/auth/invitation', { json: { token } })
const accept = (token: string, more: object = {}) =>
  app.send('/api/auth/invitation/accept', { json: { token, name: 'Núria', password, ...more } })
const list = async () => (await admin('/api/users')).read(z.array(ManagedUser))
const change = (id: string, json: object, send = admin) => send(`/api/users/${id}`, { method: 'PATCH', json })
const post = (path: string, send = admin) => send(path, { method: 'POST' })
const remove = (path: string, send = admin) => send(path, { method: 'DELETE' })
const withToken = (token: string) => createHttpClient(app.url, { authorization: `Bearer ${token}` })

/** A user of a role who is signed in, with their id. */
async function hire(role: 'admin' | 'editor' | 'viewer') {
  const send = await app.signInAs(role)
  return { send, id: (await send('/api/auth/me')).read(User).id }
}

/** Somebody who was invited and has accepted. */
async function join(json: object = draft) {
  const token = link(await invite(json))
  const reply = await accept(token)
  assert.equal(reply.status, 200, reply.text)
  const send = withToken(reply.read(LoginResponse).access_token)
  return { token, send, user: (await send('/api/auth/me')).read(User) }
}

describe('an invitation', () => {
  test('leads to an account with the name and password of who accepts it, who is signed in at once', async () => {
    const reply = await invite({ ...draft, name: 'Nuria', languages: ['fr', 'ar', 'fr'] })
    assert.equal(reply.status, 201, reply.text)
    const { user } = reply.read(Invited)
    assert.deepEqual(
      [user.state, user.email, user.username, user.languages, user.sessions, user.last_seen_at],
      ['invited', draft.email, draft.email, ['fr', 'ar'], 0, null],
    )
    assert.deepEqual([user.invitation?.by_mail, user.invitation?.invited_by], [false, 'Admin'])
    const token = link(reply)
    assert.deepEqual((await look(token)).read(Invitation), {
      ...{ username: draft.email, email: draft.email, name: 'Nuria', role: 'editor' },
      ...{ languages: ['fr', 'ar'], invited_by: 'Admin' },
    })
    const signedIn = await accept(token)
    const send = withToken(signedIn.read(LoginResponse).access_token)
    assert.equal((await send('/api/auth/me')).read(User).name, 'Núria')
    const again = await app.send('/api/auth/login', { form: { username: ' NURIA@example.org', password } })
    assert.equal(again.status, 200)
    const [joined] = (await list()).filter(({ username }) => username === draft.email)
    assert.deepEqual([joined?.state, joined?.sessions, joined?.invitation], ['active', 2, null])
    assert.ok(joined?.last_seen_at)
    assert.deepEqual(await listTold(admin, 'team.joined'), ['Núria has joined the team'])
  })

  test('works once, also when it is accepted several times at the same moment', async () => {
    const token = link(await invite(draft))
    const replies = await Promise.all([1, 2, 3, 4].map((one) => accept(token, { name: `Núria ${one}` })))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 410, 410, 410])
    assert.equal((await accept(token)).status, 410)
    assert.equal((await look(token)).status, 410)
  })

  test('of one address is made once, also by 50 requests at the same moment', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        invite({ ...draft, email: index % 2 ? draft.email : 'NURIA@example.org', name: `N${index}` }),
      ),
    )
    const statuses = replies.map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 201).length, 1)
    assert.equal(statuses.filter((status) => status === 409).length, 49)
    assert.equal((await list()).length, 2)
    const refused = replies.find(({ status }) => status === 409)?.problem()
    assert.equal(refused?.errors?.[0]?.field, 'email')
  })

  test('is not made for a name or an address that somebody signs in with', async () => {
    await app.db.update(users).set({ email: 'ana@example.org', emailKey: 'ana@example.org' })
    assert.equal((await invite({ ...draft, email: 'Ana@Example.org' })).status, 409)
    assert.equal((await invite(draft)).status, 201)
    assert.equal((await invite(draft)).status, 409)
  })

  test('ends after seven days, when it is withdrawn, and when another one replaces it', async () => {
    const first = await invite(draft)
    const { id } = first.read(Invited).user
    const second = await post(`/api/users/${id}/invitation`)
    assert.equal(second.status, 200, second.text)
    assert.equal((await accept(link(first))).status, 410)
    assert.equal((await look(link(second))).status, 200)
    app.clock.advance(7 * 24 * hours)
    assert.equal((await accept(link(second))).status, 410)
    admin = await app.signIn()
    const third = await post(`/api/users/${id}/invitation`)
    assert.equal((await remove(`/api/users/${id}`)).status, 204)
    assert.equal((await accept(link(third))).status, 410)
    assert.equal((await list()).length, 1)
    assert.equal((await invite(draft)).status, 201)
  })

  test('refuses a password that is easy to guess and a name that is none, and still works then', async () => {
    const token = link(await invite(draft))
    const wrong = [
      { password: 'short' },
      { password: 'nuria@example.org' },
      { password: 'password1234' },
      { name: ' ' },
      { name: 'a\nb' },
      { name: 3 },
      { password: null },
      { password: 'x'.repeat(2000) },
    ]
    for (const one of wrong) assert.equal((await accept(token, one)).status, 422, JSON.stringify(one))
    for (const other of ['', 'x', 'x'.repeat(300), 7, null]) {
      const status = (await app.send('/api/auth/invitation', { json: { token: other } })).status
      assert.ok([410, 422].includes(status), `${other}: ${status}`)
    }
    assert.equal((await accept(token)).status, 200)
  })

  test('is refused with a sentence when something in it is wrong, and nothing is stored', async () => {
    const wrong: [object, string][] = [
      [{ email: 'nobody' }, 'email'],
      [{ email: `${'x'.repeat(300)}@example.org` }, 'email'],
      [{ email: 'a\u0000@example.org' }, 'email'],
      [{ email: null }, 'email'],
      [{ role: 'owner' }, 'role'],
      [{ role: ['admin'] }, 'role'],
      [{ languages: [] }, 'languages'],
      [{ languages: ['xx'] }, 'languages'],
      [{ languages: 'es' }, 'languages'],
      [{ role: 'viewer', languages: ['es'] }, 'languages'],
      [{ role: 'admin', languages: ['es'] }, 'languages'],
      [{ language: 'xx' }, 'language'],
      [{ name: 'x'.repeat(200) }, 'name'],
      [{ name: '\u202egnp' }, 'name'],
    ]
    for (const [one, field] of wrong) {
      const reply = await invite({ ...draft, ...one })
      assert.equal(reply.status, 422, `${JSON.stringify(one)}: ${reply.status}`)
      const [refused] = reply.problem().errors ?? []
      assert.ok(refused?.field.startsWith(field) && refused.message.length > 8, reply.text)
    }
    assert.equal((await list()).length, 1)
  })

  test('does not let who has not accepted it sign in or ask for a new password', async () => {
    await invite(draft)
    for (const wrong of ['', 'null', password]) {
      const { status } = await app.send('/api/auth/login', {
        form: { username: draft.email, password: wrong },
      })
      assert.ok(status === 401 || status === 422, String(status))
    }
    const [{ id } = { id: '' }] = (await list()).filter(({ state }) => state === 'invited')
    assert.equal((await post(`/api/users/${id}/disable`)).status, 409)
    const { user } = await join({ ...draft, email: 'other@example.org' })
    assert.equal((await post(`/api/users/${user.id}/invitation`)).status, 409)
    assert.equal((await post(`/api/users/${nobody}/invitation`)).status, 404)
  })

  test('asks for a recent password, and is recorded', async () => {
    app.clock.advance(1 * hours)
    const refused = await invite(draft)
    assert.equal(refused.status, 403)
    assert.equal(refused.problem().code, 'password_confirmation_required')
    assert.equal((await list()).length, 1)
    await confirmPassword(admin)
    const { user } = (await invite(draft)).read(Invited)
    const [recorded] = (await admin('/api/audit/actions')).read(z.array(RecordedAction))
    assert.deepEqual(
      [recorded?.action, recorded?.outcome, recorded?.subject],
      ['accounts.invite', 'done', { user: user.id }],
    )
  })
})

test('an invitation is sent by mail where mails are sent, in its language, and the link is shown to nobody else', async () => {
  const mailing = await startTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  try {
    const boss = await mailing.signIn()
    const reply = await boss('/api/users', { json: { ...draft, language: 'ar' } })
    const { link, user } = reply.read(Invited)
    assert.deepEqual([link, user.invitation?.by_mail], [null, true])
    const [mail] = await mailing.db.select().from(mails)
    assert.deepEqual(
      [mail?.kind, mail?.toEmail, mail?.language, mail?.userId],
      ['user_invitation', draft.email, 'ar', user.id],
    )
    const token = mail?.actionUrl?.match(/\/invitation\/([\w-]{43})$/)?.[1] ?? ''
    const detail = await boss(`/api/mail/messages/${mail?.id}`)
    assert.ok(detail.status === 200 && !detail.text.includes(token))
    const accepted = await mailing.send('/api/auth/invitation/accept', {
      json: { token, name: 'Núria', password },
    })
    assert.equal(accepted.status, 200, accepted.text)
  } finally {
    await mailing.close()
  }
})

describe('a user', () => {
  test('has a new role and new languages from the next request on', async () => {
    const { send, id } = await hire('editor')
    assert.equal((await send('/api/settings')).status, 200)
    const changed = await change(id, { role: 'editor', languages: ['ar'] })
    assert.deepEqual(changed.read(ManagedUser).languages, ['ar'])
    assert.equal((await send('/api/settings')).status, 403)
    assert.deepEqual((await send('/api/auth/me')).read(User).languages, ['ar'])
    assert.equal((await change(id, { role: 'admin' })).read(ManagedUser).languages, null)
    assert.equal((await send('/api/users')).status, 200)
    await change(id, { role: 'viewer' })
    assert.equal((await send('/api/users')).status, 403)
    for (const wrong of [
      {},
      { role: 'x' },
      { role: 'viewer', languages: ['ar'] },
      { role: 'editor', languages: [] },
    ]) {
      assert.equal((await change(id, wrong)).status, 422, JSON.stringify(wrong))
    }
  })

  test('who is disabled is signed out at once and cannot come back until enabled', async () => {
    const { send, user } = await join()
    assert.equal((await send('/api/auth/me')).status, 200)
    const disabled = await post(`/api/users/${user.id}/disable`)
    assert.deepEqual([disabled.read(ManagedUser).state, disabled.read(ManagedUser).sessions], ['disabled', 0])
    assert.equal((await send('/api/auth/me')).status, 401)
    const login = () => app.send('/api/auth/login', { form: { username: draft.email, password } })
    const [refused, unknown] = [
      await login(),
      await app.send('/api/auth/login', { form: { username: 'x', password } }),
    ]
    // Strangers do not learn from the answer that there is such an account.
    assert.deepEqual([refused.status, refused.problem()], [unknown.status, unknown.problem()])
    assert.equal((await post(`/api/users/${user.id}/disable`)).status, 200)
    assert.equal((await post(`/api/users/${user.id}/enable`)).read(ManagedUser).state, 'active')
    assert.equal((await send('/api/auth/me')).status, 401)
    assert.equal((await login()).status, 200)
  })

  test('is signed out everywhere, and can sign in again', async () => {
    const { send, user } = await join()
    assert.equal((await remove(`/api/users/${user.id}/sessions`)).status, 204)
    assert.equal((await send('/api/auth/me')).status, 401)
    const { status } = await app.send('/api/auth/login', { form: { username: draft.email, password } })
    assert.equal(status, 200)
  })

  test('who is deleted leaves what they wrote, without their name', async () => {
    const { send, user } = await join()
    const text = { key: 'home-why', language: 'es', body: 'Is this right?' }
    assert.equal((await send('/api/comments', { json: text })).status, 201)
    assert.equal((await remove(`/api/users/${user.id}`)).status, 204)
    assert.equal((await send('/api/auth/me')).status, 401)
    const comments = await admin('/api/comments?key=home-why&language=es')
    assert.match(comments.text, /"author":null/)
    assert.equal((await remove(`/api/users/${user.id}`)).status, 404)
    assert.equal((await invite(draft)).status, 201)
  })

  test('never changes, disables or deletes their own account', async () => {
    await hire('admin')
    for (const reply of [
      await change(adminId, { role: 'viewer' }),
      await post(`/api/users/${adminId}/disable`),
      await remove(`/api/users/${adminId}`),
      await remove(`/api/users/${adminId}/sessions`),
    ]) {
      assert.equal(reply.status, 409)
      assert.match(reply.problem().detail, /su propia cuenta/)
    }
    assert.equal((await admin('/api/auth/me')).status, 200)
  })
})

describe('the last admin', () => {
  const work: Record<string, (id: string, send: Send) => Promise<{ status: number }>> = {
    'lose the role': (id, send) => change(id, { role: 'editor' }, send),
    'be disabled': (id, send) => post(`/api/users/${id}/disable`, send),
    'be deleted': (id, send) => remove(`/api/users/${id}`, send),
  }
  for (const [name, attempt] of Object.entries(work)) {
    test(`does not ${name}, also when two admins do it to each other at the same moment`, async () => {
      for (let round = 0; round < 4; round++) {
        const one = await hire('admin')
        const two = await hire('admin')
        // Of the three, the first admin goes first, so that two are left.
        assert.ok((await work['lose the role']?.(adminId, one.send))?.status === 200)
        const statuses = (await Promise.all([attempt(two.id, one.send), attempt(one.id, two.send)])).map(
          ({ status }) => status,
        )
        assert.ok(statuses.filter((status) => status < 300).length <= 1, statuses.join())
        const { rows } = await app.pool.query(
          "SELECT id FROM users WHERE role = 'admin' AND disabled_at IS NULL AND password_hash IS NOT NULL",
        )
        assert.equal(rows.length, 1)
        await app.pool.query("UPDATE users SET role = 'admin' WHERE username = 'admin'")
        await app.pool.query("DELETE FROM users WHERE username <> 'admin'")
      }
    })
  }

  test('is not somebody who only was invited or is disabled', async () => {
    const { send } = await hire('admin')
    const { id } = (await invite({ ...draft, role: 'admin' })).read(Invited).user
    assert.equal((await change(adminId, { role: 'viewer' }, send)).status, 200)
    await app.pool.query("UPDATE users SET role = 'admin' WHERE username = 'admin'")
    await app.pool.query('UPDATE users SET disabled_at = now() WHERE role = $1 AND username LIKE $2', [
      'admin',
      'admin %',
    ])
    // Nobody but `admin` is left who can sign in; a session from before is enough to try.
    const own = await remove(`/api/users/${id}`)
    assert.equal(own.status, 204)
  })
})

test('everybody of the team reads what each role may do', async () => {
  const viewer = await app.signInAs('viewer')
  const table = (await viewer('/api/permissions')).read(z.array(PermissionEntry))
  assert.equal(new Set(table.map(({ action }) => action)).size, table.length)
  const entry = (action: string) => table.find((one) => one.action === action)
  assert.deepEqual(entry('leads.export'), {
    action: 'leads.export',
    least: 'admin',
    recent_password: true,
    keys: false,
  })
  assert.equal(entry('content.edit')?.recent_password, false)
  assert.equal((await app.send('/api/permissions')).status, 401)
})
