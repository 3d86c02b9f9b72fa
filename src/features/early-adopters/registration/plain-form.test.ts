import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { loadCatalogues } from '#platform/catalogues.ts'
import { languages } from '#shared/languages.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { listStoredLeads } from '../../../../test/support/leads.ts'

const { translator } = await loadCatalogues()
let app: TestApp

before(async () => {
  app = await startTestApp()
})
beforeEach(() => app.pool.query('DELETE FROM early_adopters'))
after(() => app.close())

const stored = () => listStoredLeads(app)

describe('the form without scripts', () => {
  const typed = {
    email: 'ana@example.org',
    name: 'Ana',
    company: 'Uno',
    segment: 'business',
    interests: ['identity', 'industrial'],
  }
  const post = (form: Record<string, string | string[]>, language = 'es') =>
    app.send(`/${language}/`, { form })

  test('leads to the success screen', async () => {
    const reply = await post({ ...typed, consent: 'on' }, 'fr')
    assert.equal(reply.status, 303)
    assert.equal(reply.headers.location, '/fr/?registered#registration')
    const [lead] = await stored()
    assert.equal(lead?.language, 'fr')
    assert.equal(lead?.segment, 'business')
    assert.deepEqual(lead?.interests, ['identity', 'industrial'])
    const page = await app.send('/fr/?registered')
    assert.equal(page.status, 200)
    assert.notEqual(page.text, (await app.send('/fr/')).text)
  })

  test('accepts one interest or none', async () => {
    assert.equal((await post({ ...typed, interests: 'identity', consent: 'on' })).status, 303)
    const { interests: _, ...rest } = typed
    assert.equal((await post({ ...rest, email: 'b@example.org', consent: 'on' })).status, 303)
    assert.deepEqual(
      (await stored()).map(({ interests }) => interests),
      [['identity'], []],
    )
  })

  test('shows the errors and keeps the typed values', async () => {
    const reply = await post({ ...typed, email: 'ana@', name: ' ', company: 'Taller Único' })
    assert.equal(reply.status, 422)
    assert.equal(reply.headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(reply.headers['cache-control'], 'no-store')
    // The page holds every sentence for its script as well: what is shown occurs more often than that.
    const idle = await app.send('/es/')
    const timesMore = (words: string) => reply.text.split(words).length - idle.text.split(words).length
    for (const words of [
      'Por favor, introduce un email válido',
      'El nombre es obligatorio',
      'Debes aceptar recibir comunicaciones',
      'ana@',
      'Taller Único',
    ]) {
      assert.ok(timesMore(words) > 0, words)
    }
    assert.equal(timesMore('Por favor, selecciona un segmento'), 0)
    assert.equal((await stored()).length, 0)
  })

  test('speaks the language of its page', async () => {
    for (const language of languages) {
      const reply = await post({ ...typed, email: 'x' }, language)
      assert.equal(reply.headers['content-language'], language)
      assert.ok(reply.text.includes(translator(language)('errors:fields.email_invalid')), language)
    }
  })

  test('escapes typed markup', async () => {
    const markup = '"><script>alert(1)</script><img src=x onerror=alert(2)>'
    for (const field of ['email', 'name', 'company', 'segment', 'interests']) {
      const reply = await post({ ...typed, [field]: markup, extra: markup })
      assert.equal(reply.status, 422, field)
      assert.ok(!reply.text.includes('<script>alert'), field)
      assert.ok(!reply.text.includes('<img src=x'), field)
    }
    assert.equal((await stored()).length, 0)
  })

  test('is not cached for the next visitor', async () => {
    await post({ ...typed, email: 'private@' })
    assert.ok(!(await app.send('/es/')).text.includes('private@'))
  })

  test('is refused with a page, whatever is sent', async () => {
    const type = 'application/x-www-form-urlencoded'
    const cases: [body: string, type: string, status: number][] = [
      ['', type, 422],
      ['email[a]=1&name[]=2&__proto__=3&constructor=4', type, 422],
      ['email=a&email=b', type, 422],
      ['%00=%00&email=%00', type, 422],
      [`email=${'x'.repeat(70_000)}`, type, 413],
      ['{}', 'application/json', 415],
      ['email=a', 'text/plain', 415],
    ]
    for (const [body, contentType, status] of cases) {
      const reply = await app.send('/es/', { method: 'POST', body, headers: { 'content-type': contentType } })
      assert.equal(reply.status, status, body.slice(0, 40))
      assert.equal(reply.headers['content-type'], 'text/html; charset=utf-8')
    }
    assert.equal((await stored()).length, 0)
  })

  test('is preselected by the address', async () => {
    const [plain, business] = [await app.send('/es/'), await app.send('/es/?segment=business')]
    assert.notEqual(plain.text, business.text)
    assert.equal((await app.send('/es/?segment=nonsense')).text, plain.text)
    assert.equal((await app.send('/es/?segment=developer')).text, plain.text)
  })
})
