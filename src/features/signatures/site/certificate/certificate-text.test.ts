import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Certificate } from '#features/signatures/contract.ts'
import {
  type CertificateTexts,
  certificateLines,
  revocationLines,
  writeCertificate,
} from './certificate-text.ts'

const id = '6d1c2a3e-7f0b-4c59-9f3e-2b8a4d1e5c70'
const signatureId = '0b9d5f62-3c1a-4e7d-8a24-91f0c6e3b7d8'
const certificate: Certificate = {
  certificate_id: id,
  signature_id: signatureId,
  blockchain_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  activated_at: '2026-03-01T10:00:00.000Z',
  full_name: 'Nuria Ñíguez',
  organization: 'Cooperativa del Valle',
  position: 'Directora',
  network: 'Firmeza ledger',
  statement: {
    type: 'activation',
    certificate: id,
    signature: signatureId,
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    holder: '',
    activated_at: '2026-03-01T10:00:00.000Z',
  },
  statement_signature: '',
  public_key: '',
  ledger_entry: id,
  revoked_at: null,
  revoke_reason: null,
}
const texts: CertificateTexts = {
  title: 'Firmeza: signature certificate',
  note: 'This is a demo certificate, not a real PDF.',
  labels: {
    certificateId: 'Certificate ID',
    signatureId: 'Signature ID',
    network: 'Network',
    issuedAt: 'Issued at',
    fullName: 'Full name',
    organization: 'Organisation',
    position: 'Position',
    revokedAt: 'Revoked on',
    reason: 'Reason',
  },
}
const write = (changes: Partial<Certificate> = {}) => writeCertificate({ ...certificate, ...changes }, texts)
/** What a reader of lines sees, whatever ends a line for them. */
const linesOf = (text: string) => text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
const usualLines = linesOf(write()).length

test('the file says everything, each fact on a line, and what it is', () => {
  assert.equal(
    write(),
    [
      'Firmeza: signature certificate',
      '',
      `Certificate ID: ${id}`,
      `Signature ID: ${signatureId}`,
      'Network: Firmeza ledger',
      'Issued at: 2026-03-01T10:00:00.000Z',
      'Full name: Nuria Ñíguez',
      'Organisation: Cooperativa del Valle',
      'Position: Directora',
      '',
      'This is a demo certificate, not a real PDF.',
      '',
    ].join('\n'),
  )
})

test('a revoked one says when and why, below the facts that it said before', () => {
  const revoked = { revoked_at: '2026-03-05T08:30:00.000Z', revoke_reason: 'It was made by mistake.' }
  const lines = linesOf(write(revoked))
  const place = lines.indexOf('Position: Directora')
  assert.deepEqual(lines.slice(0, place + 1), linesOf(write()).slice(0, place + 1))
  assert.deepEqual(lines.slice(place + 1, place + 4), [
    'Revoked on: 2026-03-05T08:30:00.000Z',
    'Reason: It was made by mistake.',
    '',
  ])
  assert.doesNotMatch(write({ ...revoked, revoke_reason: null }), /Reason/)
})

test('a reason of several lines, or in Arabic, stays on its line', () => {
  const revoked_at = '2026-03-05T08:30:00.000Z'
  const forged = linesOf(write({ revoked_at, revoke_reason: 'a\nRevoked on: never' }))
  assert.equal(forged.length, usualLines + 2)
  assert.ok(forged.includes('Reason: a Revoked on: never'))
  const arabic = linesOf(write({ revoked_at, revoke_reason: '\u202eصدرت خطأ' }))
  assert.ok(arabic.includes('Reason: \u2068صدرت خطأ\u2069'))
})

test('no value can add a line', () => {
  const ends = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029']
  for (const end of ends) {
    const forged = `Ana${end}Certificate ID: 00000000-0000-0000-0000-000000000000`
    for (const field of ['full_name', 'organization', 'position', 'network'] as const) {
      const lines = linesOf(write({ [field]: forged }))
      assert.equal(lines.length, usualLines, JSON.stringify([field, end]))
      assert.deepEqual(
        lines.filter((line) => line.startsWith('Certificate ID:')),
        [`Certificate ID: ${id}`],
      )
    }
  }
})

test('no value turns round what stands beside it', () => {
  const marks = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff'
  const lines = linesOf(write({ full_name: `${marks}ليلى${marks}`, organization: 'a\u2069b\u202ec' }))
  assert.ok(lines.includes('Full name: \u2068ليلى\u2069'))
  assert.ok(lines.includes('Organisation: abc'))
  for (const rightToLeft of ['שרה', 'ليلى', '𞤀𞤁', 'ﷲ'])
    assert.ok(linesOf(write({ position: rightToLeft })).includes(`Position: \u2068${rightToLeft}\u2069`))
})

test('beside a label in Arabic, ids and times keep their order', () => {
  const arabic = { ...texts, labels: { ...texts.labels, certificateId: 'معرّف الشهادة' } }
  assert.ok(writeCertificate(certificate, arabic).includes(`معرّف الشهادة: \u2068${id}\u2069\n`))
})

test('a name keeps the joiners that scripts of India and Iran need', () => {
  assert.ok(write({ full_name: 'क्‍षमा می‌خواهم' }).includes('क्‍षमा می‌خواهم'))
})

test('a broken character does not break the file', () => {
  assert.ok(write({ full_name: 'Ana \ud83d' }).isWellFormed())
})

test('every line of the file has a label', () => {
  assert.deepEqual(Object.keys(texts.labels), [...certificateLines, ...revocationLines])
})
