import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { RegistrationResponse } from '#features/early-adopters/contract.ts'
import { loadCatalogues } from '#platform/catalogues.ts'
import { languages } from '#shared/languages.ts'
import { segments } from '#shared/segments.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { registrationOf } from '../../../../test/support/factories.ts'
import { listStoredLeads } from '../../../../test/support/leads.ts'

const { translator } = await loadCatalogues()
let app: TestApp

before(async () => {
  app = await startTestApp()
})
beforeEach(() => app.pool.query('DELETE FROM early_adopters'))
after(() => app.close())

const stored = () => listStoredLeads(app)

const register = (json: unknown, headers: Record<string, string> = {}) =>
  app.send('/api/early-adopters', { json, headers })

describe('a registration', () => {
  test('is stored whole', async () => {
    const sent = registrationOf({
      email: 'Ana.N@Example.ORG',
      segment: 'ngo_gov',
      interests: ['industrial', 'identity'],
    })
    const reply = await register(sent)
    assert.equal(reply.status, 201)
    assert.deepEqual(reply.read(RegistrationResponse), {
      status: 'registered',
      message: translator('es')('site:registered.title'),
    })
    const [lead] = await stored()
    assert.equal(lead?.email, 'Ana.N@Example.ORG')
    assert.equal(lead?.name, 'Ana Ñandú')
    assert.equal(lead?.company, 'Taller Uno')
    assert.equal(lead?.segment, 'ngo_gov')
    assert.deepEqual(lead?.interests, ['industrial', 'identity'])
    assert.deepEqual(lead?.created_at, app.clock.now())
  })

  test('is stored with the moment, the text and the language of its consent', async () => {
    for (const language of languages) {
      await register(registrationOf({ email: `${language}@example.org` }), { 'accept-language': language })
    }
    const leads = await stored()
    assert.equal(leads.length, languages.length)
    for (const lead of leads) {
      const language = languages.find((code) => lead.email.startsWith(code))
      assert.equal(lead.language, language)
      const sentence = translator(language ?? 'es')('site:form.consent', { name: 'Firmeza' })
      assert.equal(lead.consent_text, createHash('sha256').update(sentence).digest('base64url'))
      assert.deepEqual(lead.consented_at, app.clock.now())
    }
  })

  test('needs neither company nor interests', async () => {
    for (const company of [undefined, null, '', '   ']) {
      const { company: _, interests: __, ...rest } = registrationOf()
      assert.equal((await register({ ...rest, company })).status, 201)
    }
    for (const lead of await stored()) {
      assert.equal(lead.company, null)
      assert.deepEqual(lead.interests, [])
    }
  })

  test('is trimmed, and an interest counts once', async () => {
    const sent = registrationOf({
      email: ' ana@example.org ',
      name: '  Ana  ',
      interests: ['identity', 'identity'],
    })
    assert.equal((await register(sent)).status, 201)
    const [lead] = await stored()
    assert.deepEqual([lead?.email, lead?.name, lead?.interests], ['ana@example.org', 'Ana', ['identity']])
  })

  for (const segment of segments) {
    test(`is taken from ${segment}`, async () => {
      assert.equal((await register(registrationOf({ segment }))).status, 201)
    })
  }
})

describe('a registration is refused with the exact message', () => {
  const rules: [what: string, change: Record<string, unknown>, field: string, message: string][] = [
    ...[
      '',
      ' ',
      'ana',
      'ana@',
      '@example.org',
      'ana@example',
      'a b@example.org',
      'ana@exa mple.org',
      'ana@-x.org',
      'ana@example..org',
      'ñ@example.org',
      `${'a'.repeat(250)}@example.org`,
      'ana@ex\0ample.org',
      '\u202eana@example.org',
      '🎉@example.org',
    ].map((email): [string, Record<string, unknown>, string, string] => [
      `for the address ${JSON.stringify(email.slice(0, 30))}`,
      { email },
      'email',
      'Por favor, introduce un email válido',
    ]),
    ...[undefined, null, 5, {}, ['ana@example.org'], true].map(
      (email): [string, Record<string, unknown>, string, string] => [
        `for the address ${JSON.stringify(email)}`,
        { email },
        'email',
        'Por favor, introduce un email válido',
      ],
    ),
    ...[undefined, null, '', '   ', '\u00a0', '\u200b', 7].map(
      (name): [string, Record<string, unknown>, string, string] => [
        `for the name ${JSON.stringify(name)}`,
        { name },
        'name',
        'El nombre es obligatorio',
      ],
    ),
    ...[undefined, null, '', 'developers', 'Developer', 3, ['developer'], '__proto__'].map(
      (segment): [string, Record<string, unknown>, string, string] => [
        `for the segment ${JSON.stringify(segment)}`,
        { segment },
        'segment',
        'Por favor, selecciona un segmento',
      ],
    ),
    ...[undefined, null, false, 'true', 'on', 1].map(
      (consent): [string, Record<string, unknown>, string, string] => [
        `for the consent ${JSON.stringify(consent)}`,
        { consent },
        'consent',
        'Debes aceptar recibir comunicaciones',
      ],
    ),
    ['for a name of 201 letters', { name: 'x'.repeat(201) }, 'name', 'Este texto es demasiado largo'],
    [
      'for a company of 201 letters',
      { company: 'x'.repeat(201) },
      'company',
      'Este texto es demasiado largo',
    ],
    [
      'for an interest of another list',
      { interests: ['money'] },
      'interests.0',
      'Elige intereses de la lista',
    ],
    ['for interests that are no list', { interests: 'identity' }, 'interests', 'Elige intereses de la lista'],
    [
      'for more interests than there are',
      { interests: Array(4).fill('identity') },
      'interests',
      'Elige intereses de la lista',
    ],
  ]
  for (const [what, change, field, message] of rules) {
    test(what, async () => {
      const reply = await register({ ...registrationOf(), ...change })
      assert.equal(reply.status, 422)
      assert.deepEqual(reply.problem().errors, [{ field, message }])
      assert.equal((await stored()).length, 0)
    })
  }
})

describe('an address that is registered already', () => {
  test('gets the same answer, whatever its case, and changes nothing', async () => {
    const first = await register(registrationOf({ email: 'ana@example.org', name: 'Ana' }))
    const second = await register(
      registrationOf({ email: 'ANA@Example.Org', name: 'Eve', segment: 'academic' }),
    )
    assert.equal(second.status, first.status)
    assert.equal(second.text, first.text)
    const { date: _, 'x-request-id': __, ...headers } = first.headers
    const { date: ___, 'x-request-id': ____, ...again } = second.headers
    assert.deepEqual(again, headers)
    const leads = await stored()
    assert.deepEqual(
      leads.map(({ email, name, segment }) => [email, name, segment]),
      [['ana@example.org', 'Ana', 'developer']],
    )
  })

  test('is one lead when it comes fifty times at once, in two processes', async () => {
    const other = await startTestApp({ databaseUrl: app.databaseUrl })
    try {
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_, number) => {
          const email = number % 3 ? 'ana@example.org' : 'Ana@Example.org'
          return (number % 2 ? app : other).send('/api/early-adopters', { json: registrationOf({ email }) })
        }),
      )
      assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]))
      assert.equal((await stored()).length, 1)
    } finally {
      await other.close()
    }
  })
})
