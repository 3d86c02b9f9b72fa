import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Language } from '#shared/languages.ts'
import { createPublishedTexts } from './published-texts.ts'

function setUp() {
  const state = { reads: 0, isCurrent: true, fails: false }
  let change = () => {}
  const publishedTexts = createPublishedTexts({
    store: {
      async listPublished(_language: Language) {
        state.reads++
        if (state.fails) throw new Error('the database is away')
        return []
      },
    },
    revision: {
      isCurrent: () => state.isCurrent,
      onChange(listener) {
        change = listener
      },
    },
  })
  return { state, publishedTexts, changeRevision: () => change() }
}

describe('the published texts', () => {
  test('are read once per language and revision', async () => {
    const { state, publishedTexts, changeRevision } = setUp()
    await Promise.all([publishedTexts('es'), publishedTexts('es'), publishedTexts('en')])
    assert.equal(state.reads, 2)
    changeRevision()
    await publishedTexts('es')
    await publishedTexts('es')
    assert.equal(state.reads, 3)
  })

  test('are read anew while the process may have missed a change', async () => {
    const { state, publishedTexts } = setUp()
    await publishedTexts('es')
    state.isCurrent = false
    await publishedTexts('es')
    await publishedTexts('es')
    assert.equal(state.reads, 3)
  })

  test('are read again after a failure', async () => {
    const { state, publishedTexts } = setUp()
    state.fails = true
    await assert.rejects(publishedTexts('es'))
    state.fails = false
    assert.deepEqual(await publishedTexts('es'), {})
  })
})
