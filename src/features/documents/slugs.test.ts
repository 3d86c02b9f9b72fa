import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slugOf } from './slugs.ts'

test('addresses have plain letters only', () => {
  assert.equal(slugOf('Guía rápida: ¿qué es?'), 'guia-rapida-que-es')
  assert.equal(slugOf('Straße Łódź'), 'strasse-lodz')
  assert.equal(slugOf('دليل الهوية'), '')
  assert.equal(slugOf('身份 Guide 2'), 'guide-2')
  assert.equal(slugOf('-- a --'), 'a')
})
