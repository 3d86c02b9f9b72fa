import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eq } from 'drizzle-orm'
import { leadEvents } from '#features/early-adopters/table.ts'
import { mails } from '#features/mail/table.ts'
import { makeToken } from '#platform/secrets/bearer-token.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { hours } from '../../../test/support/clock.ts'
import { confirmEmail } from '../../../test/support/email-changes.ts'
import type { Reply, Send } from '../../../test/support/http-client.ts'
import {
  activate,
  activateLead,
  createSecondProcess,
  formOf,
  inviteLead,
  readToken,
} from '../../../test/support/signatures/signatures.ts'
import { until } from '../../../test/support/until.ts'
import { ActivationResult, Certificate, LinkValidation, SignatureDetail } from './contract.ts'
import { holderHash, isSigned } from './keys/derivation.ts'
import { signatureLinks, signatures } from './table.ts'

let app: TestApp
let admin: Send

before(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'loopback' } })
  admin = await app.signIn()
})
after(() => app.close())

let clients = 0
/** Headers of a client that has asked nothing yet. */
const newClient = () => ({
  'accept-language': 'en',
  'x-forwarded-for': `198.51.${++clients >> 8}.${clients & 255}`,
})
const validate = (token: string, headers = newClient()) =>
  app.send(`/api/signature/validate/${token}`, { headers })
const read = async (token: string) => (await validate(token)).read(LinkValidation)
const progress = (token: string, step: string) =>
  app.send(`/api/signature/progress/${token}`, { json: { step } })
const findOf = async (leadId: string) => (await admin(`/api/leads/${leadId}/signature`)).read(SignatureDetail)
const ids = ['opened_at', 'started_at', 'activated_at'] as const

function assertPrivate({ headers }: Reply): void {
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['referrer-policy'], 'no-referrer')
}

describe('a link', () => {
  test('is valid for the hours of the setting, as a decimal, and looking changes nothing', async () => {
    const { leadId, token } = await inviteLead(app, admin)
    app.clock.advance(90 * 60_000)
    const reply = await validate(token)
    assertPrivate(reply)
    const { signature_data, ...rest } = reply.read(LinkValidation)
    assert.deepEqual(rest, { valid: true, message: 'This link works.', expires_in_hours: 70.5 })
    const detail = await findOf(leadId)
    assert.deepEqual(signature_data, {
      ...{ signature_id: detail.id, blockchain_address: null, activated_at: null },
    })
    assert.equal(detail.state, 'sent')
    assert.deepEqual(
      ids.map((step) => detail[step]),
      [null, null, null],
    )
  })

  test('that has expired and one that never was get the very same answers', async () => {
    const { token } = await inviteLead(app, admin)
    app.clock.advance(72 * hours)
    const expired = await validate(token)
    const unknown = await validate(makeToken(''))
    assert.deepEqual(expired.read(LinkValidation), {
      ...{ valid: false, message: 'Invalid activation link', expires_in_hours: 0, signature_data: null },
    })
    assert.equal(expired.text, unknown.text)
    assert.deepEqual(Object.keys(expired.headers).sort(), Object.keys(unknown.headers).sort())
    const refused = await activate(app, token)
    assert.equal(refused.status, 404)
    assert.equal(refused.text, (await activate(app, makeToken(''))).text)
    const { success, message, detail } = refused.problem()
    assert.deepEqual(
      { success, message, detail },
      { success: false, message: 'Invalid activation link', detail: 'Invalid activation link' },
    )
    assert.equal((await app.send(`/api/signature/certificate/${token}`)).status, 404)
    for (const one of [token, makeToken(''), 'x', '%00', 'ñ'.repeat(20)]) {
      const { status, text } = await progress(encodeURI(one), 'opened')
      assert.deepEqual([status, text], [204, ''])
    }
  })

  test('is guessed twenty times, and then not even a good one is answered for a while', async () => {
    const { token } = await inviteLead(app, admin)
    const headers = newClient()
    const guesses = await Promise.all(Array.from({ length: 60 }, () => validate(makeToken(''), headers)))
    const passed = guesses.filter(({ status }) => status === 200)
    assert.ok(passed.length >= 20 && passed.length < 60, `${passed.length} guesses`)
    const refused = await validate(token, headers)
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers['retry-after']) > 0)
    const tried = await app.send(`/api/signature/activate/${token}`, { json: formOf(), headers })
    assert.equal(tried.status, 429)
    assert.equal(tried.problem().success, false)
    assert.equal((await read(token)).valid, true)
  })

  test('ends when its reader gets another address, and opens a certificate for good', async () => {
    const open = await inviteLead(app, admin)
    const used = await activateLead(app, admin)
    for (const [leadId, email] of [
      [open.leadId, 'open@example.org'],
      [used.leadId, 'used@example.org'],
    ] as const) {
      assert.equal((await admin(`/api/leads/${leadId}`, { method: 'PATCH', json: { email } })).status, 200)
      if (leadId === open.leadId) assert.equal((await read(open.token)).valid, true)
      assert.equal((await confirmEmail(app, email)).status, 303)
    }
    assert.equal((await activate(app, open.token)).status, 404)
    assert.equal((await app.send(`/api/signature/certificate/${used.token}`)).status, 200)
    const asked = await app.send('/api/signature/new-link', { json: { email: 'open@example.org' } })
    assert.equal(asked.status, 202)
    const newest = () => readToken(app, open.leadId)
    await until(async () => (await newest()) !== open.token, 'a link for the new address')
    assert.equal((await activate(app, await newest())).status, 200)
  })

  test('of somebody who reads and writes tells how far they are, the first time only', async () => {
    const { leadId, token } = await inviteLead(app, admin)
    await progress(token, 'opened')
    const opened = await findOf(leadId)
    assert.deepEqual([opened.state, opened.opened_at], ['opened', app.clock.now().toISOString()])
    app.clock.advance(1000)
    await progress(token, 'opened')
    await progress(token, 'started')
    const started = await findOf(leadId)
    assert.deepEqual([started.state, started.opened_at], ['started', opened.opened_at])
    assert.equal(started.started_at, app.clock.now().toISOString())
    const unknown = await progress(token, 'activated')
    assert.equal(unknown.status, 422)
  })
})

describe('activating', () => {
  test('gives an address, a signed statement and a certificate that the used link opens for good', async () => {
    const { leadId, token } = await inviteLead(app, admin)
    const reply = await activate(app, token, {
      ...formOf({ fullName: '  فاطمة الزهراء ', phoneNumber: '+34 600 000 000' }),
      linkedinProfile: 'https://www.linkedin.com/in/x',
    })
    assertPrivate(reply)
    const { success, message, signature_data: data } = reply.read(ActivationResult)
    assert.deepEqual([success, message], [true, 'Your signature is active.'])
    assert.match(data.blockchain_address, /^0x[0-9a-fA-F]{40}$/)
    app.clock.advance(2000 * hours)
    admin = await app.signIn()
    const used = await read(token)
    assert.deepEqual(used, {
      ...{ valid: false, message: 'This signature has already been activated.', expires_in_hours: 0 },
      signature_data: data,
    })
    const opened = await app.send(`/api/signature/certificate/${token}`)
    assertPrivate(opened)
    const certificate = opened.read(Certificate)
    assert.deepEqual(
      [certificate.full_name, certificate.network, certificate.signature_id],
      ['فاطمة الزهراء', 'Firmeza ledger', data.signature_id],
    )
    const { statement, statement_signature: signature, public_key: publicKey } = certificate
    assert.equal(isSigned({ statement, signature, publicKey }), true)
    assert.deepEqual(statement, {
      ...{ type: 'activation', certificate: certificate.certificate_id, signature: data.signature_id },
      ...{ address: data.blockchain_address, activated_at: data.activated_at },
      holder: holderHash({ ...certificate, certificate: certificate.certificate_id }),
    })
    const detail = await findOf(leadId)
    assert.deepEqual(
      [detail.state, detail.key_epoch, detail.form?.phoneNumber],
      ['activated', 1, '+34 600 000 000'],
    )
    assert.ok(detail.opened_at && detail.started_at)
    const events = await app.db.select().from(leadEvents).where(eq(leadEvents.leadId, leadId))
    assert.deepEqual(events.map(({ kind }) => kind).sort(), ['signature_activated', 'signature_invited'])
    const sent = await app.db.select().from(mails).where(eq(mails.leadId, leadId))
    const [told] = sent.filter(({ kind }) => kind === 'signature_activated')
    assert.equal(told?.actionUrl, `http://localhost:3000/es/activate-signature/${token}`)
  })

  test('twice is refused, with a sentence for the page', async () => {
    const { token } = await activateLead(app, admin)
    const again = await activate(app, token)
    assert.equal(again.status, 409)
    const { success, message, detail } = again.problem()
    assert.deepEqual([success, message], [false, 'This signature has already been activated.'])
    assert.equal(detail, message)
  })

  test('fifty times at once succeeds once, with one entry in the ledger', async () => {
    const { leadId, token } = await inviteLead(app, admin)
    const other = await createSecondProcess(app)
    const visitor = { client: 'x', language: 'en' as const }
    const form = formOf()
    const ours = Array.from({ length: 25 }, async () => (await activate(app, token)).status)
    const theirs = Array.from({ length: 25 }, () =>
      other.activation.activate(token, form, visitor).then(
        () => 200,
        ({ status }: { status: number }) => status,
      ),
    )
    const statuses = await Promise.all([...ours, ...theirs])
    assert.deepEqual(statuses.sort(), [200, ...Array.from({ length: 49 }, () => 409)])
    assert.ok(other.recorded.length <= 1)
    const events = await app.db.select().from(leadEvents).where(eq(leadEvents.leadId, leadId))
    assert.equal(events.filter(({ kind }) => kind === 'signature_activated').length, 1)
  })

  for (const step of ['noteEvents', 'postMails', 'announce', 'recordInLedger', 'notify'] as const) {
    test(`that dies at ${step} has done nothing, and can be done again`, async () => {
      const { leadId, token } = await inviteLead(app, admin)
      const dying = await createSecondProcess(app, {
        [step]: async () => {
          throw new Error('the process dies')
        },
      })
      const visitor = { client: step, language: 'en' as const }
      await assert.rejects(dying.activation.activate(token, formOf(), visitor), /dies/)
      const [row] = await app.db.select().from(signatures).where(eq(signatures.leadId, leadId))
      assert.deepEqual([row?.activatedAt, row?.address, row?.fullName], [null, null, null])
      const next = await createSecondProcess(app)
      await next.activation.activate(token, formOf(), visitor)
      assert.equal(next.recorded.length, 1)
      const [entry] = next.recorded
      const { ledger_entry } = await findOf(leadId)
      assert.deepEqual([entry?.id, entry?.kind], [ledger_entry, 'activation'])
      assert.doesNotMatch(JSON.stringify(entry), /Ana|Example/)
    })
  }

  test('derives another key for each signature', async () => {
    const addresses = []
    for (let one = 0; one < 3; one++) addresses.push((await activateLead(app, admin)).blockchain_address)
    assert.equal(new Set(addresses).size, 3)
  })

  test('is refused without agreement to the terms', async () => {
    const { token } = await inviteLead(app, admin)
    for (const agreedToTerms of [false, undefined, 'true', 1]) {
      const reply = await activate(app, token, { ...formOf(), agreedToTerms })
      assert.equal(reply.status, 422)
      const { success, message } = reply.problem()
      assert.deepEqual([success, message], [false, 'You must agree to the terms and conditions'])
    }
    assert.equal((await read(token)).valid, true)
  })

  test('is refused with a sentence for each field that is wrong', async () => {
    const { token } = await inviteLead(app, admin)
    const wrong: [string, unknown, RegExp][] = [
      ['fullName', 'Ana\nName: Somebody Else', /characters that cannot be stored/],
      ['fullName', 'Ana \u202egro.elpmaxe', /invisible characters/],
      ['organization', 'A\u2028B', /characters that cannot be stored/],
      ['position', '\u2066x\u2069', /invisible characters/],
      ['fullName', ' ', /required/],
      ['organization', 'x'.repeat(201), /200|long/],
      ['country', 'XX', /required/],
      ['country', null, /required/],
      ['phoneNumber', 'call me', /telephone number/],
      ['linkedinProfile', 'javascript:alert(1)', /https:/],
      ['linkedinProfile', 'linkedin.com/in/x', /https:/],
      ['useCase', '', /required/],
      ['useCase', 'x'.repeat(2001), /long|2,000/],
      ['useCase', 'a\0b', /characters that cannot be stored/],
    ]
    for (const [field, value, sentence] of wrong) {
      const reply = await activate(app, token, { ...formOf(), [field]: value })
      assert.equal(reply.status, 422, field)
      const { success, message, errors = [] } = reply.problem()
      assert.deepEqual([success, message], [false, 'Activation failed'])
      assert.deepEqual(
        errors.map((error) => error.field),
        [field],
      )
      assert.match(errors[0]?.message ?? '', sentence)
    }
    const lines = await activate(app, token, formOf({ useCase: 'One\r\ntwo' }))
    assert.equal(lines.status, 200)
  })

  test('answers in the language of whoever asks', async () => {
    const headers = { ...newClient(), 'accept-language': 'de' }
    assert.equal(
      (await validate(makeToken(''), headers)).read(LinkValidation).message,
      'Ungültiger Aktivierungslink',
    )
  })

  test('says 503 while the master key cannot be read', async () => {
    const { token } = await inviteLead(app, admin)
    const other = await createSecondProcess(app, { secret: 'another secret of the tests only' })
    const visitor = { client: 'y', language: 'en' as const }
    await assert.rejects(other.activation.activate(token, formOf(), visitor), { status: 503 })
    assert.equal((await activate(app, token)).status, 200)
  })
})

test('what is stored of a link does not open it', async () => {
  const { token } = await inviteLead(app, admin)
  const links = await app.db.select().from(signatureLinks)
  assert.ok(links.length > 0)
  for (const { tokenHash } of links) {
    assert.notEqual(tokenHash, token)
    assert.equal((await read(tokenHash)).valid, false)
  }
})
