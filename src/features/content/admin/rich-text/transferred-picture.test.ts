import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTransferredPicture } from './transferred-picture.ts'

const picture = new File(['x'], 'a.png', { type: 'image/png' })
const listOf = (...files: File[]) => Object.assign(files, { item: (at: number) => files[at] ?? null })
const carry = (html: string, ...files: File[]) =>
  findTransferredPicture({ files: listOf(...files), getData: () => html })

test('a pasted picture counts only if there is no text', () => {
  assert.equal(carry('', picture), picture)
  assert.equal(
    carry('<html><body><!--StartFragment--><img src="https://x.example/a.png"></body></html>', picture),
    picture,
  )
  assert.equal(carry('<style>p{}</style><p>From Word</p>', picture), undefined)
  assert.equal(carry('', new File(['x'], 'a.txt', { type: 'text/plain' })), undefined)
  assert.equal(carry(''), undefined)
  assert.equal(findTransferredPicture(null), undefined)
})
