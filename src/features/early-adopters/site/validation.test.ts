import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registration } from '#features/early-adopters/contract.ts'
import { type FormValues, findRefusedFields, listEditedFields, readFormValues } from './validation.ts'

const valid: FormValues = {
  segment: 'developer',
  name: 'Ada',
  company: '',
  email: 'ada@example.org',
  interests: ['identity'],
  message: '',
  consent: true,
}

const odd = [
  '',
  '   ',
  'x'.repeat(200),
  'x'.repeat(201),
  'a\nb',
  'a\tb',
  'nul\u0000',
  '\u0085',
  'line\u2028',
  'emoji 🙂',
  'flag 🇪🇸',
  'keycap 1\u20e3',
  'mark\u202e',
  '\ufeffbom',
  'lone \ud800',
  'R2-D2 © #1',
  'José Ñandú',
  '李雷',
  'محمد',
  'O’Neill-Smith, Jr.',
]
const addresses = [
  '',
  ' ada@example.org ',
  'ada@example',
  'ada',
  '@example.org',
  'ada@@example.org',
  'ada@-example.org',
  'ada@example-.org',
  'ada@exa_mple.org',
  "o'neill+tag@sub.example.org",
  'ñandú@example.org',
  'ada@example.org\u0000',
  'a b@example.org',
  `${'a'.repeat(243)}@example.org`,
  `${'a'.repeat(242)}@example.org`,
  `ada@${'a'.repeat(64)}.org`,
  `ada@${'a'.repeat(63)}.org`,
  'ADA@EXAMPLE.ORG',
  'ada_b@example.org',
  '.ada@example.org',
  'ada.@example.org',
  'ada..b@example.org',
  `${'a'.repeat(64)}@example.org`,
  `${'a'.repeat(65)}@example.org`,
]

test('the form refuses exactly what the server refuses, with the same code', () => {
  const cases: FormValues[] = [
    valid,
    ...odd.flatMap((text) => [
      { ...valid, name: text },
      { ...valid, company: text },
      { ...valid, message: text },
      { ...valid, message: text.repeat(11) },
    ]),
    ...addresses.map((email) => ({ ...valid, email })),
    { ...valid, message: 'x\r\n'.repeat(1000) },
    { ...valid, message: 'x\n'.repeat(1001) },
    { ...valid, segment: '' },
    { ...valid, segment: 'other' },
    { ...valid, consent: false },
    { ...valid, name: '', email: '', segment: '', consent: false },
  ]
  for (const values of cases) {
    const read = Registration.safeParse(values)
    const expected: Record<string, string> = {}
    for (const { path, message } of read.error?.issues ?? []) expected[String(path[0])] ??= message
    assert.deepEqual(findRefusedFields(values), expected, JSON.stringify(values).slice(0, 200))
  }
})

test('the values of controls are read; missing ones are empty', () => {
  const data = new FormData()
  assert.deepEqual(readFormValues(data), {
    segment: '',
    name: '',
    company: '',
    email: '',
    interests: [],
    message: '',
    consent: false,
  })
  data.append('interests', 'identity')
  data.append('interests', 'industrial')
  data.append('consent', 'yes')
  assert.deepEqual(readFormValues(data).interests, ['identity', 'industrial'])
  assert.equal(readFormValues(data).consent, true)
})

test('tells which fields were edited', () => {
  const before = {
    name: 'Ana',
    email: 'ana',
    segment: 'developer',
    interests: ['identity'],
    consent: false,
  } as const
  const now = {
    name: 'Ana',
    company: '',
    email: 'ana@example.org',
    segment: 'developer',
    interests: ['identity'],
    message: '',
    consent: true,
  }
  assert.deepEqual(listEditedFields({ ...before, interests: ['identity'] }, now), ['email', 'consent'])
})
