import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readChoice } from './choice.ts'
import { keepPreferences, removeTagCookies, stillCounts, writeChoice } from './record.ts'

const now = new Date('2026-11-21T10:00:00.900Z')
const cookieOf = (written: string) => `lang=es; ${written.split(';')[0]}; theme=dark`

describe('a choice', () => {
  test('is read as it was written: what, when, and on which text', () => {
    for (const choice of [[], ['analytics'], ['preferences'], ['analytics', 'preferences']] as const) {
      const written = writeChoice(choice, '1', now)
      assert.deepEqual(readChoice(cookieOf(written), '1'), choice)
      assert.ok(written.startsWith(`consent=1.${Date.parse('2026-11-21T10:00:00Z') / 1000}`), written)
      assert.match(written, /;max-age=31536000;path=\/;SameSite=Lax$/)
      assert.equal(
        stillCounts(cookieOf(written)),
        choice.some((category) => category === 'analytics'),
      )
    }
  })

  test('is undefined before an answer and when the version has changed', () => {
    assert.equal(readChoice('', '1'), undefined)
    assert.equal(readChoice('lang=es; xconsent=1.2.analytics', '1'), undefined)
    assert.equal(readChoice(cookieOf(writeChoice(['analytics'], '1', now)), '2'), undefined)
  })

  test('contains known categories only, whatever the cookie contains', () => {
    assert.deepEqual(readChoice('consent=1.2.advertising.preferences.preferences', '1'), ['preferences'])
    for (const cookie of ['consent', 'consent=', 'consent=1', 'consent=....', 'consent=%'])
      assert.ok([undefined, ''].includes(readChoice(cookie, '1')?.join()), cookie)
  })
})

test('language and theme are stored for a year or for the session, and no other cookie is changed', () => {
  const cookies = 'lang=es; consent=1.2; theme=dark; _ga=GA1.1'
  assert.deepEqual(keepPreferences(cookies, false), [
    'lang=es;path=/;SameSite=Lax',
    'theme=dark;path=/;SameSite=Lax',
  ])
  assert.deepEqual(keepPreferences(cookies, true), [
    'lang=es;max-age=31536000;path=/;SameSite=Lax',
    'theme=dark;max-age=31536000;path=/;SameSite=Lax',
  ])
  assert.deepEqual(keepPreferences('', true), [])
})

test('the cookies of the tag are deleted on every domain they may have been set on, and only they', () => {
  const removed = removeTagCookies(
    'lang=es; _ga=GA1.1.2; _ga_ABC=GS1; _gather=x; consent=1.2',
    'www.firmeza.example',
  )
  assert.deepEqual(removed, [
    '_ga=;max-age=0;path=/',
    '_ga=;max-age=0;path=/;domain=www.firmeza.example',
    '_ga=;max-age=0;path=/;domain=firmeza.example',
    '_ga=;max-age=0;path=/;domain=example',
    '_ga_ABC=;max-age=0;path=/',
    '_ga_ABC=;max-age=0;path=/;domain=www.firmeza.example',
    '_ga_ABC=;max-age=0;path=/;domain=firmeza.example',
    '_ga_ABC=;max-age=0;path=/;domain=example',
  ])
})
