import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { allowScript, createHtmlPolicy } from './trusted-types.ts'

afterEach(() => {
  globalThis.trustedTypes = undefined
})

test('a browser without Trusted Types takes the text itself', () => {
  const trust = createHtmlPolicy('inert-html', (html) => html.toUpperCase())
  assert.equal(trust('<b>a</b>'), '<B>A</B>')
})

test('another browser gets the result of its policy of that name', () => {
  const names: string[] = []
  globalThis.trustedTypes = {
    createPolicy(name, { createHTML, createScriptURL }) {
      names.push(name)
      return {
        createHTML: (html) => `trusted ${createHTML?.(html)}`,
        createScriptURL: (address) => `trusted ${createScriptURL?.(address)}`,
      }
    },
  }
  const trust = createHtmlPolicy('mail-frame', (html) => html.toUpperCase())
  assert.equal(trust('<b>a</b>'), 'trusted <B>A</B>')
  assert.equal(allowScript('pdf-worker', '/a.js'), 'trusted /a.js')
  assert.deepEqual(names, ['mail-frame', 'pdf-worker'])
})

test('a script of our own is loaded without Trusted Types, too', () => {
  assert.equal(allowScript('pdf-worker', '/a.js'), '/a.js')
})
