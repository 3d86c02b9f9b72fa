import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nestStyle } from './nest-style.ts'

test('rules for the document apply to the element of the selector', () => {
  assert.equal(
    nestStyle(
      '.a',
      'html{b:c}/* body{} */body{d:e}.f body-g{h:i}:root{--j:k}@media (l){html{m:n}}h2,body{o:p}',
    ),
    '.a{&{b:c}&{d:e}.f body-g{h:i}&{--j:k}@media (l){&{m:n}}h2,&{o:p}}',
  )
})
