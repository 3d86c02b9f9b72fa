import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMailLinks, type LinkPurpose } from './links.ts'

const links = createMailLinks({ current: 'a secret of this installation', earlier: [] })
const mailId = '0192f3a4-5b6c-7d8e-9f01-23456789abcd'
const purposes: LinkPurpose[] = ['unsubscribe', 'open', 'click', 'bounce', 'stop']

test('a token is valid for its own purpose only', () => {
  for (const purpose of purposes) {
    const token = links.signLink(purpose, mailId, 7)
    assert.match(token, /^[\w-]+$/)
    for (const other of purposes) {
      assert.deepEqual(links.readLink(other, token), other === purpose ? { mailId, index: 7 } : undefined)
    }
  }
})

test('a token that was changed, cut or signed with another secret is refused', () => {
  const token = links.signLink('click', mailId, 255)
  for (let at = 0; at < token.length; at++) {
    const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
    assert.equal(links.readLink('click', changed), undefined)
  }
  const hostile = ['', ' ', token.slice(1), `${token}A`, `${token}=`, `${token}\n`, '💥', 'A'.repeat(100_000)]
  for (const text of hostile) assert.equal(links.readLink('click', text), undefined)
  assert.equal(
    createMailLinks({ current: 'another secret', earlier: [] }).readLink('click', token),
    undefined,
  )
})

test('a token that an earlier secret has signed is valid, and signed so no more', () => {
  const token = links.signLink('click', mailId, 7)
  const renewed = createMailLinks({ current: 'another secret', earlier: ['a secret of this installation'] })
  assert.deepEqual(renewed.readLink('click', token), { mailId, index: 7 })
  assert.equal(renewed.readLink('open', token), undefined)
  assert.equal(links.readLink('click', renewed.signLink('click', mailId, 7)), undefined)
})

test('a token in an address is read in any case and fits before the @', () => {
  for (const purpose of ['bounce', 'stop'] as const) {
    const token = links.signLink(purpose, mailId)
    assert.equal(links.readLink(purpose, token.toUpperCase())?.mailId, mailId)
    assert.ok(`${purpose}+${token}`.length <= 64)
  }
})
