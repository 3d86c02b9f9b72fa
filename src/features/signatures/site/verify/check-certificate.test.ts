import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { Certificate, CertificateRecord } from '#features/signatures/contract.ts'
import { writeCertificate } from '#features/signatures/site/certificate/certificate-text.ts'
import { type Language, languages } from '#shared/languages.ts'
import { startTestApp, type TestApp } from '../../../../../test/support/build-app.ts'
import type { Send } from '../../../../../test/support/http-client.ts'
import {
  createCertificateChecks,
  wordsOf,
} from '../../../../../test/support/signatures/certificate-checks.ts'
import { activateLead } from '../../../../../test/support/signatures/signatures.ts'
import type { Source } from './source.ts'
import { CheckError, stepsOf } from './steps.ts'

const flips = 200
const _origin = 'http://localhost:3000'
const siteName = 'Firmeza'
const encode = (text: string) => new Uint8Array(new TextEncoder().encode(text))

let app: TestApp
let admin: Send

interface Sample {
  token: string
  leadId: string
  signatureId: string
  certificate: Certificate
  text: Uint8Array<ArrayBuffer>
  credential: Uint8Array<ArrayBuffer>
  pdf: Uint8Array<ArrayBuffer>
}
let sample: Sample

before(async () => {
  app = await startTestApp()
  admin = await app.signIn()
  sample = await makeSample({ fullName: 'Nuria Ñíguez', organization: 'Cooperativa del Valle' })
})
after(() => app.close())

async function makeSample(form: Record<string, string>, language: Language = 'es'): Promise<Sample> {
  const { token, leadId, signature_id } = await activateLead(app, admin, form)
  const path = `/api/signature/certificate/${token}`
  const certificate = (await app.send(path)).read(Certificate)
  const credential = await app.send(`${path}/credential.json`)
  const pdf = await app.send(`${path}/certificate.pdf?language=${language}`)
  assert.equal(pdf.status, 200)
  return {
    ...{ token, leadId, signatureId: signature_id, certificate },
    text: encode(writeCertificate(certificate, wordsOf(language)(siteName))),
    credential: encode(credential.text),
    pdf: new Uint8Array(pdf.bytes),
  }
}

type Checks = ReturnType<typeof createCertificateChecks>
const createSource: Checks['createSource'] = (...args) => createCertificateChecks(app).createSource(...args)
const check: Checks['check'] = (...args) => createCertificateChecks(app).check(...args)

const endOf = async (...args: Parameters<typeof check>) => {
  const { verdict, stopped } = await check(...args)
  return [verdict, stopped?.name, stopped?.reason]
}

function flip(bytes: Uint8Array<ArrayBuffer>): { changed: Uint8Array<ArrayBuffer>; place: string } {
  const changed = bytes.slice()
  const [at, bit] = [randomInt(bytes.length), randomInt(8)]
  changed[at] = (changed[at] ?? 0) ^ (1 << bit)
  return { changed, place: `bit ${bit} of byte ${at}` }
}

describe('a certificate', () => {
  test('is proven by its id and by each of its files', async () => {
    for (const brought of [
      { id: sample.certificate.certificate_id },
      { file: sample.text },
      { file: sample.credential },
      { file: sample.pdf },
    ]) {
      const { verdict, steps, subject, claims, stopped } = await check(brought)
      assert.equal(verdict, 'proven', JSON.stringify(stopped))
      assert.deepEqual(
        steps.map(({ name }) => name),
        stepsOf(subject),
      )
      assert.equal(claims?.holder.full_name, subject === 'id' ? undefined : 'Nuria Ñíguez')
    }
  })

  test('is proven by its text file in every language and with the line ends of another system', async () => {
    const { certificate } = sample
    for (const language of languages) {
      const text = writeCertificate(certificate, wordsOf(language)(siteName))
      for (const one of [text, text.replaceAll('\n', '\r\n'), `\ufeff${text.trim()}`, `\n ${text}\n`])
        assert.equal((await check({ file: encode(one) })).verdict, 'proven', JSON.stringify(one))
    }
  })

  test('is proven in names of other scripts', async () => {
    for (const [language, fullName] of [
      ['ar', 'ليلى الحداد'],
      ['hi', 'क्षमा शर्मा'],
      ['zh', '欧阳静怡'],
    ] as const) {
      const { text, credential, pdf } = await makeSample({ fullName, organization: 'a: b' }, language)
      for (const file of [text, credential, pdf]) {
        const { verdict, claims } = await check({ file })
        assert.deepEqual([verdict, claims?.holder.full_name], ['proven', fullName])
      }
    }
  })

  test('that was revoked says so in its text file, in every language, and the check too', async () => {
    const { token, signatureId } = await makeSample({ fullName: 'Ada Gil', organization: 'a: b' })
    const reason = { reason: 'Un error: 1' }
    const revoked = await admin(`/api/signatures/${signatureId}/revoke`, { json: reason })
    assert.equal(revoked.status, 200, revoked.text)
    const facts = (await app.send(`/api/signature/certificate/${token}`)).read(Certificate)
    for (const language of languages) {
      const write = (changes: Partial<Certificate>) =>
        check({ file: encode(writeCertificate({ ...facts, ...changes }, wordsOf(language)(siteName))) })
      assert.equal((await write({})).verdict, 'revoked')
      assert.equal((await write({ revoked_at: null })).verdict, 'revoked', 'as it was before')
      assert.equal((await write({ revoke_reason: 'Otro' })).verdict, 'altered')
      assert.equal((await write({ revoked_at: '2026-03-05T08:30:00.000Z' })).verdict, 'altered')
    }
  })

  test('of a site that has had another name since is proven by its text file', async () => {
    const { certificate } = sample
    const network = 'Antigua ledger'
    const text = writeCertificate({ ...certificate, network }, wordsOf('es')('Antigua'))
    assert.equal((await check({ file: encode(text) })).verdict, 'proven')
  })
})

describe('one flipped bit is noticed, and the step that fails is named', () => {
  for (const kind of ['text', 'credential', 'pdf'] as const) {
    test(`in ${kind}`, async () => {
      const source = createSource()
      for (let round = 0; round < flips; round++) {
        const { changed, place } = flip(sample[kind])
        const { verdict, stopped, claims } = await check({ file: changed }, source)
        assert.ok(verdict === 'altered' || verdict === 'unproven', `${place}: ${verdict}`)
        assert.ok(stopped, place)
        assert.equal(stopped.outcome, 'failed', `${place}: ${stopped.name} ${stopped.reason}`)
        assert.equal(claims, undefined, place)
      }
    })
  }

  test('in the record', async () => {
    const id = sample.certificate.certificate_id
    const record = encode((await app.send(`/api/certificates/${id}`)).text)
    for (let round = 0; round < flips; round++) {
      const { changed, place } = flip(record)
      let answer: unknown
      try {
        answer = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(changed))
      } catch {
        // The browser cannot read it either.
        continue
      }
      const { verdict, stopped } = await check({ id }, createSource({ readRecord: async () => answer }))
      const text = new TextDecoder().decode(changed)
      assert.equal(stopped?.outcome, 'failed', `${place}: ${text}`)
      assert.equal(verdict, 'altered', place)
    }
  })
})

describe('each step', () => {
  const record = async () =>
    CertificateRecord.parse(
      JSON.parse((await app.send(`/api/certificates/${sample.certificate.certificate_id}`)).text),
    )
  const withRecord = async (change: (one: CertificateRecord) => unknown) => {
    const one = await record()
    change(one)
    return endOf({ id: one.certificate_id }, createSource({ readRecord: async () => one }))
  }

  test('fails for what it is about', async () => {
    const other = await makeSample({ fullName: 'Ana Ruiz' })
    const one = CertificateRecord.parse(
      JSON.parse((await app.send(`/api/certificates/${other.certificate.certificate_id}`)).text),
    )
    assert.deepEqual(
      await withRecord((own) => Object.assign(own, { statement_signature: one.statement_signature })),
      ['altered', 'signature', 'statement_not_signed'],
    )
    assert.deepEqual(await withRecord((own) => Object.assign(own.ledger ?? {}, { salt: one.ledger?.salt })), [
      'altered',
      'entry',
      'not_committed',
    ])
    assert.deepEqual(await withRecord((own) => Object.assign(own.ledger?.inclusion ?? {}, { hashes: [] })), [
      'altered',
      'inclusion',
      'not_included',
    ])
    assert.deepEqual(await withRecord((own) => Object.assign(own, { ledger: null })), [
      'unproven',
      'entry',
      'not_yet_recorded',
    ])
    assert.deepEqual(
      await endOf(
        { id: sample.certificate.certificate_id },
        createSource({ readLedgerKeys: async () => [] }),
      ),
      ['altered', 'checkpoint', 'unknown_key'],
    )
    assert.deepEqual(await endOf({ file: sample.pdf }, createSource({ readSigners: async () => [] })), [
      'altered',
      'document',
      'pdf_foreign',
    ])
  })

  test('tells the files of two people apart', async () => {
    const text = new TextDecoder().decode(sample.text)
    const renamed = text.replace('Nuria Ñíguez', 'Ana Ruiz')
    assert.deepEqual(await endOf({ file: encode(renamed) }), ['altered', 'holder', 'holder_differs'])
    const redated = text.replace(sample.certificate.activated_at, '2020-01-01T00:00:00.000Z')
    assert.deepEqual(await endOf({ file: encode(redated) }), ['altered', 'record', 'other_record'])
    const unknown = text.replace(sample.certificate.certificate_id, randomUUID())
    assert.deepEqual(await endOf({ file: encode(unknown) }), ['unproven', 'record', 'unknown_certificate'])
    const longer = `${text}\nNombre completo: Ana Ruiz\n`
    assert.deepEqual(await endOf({ file: encode(longer) }), ['altered', 'file', 'other_text'])
  })

  test('refuses what is no certificate, however large or strange', async () => {
    const longer = new Uint8Array([...sample.pdf, 10])
    for (const file of [
      encode(''),
      encode('hello'),
      encode('{'),
      encode('{"type":["SignatureCertificate"]}'),
      encode('%PDF-1.7\n'),
      encode(`{"a":${'['.repeat(100_000)}`),
      encode('\n'.repeat(300_000)),
      new Uint8Array(6 * 1024 * 1024),
      crypto.getRandomValues(new Uint8Array(60_000)),
      longer,
    ]) {
      const { verdict, stopped } = await check({ file })
      assert.ok(verdict === 'altered' || verdict === 'unproven')
      assert.equal(stopped?.outcome, 'failed')
    }
  })

  test('says what could not be done when the site does not answer', async () => {
    const silent = async () => {
      throw new CheckError('impossible', 'unreachable')
    }
    assert.deepEqual(
      await endOf({ id: sample.certificate.certificate_id }, createSource({ readRecord: silent })),
      ['unproven', 'record', 'unreachable'],
    )
  })

  test('is taken without asking anybody where the file brings all along, but for revocation', async () => {
    const { readRecord: _, ...offline } = createSource()
    for (const file of [sample.credential, sample.pdf]) {
      const { steps, verdict } = await check({ file }, offline)
      assert.deepEqual(
        steps.filter(({ outcome }) => outcome !== 'passed').map(({ name, outcome }) => [name, outcome]),
        [
          ['anchor', 'none'],
          ['revocation', 'impossible'],
        ],
      )
      assert.equal(verdict, 'offline')
    }
    assert.deepEqual(await endOf({ file: sample.text }, offline), ['unproven', 'record', 'offline'])
  })
})

test('a revoked certificate is said to be so, and one whose holder was erased is withdrawn', async () => {
  const { leadId, signatureId, certificate, text, credential, pdf } = await makeSample({
    fullName: 'Ana Ruiz',
  })
  await admin(`/api/signatures/${signatureId}/revoke`, { json: { reason: 'By mistake' } })
  const all = [{ id: certificate.certificate_id }, { file: text }, { file: credential }, { file: pdf }]
  for (const brought of all) assert.deepEqual(await endOf(brought), ['revoked', 'revocation', 'revoked'])
  const { readRecord, ...source } = createSource()
  const forgiving: Source = {
    ...source,
    readRecord: async (id) => ({ ...Object(await readRecord?.(id)), revoked_at: null, revoke_reason: null }),
  }
  assert.deepEqual(await endOf({ file: credential }, forgiving), ['revoked', 'revocation', 'revoked'])
  await admin(`/api/leads/${leadId}`, { method: 'DELETE' })
  for (const brought of all) assert.deepEqual(await endOf(brought), ['unproven', 'record', 'withdrawn'])
})
