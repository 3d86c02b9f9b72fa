import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminHome, loginPath, safeReturnPath } from './safe-return-path.ts'

const origin = 'https://firmeza.example'

test('paths of the admin are returned unchanged', () => {
  for (const path of [
    '/admin',
    '/admin/content',
    '/admin/content/home-hero?language=ar',
    '/admin/early-adopters?search=a%20b&page=2#top',
    '/admin/early-adopters?search=//evil.example',
  ]) {
    assert.equal(safeReturnPath(path, origin), path)
  }
})

test('any other path is replaced by the start of the admin', () => {
  for (const path of [
    null,
    undefined,
    '',
    'admin',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/admin\u0000',
    '/admin\\..\\..\\evil',
    'https://evil.example/admin',
    'https:evil.example',
    '//firmeza.example@evil.example/admin',
    'javascript:alert(1)',
    'data:text/html,x',
    '/admin/..//evil.example',
    '/admin/../../evil',
    '/admin/%2e%2e//evil.example',
    '/administrator',
    '/login?next=/login',
    '/es/',
    '/api/auth/me',
  ]) {
    assert.equal(safeReturnPath(path, origin), adminHome, String(path))
  }
})

test('the safe path restores the path in the sign-in address', () => {
  const path = '/admin/content/home-hero?language=ar&x=1#a'
  const next = new URL(loginPath(path), origin).searchParams.get('next')
  assert.equal(safeReturnPath(next, origin), path)
  assert.equal(loginPath('/admin'), '/login')
})
