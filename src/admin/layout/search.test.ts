import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SearchItem } from '#admin/kit/search.ts'
import { foldText, matchesQuery } from '#shared/fold-text.ts'
import { asksForSearch, findItems, findSimilarItems, moveActive } from './search.ts'

const screens = { name: 'screens', label: 'Pantallas' }
const settings = { name: 'settings', label: 'Ajustes' }
const items: SearchItem[] = [
  { id: '2', group: screens, label: 'Contenido', to: '/2' },
  { id: '4', group: screens, label: 'Early adopters', to: '/4' },
  { id: '1', group: settings, label: 'Correo: Comunidad', detail: 'General', to: '/1' },
  { id: '3', group: settings, label: 'Título', detail: 'Buscadores', terms: 'metaTitle', to: '/3' },
]
const ids = (query: string) => findItems(items, query).map(({ id }) => id)

test('case and accents do not matter', () => {
  assert.equal(foldText('  MISIÓN '), 'mision')
  assert.ok(matchesQuery('Misión', 'mision'))
  assert.ok(matchesQuery('Página de inicio: Comunidad', 'comu pág'))
  assert.ok(!matchesQuery('Misión', 'visión'))
})

test('an item is found by its label or what else is said of it, screens first', () => {
  assert.deepEqual(ids('metatitle'), ['3'])
  assert.deepEqual(ids('buscadores'), ['3'])
  assert.deepEqual(ids('co'), ['2', '1'])
  assert.deepEqual(ids('nothing of the kind'), [])
})

test('a query with a typo finds what it may mean', () => {
  assert.deepEqual(ids('comundad'), [])
  assert.deepEqual(
    findSimilarItems(items, 'comundad').map(({ id }) => id),
    ['1'],
  )
  assert.deepEqual(
    findSimilarItems(items, 'contendio').map(({ id }) => id),
    ['2'],
  )
})

test('an empty query offers the screens', () => {
  assert.deepEqual(ids('  '), ['2', '4'])
})

test('no group floods the list', () => {
  const many = Array.from({ length: 40 }, (_, id) => ({ ...items[2], id: String(id) }) as SearchItem)
  assert.equal(findItems(many, 'comunidad').length, 6)
})

test('arrows go round', () => {
  assert.equal(moveActive(-1, 'ArrowDown', 3), 0)
  assert.equal(moveActive(2, 'ArrowDown', 3), 0)
  assert.equal(moveActive(-1, 'ArrowUp', 3), 2)
  assert.equal(moveActive(0, 'ArrowUp', 3), 2)
  assert.equal(moveActive(1, 'ArrowDown', 0), -1)
})

test('Ctrl+K and ⌘K ask for the search anywhere, / only where nothing is typed', () => {
  const press = {
    key: 'k',
    ctrlKey: true,
    metaKey: false,
    altKey: false,
    defaultPrevented: false,
    isTyping: true,
  }
  assert.ok(asksForSearch(press))
  assert.ok(asksForSearch({ ...press, ctrlKey: false, metaKey: true, key: 'K' }))
  assert.ok(!asksForSearch({ ...press, defaultPrevented: true }))
  assert.ok(!asksForSearch({ ...press, ctrlKey: false }))
  assert.ok(asksForSearch({ ...press, ctrlKey: false, key: '/', isTyping: false }))
  assert.ok(!asksForSearch({ ...press, ctrlKey: false, key: '/' }))
})
