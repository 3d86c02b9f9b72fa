import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Translate } from '#site/contract.ts'
import { listOtherParts } from './other-parts.ts'

const texts: Record<string, string> = { 'rights:parts.signature.values.state.revoked': 'Revocada' }
const t: Translate = (key, variables) => texts[key] ?? String(variables?.defaultValue ?? key)

function describe(signature: object) {
  const [part] = listOtherParts({ signature: [signature] }, { language: 'es', facts: { timeZone: 'UTC' }, t })
  assert.ok(part && typeof part[1] === 'object' && 'items' in part[1])
  const [item] = part[1].items
  assert.ok(typeof item === 'object' && 'facts' in item)
  return item.facts.map(([, value]) => value)
}

test('the codes in the data of other features are named', () => {
  assert.deepEqual(describe({ state: 'revoked', country: 'UK', language: 'ar' }), [
    'Revocada',
    'Reino Unido',
    'árabe',
  ])
})

test('what a person wrote stays as it is', () => {
  const written = { full_name: 'state', organization: 'ES', position: 'a.b:c {{d}}', country: 'Narnia' }
  assert.deepEqual(describe(written), Object.values(written))
})
