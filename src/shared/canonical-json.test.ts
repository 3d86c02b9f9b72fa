import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalizeJson } from './canonical-json.ts'

test('a JSON value has one canonical form, that of the examples of RFC 8785', () => {
  const value = {
    numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27],
    string: '€$\u000f\nA\'B"\\\\"/',
    literals: [null, true, false],
  }
  assert.equal(
    canonicalizeJson(value),
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  )
  const names = { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7 }
  assert.equal(canonicalizeJson(names), '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}')
})
