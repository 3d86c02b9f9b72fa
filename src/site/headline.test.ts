import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseHeadlineSize } from './headline.ts'

test('short built-in lines have the largest size', () => {
  assert.equal(chooseHeadlineSize(['Pruebas,', 'no monedas.']), 'giant')
  assert.equal(chooseHeadlineSize(['要证据，', '不要币。']), 'giant')
})

test('long words get a size at which they fit', () => {
  assert.equal(chooseHeadlineSize(['Доказательства,', 'а не монеты.']), 'large')
  assert.equal(chooseHeadlineSize(['Beweise', 'statt Münzen.']), 'huge')
  assert.equal(chooseHeadlineSize(['Donaudampfschifffahrtsgesellschaft']), 'small')
})

test('a long headline of the team is smaller instead of filling the screen', () => {
  assert.equal(chooseHeadlineSize(['Hecho para durar']), 'giant')
  assert.equal(chooseHeadlineSize(['Una prueba vale porque otra persona la puede repetir mañana']), 'small')
})
