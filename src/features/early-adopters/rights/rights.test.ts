import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { PersonalData } from '#features/early-adopters/contract.ts'
import { createRightsLinks } from '#features/early-adopters/records/rights-links.ts'
import { languages } from '#shared/languages.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { days, hours } from '../../../../test/support/clock.ts'
import { registrationOf } from '../../../../test/support/factories.ts'
import { until } from '../../../../test/support/until.ts'

const publicUrl = 'https://site.example'
const links = createRightsLinks({
  secrets: { current: 'a secret that only the tests know of', earlier: [] },
  publicUrl,
})
let app: TestApp

before(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: publicUrl } })
})
beforeEach(() =>
  app.pool.query('DELETE FROM mails; DELETE FROM mail_suppressions; DELETE FROM early_adopters'),
)
after(() => app.close())

interface StoredLead {
  id: string
  link_epoch: number
  email: string
  name: string
  company: string | null
  language: string
  search_text: string
  message: string | null
  consent_withdrawn_at: Date | null
  consented_at: Date
  last_contact_at: Date
}

async function join(changes: Parameters<typeof registrationOf>[0] = {}): Promise<string> {
  const sent = registrationOf({ email: 'ana@example.org', ...changes })
  assert.equal((await app.send('/api/early-adopters', { json: sent })).status, 201)
  return tokenOf(sent.email)
}

async function find(email: string): Promise<StoredLead> {
  const { rows } = await app.pool.query<StoredLead>('SELECT * FROM early_adopters WHERE email = $1', [email])
  assert.ok(rows[0], email)
  return rows[0]
}

async function tokenOf(email: string): Promise<string> {
  const { id, link_epoch: linkEpoch } = await find(email)
  return links.tokenOf({ id, linkEpoch })
}

async function mailsOf(kind: string) {
  const { rows } = await app.pool.query<{ to_email: string; action_url: string; language: string }>(
    'SELECT * FROM mails WHERE kind = $1 ORDER BY created_at',
    [kind],
  )
  return rows
}

const pathOf = (url: string) => url.slice(publicUrl.length)
const whole = {
  name: 'Ana Ruiz',
  company: 'Taller Dos',
  email: 'ana@example.org',
  segment: 'business',
  language: 'fr',
  interests: ['industrial'],
}

describe('the page of a person', () => {
  test('shows everything that is stored, in every language, and is not cached', async () => {
    const token = await join({ message: 'Queremos probar <b>títulos</b>' })
    await join({ kind: 'demo', message: 'Y una demostración' })
    const { id } = await find('ana@example.org')
    await app.pool.query(
      `INSERT INTO lead_notes (lead_id, text, created_at, updated_at) VALUES ($1, 'llamó el martes', now(), now())`,
      [id],
    )
    for (const language of ['', ...languages.map((code) => `/${code}`)]) {
      const page = await app.send(`${language}/rights/${token}`)
      assert.equal(page.status, 200)
      for (const kept of [
        ...['Ana Ñandú', 'Taller Uno', 'ana@example.org', 'llamó el martes'],
        ...['Queremos probar &lt;b&gt;títulos&lt;/b&gt;', 'Y una demostración'],
      ]) {
        assert.ok(page.text.includes(kept), `${language} ${kept}`)
      }
      assert.equal(page.headers['cache-control'], 'no-store')
      assert.equal(page.headers['referrer-policy'], 'no-referrer')
      assert.match(String(page.headers['x-robots-tag']), /noindex/)
      assert.ok(!/(rights|leads):/.test(page.text), 'a text is missing')
    }
  })

  test('is changed by no GET and no HEAD', async () => {
    const token = await join()
    const before = await find('ana@example.org')
    for (const method of ['GET', 'HEAD']) {
      for (const path of ['', '/erase', '/consent', '/export', '?done=withdrawn', '?given=no']) {
        await app.send(`/es/rights/${token}${path}`, { method })
      }
    }
    assert.deepEqual(await find('ana@example.org'), before)
    assert.equal((await app.pool.query('SELECT FROM lead_events')).rowCount, 0)
  })

  test('escapes markup in the data', async () => {
    const token = await join({ name: '"><script>alert(1)</script>', company: '<img src=x onerror=alert(2)>' })
    const page = await app.send(`/es/rights/${token}`)
    assert.equal(page.status, 200)
    assert.ok(!page.text.includes('<script>alert') && !page.text.includes('<img src=x'))
  })

  test('is not shown for a link that is forged, changed or outdated', async () => {
    const token = await join()
    const stranger = createRightsLinks({
      secrets: { current: 'another secret of another installation', earlier: [] },
      publicUrl,
    })
    const { id } = await find('ana@example.org')
    const changed = (token.startsWith('A') ? 'B' : 'A') + token.slice(1)
    await app.pool.query('UPDATE early_adopters SET link_epoch = 1')
    const wrong = [
      token,
      changed,
      stranger.tokenOf({ id, linkEpoch: 1 }),
      'x',
      id,
      '%00',
      '..',
      'é'.repeat(30),
    ]
    for (const one of wrong) {
      for (const ask of [{}, { form: whole }, { form: {}, path: '/erase' }, { form: {}, path: '/export' }]) {
        const { path = '', ...rest } = { path: '', ...ask }
        const reply = await app.send(`/es/rights/${encodeURIComponent(one)}${path}`, rest)
        assert.equal(reply.status, 404, one)
        assert.ok(!reply.text.includes('ana@example.org'))
      }
    }
    assert.equal((await app.send(`/es/rights/${await tokenOf('ana@example.org')}`)).status, 200)
  })
})

describe('a person corrects', () => {
  test('their data, which is found by its new values and counts as a contact', async () => {
    const token = await join()
    app.clock.advance(hours)
    const reply = await app.send(`/es/rights/${token}`, { form: { ...whole, message: 'Otra\r\ncosa' } })
    assert.equal(reply.status, 303)
    assert.equal(reply.headers.location, `/fr/rights/${token}?done=corrected`)
    const lead = await find('ana@example.org')
    assert.deepEqual([lead.name, lead.company, lead.language], ['Ana Ruiz', 'Taller Dos', 'fr'])
    assert.match(lead.search_text, /taller dos/)
    assert.equal(lead.message, 'Otra\ncosa')
    assert.deepEqual(lead.last_contact_at, app.clock.now())
    assert.ok((await app.send(`/fr/rights/${token}?done=corrected`)).text.includes('role="status"'))
  })

  test('nothing when a field is invalid; the form keeps what they typed', async () => {
    const token = await join()
    const before = await find('ana@example.org')
    for (const change of [
      { name: ' ' },
      { email: 'x' },
      { segment: 'x' },
      { language: 'xx' },
      { interests: 'x' },
    ]) {
      const reply = await app.send(`/es/rights/${token}`, {
        form: { ...whole, company: 'Nueva <b>', ...change },
      })
      assert.equal(reply.status, 422, JSON.stringify(change))
      assert.ok(reply.text.includes('Nueva &lt;b&gt;'))
    }
    assert.equal((await app.send(`/es/rights/${token}`, { form: {} })).status, 422)
    assert.deepEqual(await find('ana@example.org'), before)
  })

  test('their address, which counts once confirmed and makes older links invalid', async () => {
    const token = await join()
    const changed = { ...whole, email: 'nueva@example.org' }
    const reply = await app.send(`/es/rights/${token}`, { form: changed })
    assert.equal(reply.headers.location, `/fr/rights/${token}?done=email_sent`)
    await find('ana@example.org')
    const [mail] = await mailsOf('email_change')
    assert.equal(mail?.to_email, 'nueva@example.org')
    const address = new URL(mail?.action_url ?? '')
    const secret = address.searchParams.get('token') ?? ''
    assert.ok(!Buffer.from(secret, 'base64url').toString('latin1').includes('nueva'))
    assert.ok((await app.send(pathOf(address.href))).text.includes('nueva@example.org'))
    await find('ana@example.org')
    const done = await app.send('/es/rights/email', { form: { token: secret } })
    assert.equal(done.status, 303)
    assert.equal((await app.send(String(done.headers.location))).status, 200)
    assert.equal((await find('nueva@example.org')).link_epoch, 1)
    assert.equal((await app.send(`/es/rights/${token}`)).status, 404)
    assert.equal((await app.send('/es/rights/email', { form: { token: secret } })).status, 404)
  })

  test('no address by an expired, changed or forged link', async () => {
    const token = await join()
    await app.send(`/es/rights/${token}`, { form: { ...whole, email: 'nueva@example.org' } })
    const [mail] = await mailsOf('email_change')
    const secret = new URL(mail?.action_url ?? '').searchParams.get('token') ?? ''
    app.clock.advance(25 * hours)
    for (const wrong of [secret, `${secret.slice(0, -2)}AA`, '', 'x', 'x'.repeat(5000)]) {
      assert.equal((await app.send('/es/rights/email', { form: { token: wrong } })).status, 404)
    }
    await find('ana@example.org')
  })

  test('no address of another lead, without being told that it is registered', async () => {
    const token = await join()
    await join({ email: 'otra@example.org' })
    const [free, taken] = [
      await app.send(`/es/rights/${token}`, { form: { ...whole, email: 'libre@example.org' } }),
      await app.send(`/es/rights/${token}`, { form: { ...whole, email: 'OTRA@example.org' } }),
    ]
    assert.equal(taken.headers.location, free.headers.location)
    assert.deepEqual(
      (await mailsOf('email_change')).map((mail) => mail.to_email),
      ['libre@example.org'],
    )
  })
})

test('a person withdraws their consent and gives it again, and both are in the history', async () => {
  const token = await join()
  const before = await find('ana@example.org')
  app.clock.advance(days)
  for (let twice = 0; twice < 2; twice++) {
    const reply = await app.send(`/es/rights/${token}/consent`, { form: { given: 'no' } })
    assert.equal(reply.headers.location, `/es/rights/${token}?done=withdrawn`)
  }
  const withdrawn = await find('ana@example.org')
  assert.deepEqual(withdrawn.consent_withdrawn_at, app.clock.now())
  assert.deepEqual(withdrawn.consented_at, before.consented_at)
  const { rows } = await app.pool.query('SELECT email_key, reason FROM mail_suppressions')
  assert.deepEqual(rows, [{ email_key: 'ana@example.org', reason: 'withdrawn' }])
  app.clock.advance(days)
  await app.send(`/ar/rights/${token}/consent`, { form: { given: 'yes' } })
  const given = await find('ana@example.org')
  assert.equal(given.consent_withdrawn_at, null)
  assert.deepEqual(given.consented_at, app.clock.now())
  assert.equal((await app.pool.query('SELECT FROM mail_suppressions')).rowCount, 0)
  const data = (await app.send(`/es/rights/${token}/export`, { form: {} })).read(PersonalData)
  assert.equal(data.consent.language, 'ar')
  assert.deepEqual(
    data.history.map(({ kind }) => kind),
    ['consent_withdrawn', 'consent_given', 'exported'],
  )
})

test('a person exports all their data as a file', async () => {
  const token = await join({
    name: 'محمد',
    interests: ['identity', 'transparency'],
    message: 'Hola',
    page: '/',
  })
  await join({ kind: 'supporter' })
  const reply = await app.send(`/es/rights/${token}/export`, { form: {} })
  assert.equal(reply.headers['content-disposition'], 'attachment; filename="my-data.json"')
  const data = reply.read(PersonalData)
  assert.equal(data.person.name, 'محمد')
  assert.deepEqual(data.person.interests, ['identity', 'transparency'])
  assert.deepEqual([data.person.kind, data.person.message, data.person.page], ['adopter', 'Hola', '/'])
  assert.deepEqual(
    data.enquiries.map(({ kind, message }) => [kind, message]),
    [['supporter', null]],
  )
  assert.match(data.consent.sentence ?? '', /Firmeza/)
})

test('a person erases their data in two steps, after which their link is invalid', async () => {
  const token = await join()
  assert.ok((await app.send(`/es/rights/${token}/erase`)).text.includes('Ana Ñandú'))
  const replies = await Promise.all(
    [1, 2].map(() => app.send(`/es/rights/${token}/erase`, { method: 'POST', form: {} })),
  )
  assert.ok(replies.every(({ status }) => status === 200 || status === 404))
  assert.equal((await app.pool.query('SELECT FROM early_adopters')).rowCount, 0)
  const { rows } = await app.pool.query('SELECT segment, reason, total FROM erasures')
  assert.deepEqual(rows, [{ segment: 'developer', reason: 'asked', total: 1 }])
  for (const path of ['', '/erase']) {
    assert.equal((await app.send(`/es/rights/${token}${path}`)).status, 404)
  }
})

describe('asking for the link', () => {
  test('sends it to a registered address, in the language of the lead, at most once in five minutes', async () => {
    await app.send('/api/early-adopters', {
      json: registrationOf({ email: 'Ana@example.org' }),
      headers: { 'accept-language': 'ar' },
    })
    for (let times = 0; times < 3; times++) {
      const reply = await app.send('/es/rights', { form: { email: ' ANA@example.org ' } })
      assert.equal(reply.headers.location, '/es/rights?sent')
    }
    await until(async () => (await mailsOf('rights_link')).length > 0, 'the mail')
    const [mail, ...more] = await mailsOf('rights_link')
    assert.equal(more.length, 0)
    assert.equal(mail?.language, 'ar')
    assert.equal(mail?.to_email, 'Ana@example.org')
    assert.equal((await app.send(pathOf(mail?.action_url ?? ''))).status, 200)
  })

  test('sends it at most three times a day, and answers the same after that', async () => {
    await join()
    for (let times = 0; times < 5; times++) {
      app.clock.advance(6 * 60_000)
      const reply = await app.send('/es/rights', { form: { email: 'ana@example.org' } })
      assert.equal(`${reply.status} ${reply.headers.location}`, '303 /es/rights?sent')
      const expected = Math.min(times + 1, 3)
      await until(async () => (await mailsOf('rights_link')).length === expected, `${expected} mails`)
    }
  })

  test('answers the same to everyone else', async () => {
    await join()
    const [known, unknown] = [
      await app.send('/es/rights', { form: { email: 'ana@example.org' } }),
      await app.send('/es/rights', { form: { email: 'nadie@example.org' } }),
    ]
    const { date: _, 'x-request-id': __, ...first } = known.headers
    const { date: ___, 'x-request-id': ____, ...second } = unknown.headers
    assert.deepEqual([known.status, known.text, first], [unknown.status, unknown.text, second])
    assert.equal((await app.send('/es/rights?sent')).status, 200)
  })

  test('is refused without a valid address, and rate limited', async () => {
    const reply = await app.send('/es/rights', { form: { email: 'ana@<b>' } })
    assert.equal(reply.status, 422)
    assert.ok(
      reply.text.includes('Por favor, introduce un email válido') && reply.text.includes('ana@&lt;b&gt;'),
    )
    const limited = await startTestApp({ env: { API_RATE_LIMIT: '2' }, databaseUrl: app.databaseUrl })
    try {
      const statuses: number[] = []
      for (let times = 0; times < 3; times++) {
        statuses.push((await limited.send('/es/rights', { form: { email: 'x@example.org' } })).status)
      }
      assert.deepEqual(statuses, [303, 303, 429])
    } finally {
      await limited.close()
    }
  })
})
