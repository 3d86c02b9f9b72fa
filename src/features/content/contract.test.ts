import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { draftOf } from '../../../test/support/factories.ts'
import { ContentDraft, contentKeys } from './contract.ts'
import { countGraphemes } from './model.ts'

function fieldsOf(value: unknown): Record<string, string> {
  const result = ContentDraft.safeParse(value)
  if (result.success) return {}
  return Object.fromEntries(result.error.issues.map(({ path, message }) => [path.join('.'), message]))
}

describe('a draft', () => {
  test('is of one of eleven keys', () => {
    assert.equal(contentKeys.length, 11)
    for (const key of contentKeys) assert.deepEqual(fieldsOf(draftOf({ key })), {})
    for (const key of ['home', 'HOME-HERO', '__proto__', '', null, 1]) {
      assert.deepEqual(fieldsOf({ ...draftOf(), key }), { key: 'content_key_unknown' })
    }
  })

  test('has a version from 1', () => {
    for (const version of [0, -1, 1.5, '1', null, undefined, 2_000_000_001, Number.NaN, 1e300]) {
      assert.deepEqual(fieldsOf({ ...draftOf(), version }), { version: 'version_invalid' }, String(version))
    }
  })

  test('has search-engine texts of 60 and 160 characters as people count them', () => {
    const family = '👩‍👩‍👧‍👦'
    assert.equal(countGraphemes(family), 1)
    assert.equal(countGraphemes('e\u0301'), 1)
    assert.equal(countGraphemes('नमस्ते'), 3)
    for (const letter of ['a', 'é', 'e\u0301', '中', family]) {
      assert.deepEqual(
        fieldsOf(draftOf({ seo_title: letter.repeat(60), seo_description: letter.repeat(40) })),
        {},
        letter,
      )
      assert.deepEqual(fieldsOf(draftOf({ seo_title: letter.repeat(61) })), { seo_title: 'too_long' }, letter)
    }
    assert.deepEqual(fieldsOf(draftOf({ seo_description: 'é'.repeat(160) })), {})
    assert.deepEqual(fieldsOf(draftOf({ seo_description: 'é'.repeat(161) })), { seo_description: 'too_long' })
  })

  test('needs no search-engine texts, and is a draft unless it says otherwise', () => {
    const { key, language, content, version } = draftOf()
    const draft = ContentDraft.parse({ key, language, content, version })
    assert.deepEqual(
      [draft.published, draft.seo_title, draft.seo_description, draft.seo_keywords],
      [false, '', '', ''],
    )
  })

  test('is refused field by field', () => {
    assert.deepEqual(fieldsOf({}), {
      key: 'content_key_unknown',
      language: 'language_unknown',
      content: 'required',
      version: 'version_invalid',
    })
    assert.deepEqual(
      fieldsOf({
        ...draftOf(),
        content: 'a\0b',
        published: 'yes',
        seo_title: 'a\u0007',
        seo_keywords: 'x'.repeat(501),
      }),
      {
        content: 'control_characters',
        published: 'invalid',
        seo_title: 'control_characters',
        seo_keywords: 'too_long',
      },
    )
    assert.deepEqual(fieldsOf({ ...draftOf(), content: 'x'.repeat(200_001) }), { content: 'too_long' })
  })
})
