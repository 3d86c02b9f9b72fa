import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicPath } from './public-path.ts'

test('each text is read on the page it feeds, in its own language', () => {
  assert.equal(publicPath('home-hero', 'es'), '/es/')
  assert.equal(publicPath('about-team', 'ar'), '/ar/about')
  assert.equal(publicPath('use-cases-identity', 'zh'), '/zh/use-cases/identity')
})
