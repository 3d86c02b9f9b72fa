import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeCookie, findCookie } from './cookies.ts'

test('a cookie is found by its whole name', () => {
  assert.equal(findCookie('xlang=fr; lang=ar; theme=dark', 'lang'), 'ar')
  assert.equal(findCookie('theme=dark', 'lang'), undefined)
  assert.equal(findCookie('', 'lang'), undefined)
})

test('a value may hold equals signs', () => {
  assert.equal(findCookie('a=b=c', 'a'), 'b=c')
})

test('a choice is stored for a year for the whole site', () => {
  assert.equal(describeCookie('lang', 'ar', false), 'lang=ar; Path=/; Max-Age=31536000; SameSite=Lax')
  assert.match(describeCookie('lang', 'ar', true), /; Secure$/)
})
