import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proposeTags, readTagField, writeTagField } from './tag-field.ts'

const known = ['Feria de Madrid', 'Prensa', 'Prensa local', 'صحافة']

test('what stands before a separator is a name, what follows the last one is being typed', () => {
  assert.deepEqual(readTagField('', known), { names: [], typed: '' })
  assert.deepEqual(readTagField('fer', known), { names: [], typed: 'fer' })
  assert.deepEqual(readTagField('Nueva, صحافة، fer ia ', known), {
    names: ['Nueva', 'صحافة'],
    typed: 'fer ia ',
  })
  assert.deepEqual(readTagField('Nueva,', known), { names: ['Nueva'], typed: '' })
  assert.deepEqual(readTagField(', ,', known), { names: [], typed: '' })
})

test('a name is there once, as the known tag is written', () => {
  assert.deepEqual(readTagField('PRENSA, prénsa, otra, Otra, ', known).names, ['Prensa', 'otra'])
})

test('what is written is read again', () => {
  for (const field of [
    { names: [], typed: '' },
    { names: ['Prensa'], typed: '' },
    { names: ['Prensa', 'Nueva'], typed: 'fer' },
  ])
    assert.deepEqual(readTagField(writeTagField(field), known), field)
  assert.equal(writeTagField({ names: [], typed: '' }), '')
})

test('known tags are proposed for the name that is typed, whatever stands before it', () => {
  const field = { names: ['Prensa'], typed: 'prén' }
  assert.deepEqual(proposeTags(field, known), { proposals: ['Prensa local'], isNew: true })
  assert.deepEqual(proposeTags({ names: ['Prensa'], typed: '' }, known), {
    proposals: ['Feria de Madrid', 'Prensa local', 'صحافة'],
    isNew: false,
  })
  assert.equal(proposeTags({ names: [], typed: 'prensa ' }, known).isNew, false)
  assert.equal(proposeTags({ names: ['Otra'], typed: 'otra' }, known).isNew, false)
})
