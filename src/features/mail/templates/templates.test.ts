import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { type MailText, Template, TemplateEntry, templateKinds } from '#features/mail/contract.ts'
import { isSecurityTemplate } from '#features/mail/model.ts'
import { confirmPassword, startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { badValues } from '../../../../test/support/hostile/hostile-values.ts'
import type { Send } from '../../../../test/support/http-client.ts'

let app: TestApp
let admin: Send
let editor: Send
let viewer: Send
before(async () => {
  app = await startTestApp()
  admin = await app.signIn()
  editor = await app.signInAs('editor')
  viewer = await app.signInAs('viewer')
})
after(() => app?.close())
beforeEach(() =>
  app.pool.query('DELETE FROM mail_templates; DELETE FROM mails; UPDATE users SET email = NULL'),
)

const path = '/api/mail/templates/confirmation'
const text: MailText = { subject: 'Hola', preheader: 'Antes', body: '<p>Hola, {{name}}</p>', action: 'Ver' }
const read = async () => (await viewer(`${path}?language=es`)).read(Template)
const save = (version: number, changes: Partial<MailText> = {}) =>
  editor(`${path}?language=es`, { method: 'PUT', json: { ...text, ...changes, version } })

describe('a template', () => {
  test('is the built-in text until somebody changes it', async () => {
    const template = await read()
    assert.deepEqual([template.version, template.edited, template.updated_at], [0, false, null])
    assert.deepEqual(template.text, template.built_in)
    assert.match(template.built_in.body, /\{\{name\}\}.*\{\{site\}\}/)
  })

  test('is the newest saved version, in its language only', async () => {
    assert.equal((await save(1)).status, 200)
    app.clock.advance(60_000)
    const saved = (await save(2, { subject: 'Otra' })).read(Template)
    assert.deepEqual(saved, await read())
    assert.equal(saved.text.subject, 'Otra')
    assert.deepEqual(
      saved.versions.map(({ version, text: one }) => [version, one?.subject]),
      [
        [2, 'Otra'],
        [1, 'Hola'],
      ],
    )
    assert.match(saved.versions[0]?.author ?? '', /./)
    const list = (await viewer('/api/mail/templates')).read(z.array(TemplateEntry))
    const entry = list.find(({ kind }) => kind === 'confirmation')
    assert.deepEqual(entry?.languages.es, {
      version: 2,
      edited: true,
      updated_at: app.clock.now().toISOString(),
    })
    assert.equal(entry?.languages.en.edited, false)
    assert.equal(
      list.flatMap(({ languages }) => Object.values(languages)).filter(({ edited }) => edited).length,
      1,
    )
  })

  test('is reset to the built-in text as a new version', async () => {
    await save(1)
    const reply = await editor(`${path}/reset?language=es`, { json: { version: 2 } })
    const template = reply.read(Template)
    assert.deepEqual([template.version, template.edited], [2, false])
    assert.deepEqual(template.text, template.built_in)
    assert.equal(template.versions[1]?.text?.subject, 'Hola')
    assert.equal((await save(3)).status, 200)
  })

  test('is not overwritten by a save based on an older version, nor by two saves at once', async () => {
    await save(1)
    for (const version of [1, 3]) {
      const reply = await save(version, { subject: 'Tarde' })
      assert.equal(reply.status, 409)
      assert.equal(reply.problem().current_version, 1)
    }
    const replies = await Promise.all([2, 2, 2, 2, 2].map((version) => save(version)))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409, 409])
    const { status } = await editor(`${path}/reset?language=es`, { json: { version: 2 } })
    assert.equal(status, 409)
  })

  test('refuses unknown variables by name', async () => {
    for (const field of ['subject', 'preheader', 'body', 'action'] as const) {
      for (const name of ['password', 'NAME', 'name x', '']) {
        const reply = await save(1, { [field]: `a {{${name}}}` })
        assert.equal(reply.status, 422, `${field} ${name}`)
        const [error] = reply.problem().errors ?? []
        assert.equal(error?.field, field)
        assert.ok(error?.message.includes(`«${name}»`), error?.message)
      }
    }
    const badge = { subject: '{{badge}}' }
    assert.equal((await save(1, badge)).status, 422)
    const other = await editor('/api/mail/templates/badge_awarded?language=es', {
      method: 'PUT',
      json: { ...text, ...badge, version: 1 },
    })
    assert.equal(other.status, 200)
  })

  test('keeps only the allowed elements of its body', async () => {
    const saved = (
      await save(1, { body: '<p style="x">a<script>b</script> <b>c</b><a href="javascript:d">e</a></p>' })
    ).read(Template)
    assert.equal(saved.text.body, '<p>a <strong>c</strong>e</p>')
  })

  test('refuses an invalid text with a sentence', async () => {
    for (const field of ['subject', 'preheader', 'body', 'action']) {
      for (const [name, value] of Object.entries(badValues)) {
        // Any text is valid; only the subject must not be empty.
        const isText = typeof value === 'string' && !['10 MB', 'NUL', 'half a surrogate pair'].includes(name)
        if (isText && !(field === 'subject' && value.trim() === '')) continue
        const json = { ...text, [field]: value, version: 1 }
        const { status } = await editor(`${path}?language=es`, { method: 'PUT', json })
        assert.ok(status === 422 || (name === '10 MB' && status === 413), `${field}, ${name}: ${status}`)
      }
    }
    for (const line of ['a\nBcc: x', 'a\rb']) assert.equal((await save(1, { subject: line })).status, 422)
    assert.equal((await save(1, { subject: '  ' })).status, 422)
    for (const version of [0, -1, 1.5, '1', null]) {
      const reply = await editor(`${path}?language=es`, { method: 'PUT', json: { ...text, version } })
      assert.equal(reply.status, 422, String(version))
    }
    assert.equal((await read()).version, 0)
  })

  test('is found by its kind and language only', async () => {
    for (const kind of ['campaign', 'test', 'toString', '..%2f']) {
      assert.equal((await viewer(`/api/mail/templates/${kind}?language=es`)).status, 404, kind)
    }
    assert.equal((await viewer(`${path}?language=xx`)).status, 422)
    assert.equal((await viewer(path)).status, 422)
  })
})

describe('the template of a mail about security', () => {
  const of = (kind: string, action = '') => `/api/mail/templates/${kind}${action}?language=es`
  const kinds = templateKinds.filter(isSecurityTemplate)

  test('is read by all, and changed, reset and tested by admins only', async () => {
    await app.pool.query("UPDATE users SET email = role || '@example.org'")
    await confirmPassword(admin)
    assert.ok(kinds.length >= 5)
    for (const kind of kinds) {
      const ask = (send: Send) =>
        Promise.all([
          send(of(kind), { method: 'PUT', json: { ...text, version: 1 } }),
          send(of(kind, '/reset'), { json: { version: 2 } }),
          send(of(kind, '/test'), { json: { text } }),
        ])
      assert.deepEqual(
        (await ask(editor)).map(({ status }) => status),
        [403, 403, 403],
      )
      assert.equal((await editor(of(kind))).read(Template).version, 0)
      assert.equal((await admin(of(kind), { method: 'PUT', json: { ...text, version: 1 } })).status, 200)
      assert.equal((await admin(of(kind, '/reset'), { json: { version: 2 } })).status, 200)
      assert.equal((await admin(of(kind, '/test'), { json: { text } })).status, 202)
    }
  })

  test('is changed only shortly after the password was given, and the change is recorded', async () => {
    await app.pool.query('DELETE FROM sensitive_actions')
    const save = () => admin(of('rights_link'), { method: 'PUT', json: { ...text, version: 1 } })
    app.clock.advance(16 * 60_000)
    const refused = await save()
    assert.equal(`${refused.status} ${refused.problem().code}`, '403 password_confirmation_required')
    await confirmPassword(admin)
    assert.equal((await save()).status, 200)
    const { rows } = await app.pool.query('SELECT action, subject, outcome FROM sensitive_actions')
    assert.deepEqual(rows, [
      {
        action: 'mail.editSecurityTemplates',
        subject: { kind: 'rights_link', language: 'es', version: 1 },
        outcome: 'done',
      },
    ])
  })
})

describe('a test mail', () => {
  const send = (json: object, kind = 'confirmation') =>
    editor(`/api/mail/templates/${kind}/test?language=es`, { json: { text, ...json } })
  const queued = async () =>
    (await app.pool.query('SELECT kind, language, to_email, variables FROM mails')).rows

  test('goes to the user who asks, if their account has an address', async () => {
    for (const json of [{}, { to: 'mine@example.org' }]) {
      const refused = await send(json)
      assert.equal(refused.status, 422)
      const [error] = refused.problem().errors ?? []
      assert.equal(error?.field, 'to')
      assert.match(error?.message ?? '', /perfil/)
    }
    await app.pool.query("UPDATE users SET email = 'mine@example.org' WHERE role = 'editor'")
    const reply = await send({})
    assert.equal(reply.status, 202, reply.text)
    assert.equal((await send({ to: 'Mine@example.org' })).status, 202)
    const [mail, ...others] = await queued()
    assert.equal(others.length, 1)
    assert.deepEqual([mail?.kind, mail?.language, mail?.to_email], ['test', 'es', 'mine@example.org'])
    assert.equal(mail?.variables.body, text.body)
  })

  test('goes to nobody else, whatever the role', async () => {
    await app.pool.query("UPDATE users SET email = role || '@example.org'")
    for (const ask of [editor, admin]) {
      const reply = await ask(`${path}/test?language=es`, { json: { text, to: 'someone@example.org' } })
      assert.equal(reply.status, 422)
      assert.match(reply.problem().errors?.[0]?.message ?? '', /tu propia cuenta/)
    }
    assert.deepEqual(await queued(), [])
  })

  test('is refused with an invalid address or text', async () => {
    for (const to of ['', 'x', 'a@b@c', 'a@b.c\r\nBcc: d@e.f', 5]) {
      assert.equal((await send({ to })).status, 422, String(to))
    }
    assert.equal((await send({ to: 'a@example.org', text: { ...text, body: '{{secret}}' } })).status, 422)
    assert.deepEqual(await queued(), [])
  })
})
