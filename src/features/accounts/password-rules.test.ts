import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createPasswordCheck, type PasswordRefusal } from './password-rules.ts'
import { estimateHere } from './password-strength.ts'

const check = createPasswordCheck(() => 'Firmeza', estimateHere)
const owner = { username: 'jefa', name: 'María José Núñez', email: 'mjose.nunez@example.org' }

const refused: [password: string, code: PasswordRefusal][] = [
  ['password', 'password_common'],
  ['PassWord', 'password_common'],
  ['12345678', 'password_common'],
  ['qwertyuiop', 'password_common'],
  ['Password2026!', 'password_common'],
  ['1qaz2wsx', 'password_common'],
  ['zzzzzzzzzzzzzz', 'password_common'],
  ['ｐａｓｓｗｏｒｄ', 'password_common'],
  ['firmeza1', 'password_personal'],
  ['FIRMEZA-2026', 'password_personal'],
  ['FirmezaFirmeza', 'password_personal'],
  ['Jefa2026', 'password_personal'],
  ['maria jose nunez', 'password_personal'],
  ['MaríaJoséNúñez1', 'password_personal'],
  ['nunez.maria', 'password_personal'],
  ['mjose.nunez@example.org', 'password_personal'],
  ['firmezajefa!', 'password_personal'],
  ['long enough', 'password_weak'],
  ['kX9#vQ2m', 'password_weak'],
  ['jefa casa', 'password_weak'],
  ['corto y ya', 'password_weak'],
  ['一句不长的话', 'password_weak'],
]
const accepted = [
  'correct horse battery',
  'long enough!',
  'kX9#vQ2mLw4',
  'firmeza is our product',
  'jefa 7391 8825 1130',
  'a\npassword\nb',
  '# in lower case',
  'Copyright (c) 2021',
  'пароль у нас длинный',
  '一句比较长的话比较好记住它',
]

describe('a new password', () => {
  for (const [password, code] of refused) {
    test(`cannot be ${password}`, async () => assert.equal(await check(password, owner), code))
  }
  for (const password of accepted) {
    test(`can be ${JSON.stringify(password)}`, async () =>
      assert.equal(await check(password, owner), undefined))
  }

  test('of somebody with hardly any name is only held to the list', async () => {
    const nobody = { username: 'a', name: '', email: null }
    assert.equal(await check('a 12345 6789', nobody), undefined)
    assert.equal(await check('12345678', nobody), 'password_common')
  })

  test('is checked fast, however long it is', async () => {
    const start = process.cpuUsage()
    for (const part of ['a', '1', ' ', 'firmeza', '́', '🎉'])
      await check(part.repeat(1000 / part.length), owner)
    assert.ok(process.cpuUsage(start).user < 500_000)
  })
})
