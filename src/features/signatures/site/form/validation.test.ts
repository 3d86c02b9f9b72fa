import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Activation } from '#features/signatures/contract.ts'
import type { TypedActivation } from '#features/signatures/page/contract.ts'
import { refusedFields } from '#http/problem-details.ts'
import { findRefusedFields, readValues } from './validation.ts'

const good: TypedActivation = {
  fullName: 'Nuria Ñíguez',
  organization: 'Cooperativa del Valle',
  position: 'Directora',
  country: 'ES',
  phoneNumber: '',
  linkedinProfile: '',
  useCase: 'Signing delivery notes',
  agreedToTerms: true,
}

function findRefusedByServer(values: TypedActivation): Record<string, string> {
  const read = Activation.safeParse(values)
  const refused = read.success ? [] : refusedFields(read.error.issues)
  return Object.fromEntries(refused.map(({ field, code }) => [field, code]))
}

const names = [
  '',
  '   ',
  '\u200b',
  'x'.repeat(200),
  'x'.repeat(201),
  'Ana\nRuiz',
  'Ana\u2028',
  'Ana 🎉',
  'a\u202eb',
  'A\u0000',
  '\ud800',
  'ليلى',
  'No. 1 ©',
  '1️⃣',
]
const tries: Partial<TypedActivation>[] = [
  {},
  ...(['fullName', 'organization', 'position'] as const).flatMap((field) =>
    names.map((name) => ({ [field]: name })),
  ),
  { country: '' },
  ...['+34 600 000 000', '(91) 555-01.02/3', '123', 'call me', '0'.repeat(41), '+', ' 600 ', '٠١٢٣'].map(
    (phoneNumber) => ({ phoneNumber }),
  ),
  ...[
    'https://www.linkedin.com/in/nuria',
    'linkedin.com/in/nuria',
    'javascript:alert(1)',
    'http://x',
    `https://x/${'y'.repeat(300)}`,
    ' https://x/ ',
    'ftp://x',
  ].map((linkedinProfile) => ({ linkedinProfile })),
  ...['', ' \n ', 'a\r\nb', 'x'.repeat(2000), 'x'.repeat(2001), 'a\u0007', `${'\r\n'.repeat(10)}x`].map(
    (useCase) => ({ useCase }),
  ),
  { agreedToTerms: false },
  { fullName: '', organization: '', position: '', country: '', useCase: '', agreedToTerms: false },
]

test('the browser refuses what the server refuses, for the same reasons', () => {
  for (const changes of tries) {
    const values = { ...good, ...changes }
    assert.deepEqual(findRefusedFields(values), findRefusedByServer(values), JSON.stringify(changes))
  }
})

test('what controls hold is read, whatever is missing', () => {
  assert.deepEqual(Object.keys(readValues(new FormData())), Object.keys(good))
  const data = new FormData()
  data.set('fullName', 'Ana')
  data.set('agreedToTerms', 'yes')
  assert.equal(readValues(data).fullName, 'Ana')
  assert.equal(readValues(data).agreedToTerms, true)
})
