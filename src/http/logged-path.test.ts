import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loggedPath } from './logged-path.ts'

test('a path is logged without its query', () => {
  assert.equal(loggedPath('/api/early-adopters?search=ana'), '/api/early-adopters')
  assert.equal(loggedPath('/'), '/')
  assert.equal(loggedPath('/%zz'), '/%zz')
})

test('a token in a path is never logged, however the path is written', () => {
  for (const path of [
    '/preview/s3cret',
    '/preview/s3cret?x=1',
    '/preview/s3cret/card.png',
    '/%70review/s3cret',
    '/preview%2Fs3cret',
    '/PREVIEW/s3cret',
    '/preview/s3cret/nothing/here',
    '/rights/s3cret',
    '/ar/rights/s3cret/erase',
    '/es/rights/email?token=s3cret',
    '/unsubscribe/s3cret',
    '/hi/unsubscribe/s3cret/undo',
  ]) {
    assert.doesNotMatch(loggedPath(path), /s3cret/, path)
  }
  assert.equal(loggedPath('/preview/s3cret/card.png'), '/preview/:token/card.png')
})
