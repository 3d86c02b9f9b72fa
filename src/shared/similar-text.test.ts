import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSimilar } from './similar-text.ts'

test('a typo in a word does not hide what was meant', () => {
  for (const typed of ['trasparencia', 'tranpsarencia', 'transparenzia', 'transsparencia', 'transpaenci']) {
    assert.ok(isSimilar('Casos: Transparencia institucional', typed), typed)
  }
  assert.ok(isSimilar('Прозрачность', 'прозарчн'))
  assert.ok(isSimilar('الشفافية المؤسسية', 'الشفافيه'))
  assert.ok(isSimilar('पारदर्शिता', 'पारदरशिता'))
  assert.ok(isSimilar('Página de inicio: Comunidad', 'comundad inicio'))
})

test('other words and short ones are not similar', () => {
  assert.ok(!isSimilar('Transparencia', 'comunidad'))
  assert.ok(!isSimilar('Casa', 'cxx'))
  assert.ok(!isSimilar('Misión', 'visión extra'))
  assert.ok(!isSimilar('Transparencia', ''))
  assert.ok(!isSimilar('', 'transparencia'))
})

test('a long query is compared in no time', () => {
  assert.ok(!isSimilar('b'.repeat(200), `${'a'.repeat(200)} `.repeat(5)))
})
