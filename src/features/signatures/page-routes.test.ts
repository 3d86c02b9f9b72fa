import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { load } from 'cheerio'
import { languages } from '#shared/languages.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { hours } from '../../../test/support/clock.ts'
import {
  type ActivationLink,
  activationForm,
  addActivationLink,
} from '../../../test/support/signatures/activation-links.ts'

let app: TestApp
let link: ActivationLink

before(async () => {
  app = await startTestApp()
  link = await addActivationLink(app)
})
after(() => app.close())

const open = async (path: string, ask = {}) => {
  const reply = await app.send(path, ask)
  return { ...reply, page: load(reply.text) }
}
const pathOf = (token: string, language = 'en') => `/${language}/activate-signature/${token}`
const stateOf = async ({ signatureId }: ActivationLink) => {
  const { rows } = await app.pool.query(
    'SELECT opened_at, started_at, activated_at, full_name FROM signatures WHERE id = $1',
    [signatureId],
  )
  return rows[0]
}

describe('the page of an activation link', () => {
  test('shows the form in every language, and keeps the token in the language switcher', async () => {
    for (const language of languages) {
      const { status, page } = await open(pathOf(link.token, language))
      assert.equal(status, 200)
      assert.equal(page('html').attr('dir'), language === 'ar' ? 'rtl' : 'ltr')
      assert.equal(page('h1').length, 1)
      assert.ok(page('title').text().startsWith(page('h1').text()))
      assert.equal(page('.stages li').length, 3)
      assert.equal(page('.request form').attr('action'), pathOf(link.token, language))
      assert.match(page('.request').text(), new RegExp(link.signatureId))
      assert.equal(page('#languages a[hreflang=hi]').attr('href'), pathOf(link.token, 'hi'))
      assert.doesNotMatch(page('main').text(), /activation:|errors:|\{\{|undefined/)
    }
    const bare = await open(`/activate-signature/${link.token}`, { headers: { 'accept-language': 'it' } })
    assert.equal(bare.page('html').attr('lang'), 'it')
  })

  test('offers the countries in their order, the United Kingdom by its name', async () => {
    const { page } = await open(pathOf(link.token))
    const options = page('select option')
      .toArray()
      .map((option) => [page(option).attr('value'), page(option).text()])
    assert.deepEqual(
      options.map(([code]) => code),
      ['', 'US', 'CA', 'CO', 'MX', 'ES', 'FR', 'DE', 'UK', 'OTHER'],
    )
    assert.deepEqual(options[8], ['UK', 'United Kingdom'])
    assert.deepEqual(options[9], ['OTHER', 'Other'])
  })

  test('leaves no trace: not stored, not indexed, without a referrer, counts and third parties', async () => {
    for (const token of [link.token, 'unknown']) {
      const { headers, page, text } = await open(pathOf(token))
      assert.equal(headers['cache-control'], 'no-store')
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.match(String(headers['x-robots-tag']), /noindex/)
      assert.equal(page('link[rel=canonical], link[rel=alternate], meta[property^=og]').length, 0)
      assert.equal(page('html').attr('data-page'), undefined)
      assert.equal(page('html').attr('data-events'), undefined)
      assert.equal(page('noscript img').length, 0)
      assert.doesNotMatch(text, /googletagmanager/)
    }
  })

  test('GET changes nothing', async () => {
    const own = await addActivationLink(app)
    for (let time = 0; time < 3; time++) await open(pathOf(own.token))
    assert.deepEqual(await stateOf(own), {
      opened_at: null,
      started_at: null,
      activated_at: null,
      full_name: null,
    })
  })

  test('an unknown and an expired link show the same', async () => {
    const own = await addActivationLink(app, { hours: 1 })
    app.clock.advance(1 * hours)
    const expired = await open(pathOf(own.token))
    const unknown = await open(pathOf('unknown'))
    assert.equal(expired.status, 404)
    assert.equal(unknown.status, 404)
    assert.equal(expired.text.replaceAll(own.token, 'unknown'), unknown.text)
    assert.equal(expired.page('h1').text(), 'Invalid activation link')
    assert.match(expired.page('main').text(), /Go to Homepage/)
  })
})

describe('without scripts', () => {
  test('a refused form keeps what was typed and says what is wrong beside each field', async () => {
    const form = { ...activationForm, position: ' ', phoneNumber: 'call me', linkedinProfile: 'nuria' }
    const { agreedToTerms: _, ...unagreed } = form
    const { status, page } = await open(pathOf(link.token), { form: unagreed })
    assert.equal(status, 422)
    assert.equal(page('[name=fullName]').attr('value'), 'Nuria Ñíguez')
    assert.equal(page('[name=phoneNumber]').attr('value'), 'call me')
    assert.equal(page('[name=country] [selected]').attr('value'), 'ES')
    assert.equal(page('[name=useCase]').text(), 'Firmar albaranes')
    const refused = page('[aria-invalid=true]')
      .toArray()
      .map((field) => page(field).attr('name'))
    assert.deepEqual(refused, ['position', 'phoneNumber', 'linkedinProfile', 'agreedToTerms'])
    assert.equal(page('[autofocus]').attr('name'), 'position')
    assert.equal(page('#activation-agreedToTerms-error').text(), 'You must agree to the terms and conditions')
    assert.equal((await stateOf(link)).activated_at, null)
  })

  test('beside the agreement is a link to the privacy policy', async () => {
    const { token } = await addActivationLink(app)
    const { page } = await open(pathOf(token, 'es'))
    const link = page('form a[href="/es/privacy"]')
    assert.equal(link.attr('target'), '_blank')
    assert.match(link.text(), /^política de privacidad/)
  })

  test('markup in what was typed stays text', async () => {
    const fullName = '"><script>alert(1)</script>'
    const { page } = await open(pathOf(link.token), { form: { ...activationForm, fullName, useCase: '' } })
    assert.equal(page('[name=fullName]').attr('value'), fullName)
    assert.equal(page('main script').length, 1)
  })

  test('nothing at all, and fields given twice, are refused', async () => {
    for (const form of [{}, { fullName: ['a', 'b'], country: ['ES', 'FR'] }]) {
      const { status, page } = await open(pathOf(link.token), { form })
      assert.equal(status, 422)
      assert.equal(page('[aria-invalid=true]').length, 6)
    }
  })

  test('an accepted form leads to the active signature, and a second one to the same', async () => {
    const own = await addActivationLink(app)
    for (let time = 0; time < 2; time++) {
      const sent = await open(pathOf(own.token), { form: { ...activationForm } })
      assert.equal(sent.status, 303)
      assert.equal(sent.headers.location, pathOf(own.token))
      assert.equal(sent.headers['cache-control'], 'no-store')
      assert.equal(sent.headers['referrer-policy'], 'no-referrer')
    }
    const { status, page } = await open(pathOf(own.token))
    assert.equal(status, 200)
    assert.equal(page('h1').text(), 'Your signature is active.')
    assert.equal(page('.facts .state').text(), 'Active')
    assert.match(page('.facts').text(), new RegExp(`${own.signatureId}[^]*0x[0-9a-fA-F]{40}`))
    assert.equal(page('.next a').eq(0).attr('href'), '/api')
    assert.equal((await stateOf(own)).full_name, 'Nuria Ñíguez')
  })

  test('a form for a link that opens nothing shows the error screen', async () => {
    const sent = await open(pathOf('unknown'), { form: { ...activationForm } })
    assert.equal(sent.status, 303)
    assert.equal((await open(String(sent.headers.location))).status, 404)
  })

  test('a revoked signature is not called active', async () => {
    const own = await addActivationLink(app)
    await open(pathOf(own.token), { form: { ...activationForm } })
    await app.pool.query(
      "UPDATE signatures SET revoked_at = now(), revoke_reason = 'Por error' WHERE id = $1",
      [own.signatureId],
    )
    const { page } = await open(pathOf(own.token))
    assert.equal(page('.facts .state').text(), 'Revoked')
    assert.match(page('main').text(), /Por error/)
    assert.doesNotMatch(page('h1').text(), /active/)
    assert.equal(page('.stages [aria-current]').text(), 'Revoked')
    assert.equal(page('.stages [aria-current][data-passed]').length, 0)
    // Without scripts too, the files that the server makes are plain links, with a sentence on each.
    const files = page('.downloads li')
      .toArray()
      .map((one) => [page(one).find('a').attr('href'), page(one).find('p').text() !== ''])
    assert.deepEqual(files.slice(0, 2), [
      [`/api/signature/certificate/${own.token}/certificate.pdf?language=en`, true],
      [`/api/signature/certificate/${own.token}/credential.json`, true],
    ])
  })

  test('another link is asked for with the same answer for every address', async () => {
    const own = await addActivationLink(app)
    const answers = []
    for (const email of [own.email, 'nobody@example.org']) {
      const sent = await open(`${pathOf('unknown', 'es')}/new-link`, { form: { email } })
      assert.equal(sent.status, 303)
      answers.push((await open(String(sent.headers.location))).page('main').text())
    }
    assert.equal(answers[0], answers[1])
    assert.match(String(answers[0]), /Si hay una firma pendiente/)
    const refused = await open(`${pathOf('unknown')}/new-link`, { form: { email: 'not an address' } })
    assert.equal(refused.status, 422)
    assert.equal(refused.page('#ask-email').attr('value'), 'not an address')
    assert.equal(refused.page('#languages a[hreflang=hi]').attr('href'), pathOf('unknown', 'hi'))
  })
})

test('the code-host card leads to the profile of the team, or where the setting says', async () => {
  const own = await addActivationLink(app)
  await open(pathOf(own.token), { form: { ...activationForm } })
  const admin = await app.signIn()
  const value = [
    { network: 'x', url: 'https://x.example/a' },
    { network: 'github', url: 'https://code.example/a' },
  ]
  const changed = await admin('/api/settings', {
    method: 'PATCH',
    json: { changes: [{ key: 'socialProfiles', value, version: 0 }] },
  })
  assert.equal(changed.status, 200, changed.text)
  const { page } = await open(pathOf(own.token))
  assert.equal(page('.next a').eq(0).attr('href'), 'https://code.example/a')
  const set = (codeHost: string, version: number) =>
    admin('/api/settings', {
      method: 'PATCH',
      json: { changes: [{ key: 'codeHost', value: codeHost, version }] },
    })
  for (const wrong of ['http://code.example', 'javascript:alert(1)', 'code.example'])
    assert.equal((await set(wrong, 0)).status, 422, wrong)
  assert.equal((await set('https://forge.example/team', 0)).status, 200)
  const after = await open(pathOf(own.token))
  assert.equal(after.page('.next a').eq(0).attr('href'), 'https://forge.example/team')
})
