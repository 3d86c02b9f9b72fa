import assert from 'node:assert/strict'
import { test } from 'node:test'
import { framedMail } from './mail-document.ts'

const html =
  '<html><head><style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){.a{color:red}}</style></head></html>'

test('a mail in a frame is in the chosen mode, whatever the system setting', () => {
  const dark = framedMail(html, { nonce: 'n1', theme: 'dark' })
  assert.match(dark, /@media all\{/)
  assert.match(dark, /color-scheme:dark/)
  const light = framedMail(html, { nonce: 'n1', theme: 'light' })
  assert.match(light, /@media not all\{/)
  assert.doesNotMatch(light + dark, /prefers-color-scheme/)
})

test('its styles are allowed and its links open outside it', () => {
  const framed = framedMail(html, { nonce: 'n1', theme: 'light' })
  assert.match(framed, /<style nonce="n1">/)
  assert.match(framed, /<base target="_blank">/)
})

test('the styles of its elements become rules, which a nonce can allow', () => {
  const body = '<p style="color:red;font-family:&quot;A&quot;">style="x"</p><img alt="" style="width:1px"/>'
  const framed = framedMail(`<html><head></head><body>${body}</body></html>`, { nonce: 'n1', theme: 'light' })
  assert.match(framed, /<p data-style="0">style="x"<\/p><img alt="" data-style="1"\/>/)
  assert.match(
    framed,
    /<style nonce="n1">:is\(#style,\[data-style="0"\]\)\{color:red;font-family:"A"\}:is\(#style,\[data-style="1"\]\)\{width:1px\}<\/style><\/head>/,
  )
})
