import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isEmailAddress } from './email-address.ts'

const domain = `${'d'.repeat(63)}.${'e'.repeat(63)}.${'f'.repeat(61)}`

describe('an e-mail address', () => {
  for (const address of [
    'ana@example.org',
    'a@b.co',
    'ANA.maria+list@Sub.Example.org',
    "o'hara_!#$%&*/=?^`{|}~-@example.org",
    `${'l'.repeat(64)}@example.org`,
    `${'l'.repeat(64)}@${domain}`,
    'ana@xn--mnchen-3ya.de',
  ]) {
    test(`can be ${address.slice(0, 40)}`, () => assert.ok(isEmailAddress(address)))
  }

  for (const [name, address] of [
    ['nothing', ''],
    ['a name', 'ana'],
    ['without a domain', 'ana@'],
    ['without a local part', '@example.org'],
    ['a dot in front', '.ana@example.org'],
    ['a dot before the @', 'ana.@example.org'],
    ['two dots in a row', 'ana..maria@example.org'],
    ['a local part of 65 characters', `${'l'.repeat(65)}@example.org`],
    ['255 characters', `${'l'.repeat(64)}@f${domain}`],
    ['a domain without a dot', 'ana@localhost'],
    ['a domain with two dots in a row', 'ana@example..org'],
    ['a hyphen at the end of a label', 'ana@example-.org'],
    ['a label of 64 characters', `ana@${'d'.repeat(64)}.org`],
    ['two addresses', 'ana@example.org,eva@example.org'],
    ['two at signs', 'ana@eva@example.org'],
    ['a line break', 'ana@example.org\nBcc: x@example.org'],
    ['a line break at the end', 'ana@example.org\n'],
    ['a space', 'ana maria@example.org'],
    ['quoted', '"ana"@example.org'],
    ['letters that are not ASCII', 'añá@example.org'],
  ] as const) {
    test(`cannot be ${name}`, () => assert.ok(!isEmailAddress(address)))
  }

  test('is checked fast, whatever it contains', () => {
    const start = process.cpuUsage()
    for (const part of ['.', 'a.', '-', 'a-', '@', 'a@a.']) isEmailAddress(part.repeat(50_000))
    for (const part of ['.', 'a.', '-', 'a-', 'a@a.']) isEmailAddress(`${part.repeat(60).slice(0, 240)}!@`)
    assert.ok(process.cpuUsage(start).user < 200_000)
  })
})
