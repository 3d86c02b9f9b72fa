import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDrafts, type Draft, draftOf } from './draft.ts'

const draft: Draft = {
  fullName: 'ليلى الحداد',
  organization: 'Cooperativa del Valle',
  position: '',
  country: 'ES',
  phoneNumber: '',
  linkedinProfile: '',
  useCase: 'Two\nlines',
}

function createStorage() {
  const stored = new Map<string, string>()
  return {
    stored,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
}

test('what was typed is found again for the same link only', () => {
  const storage = createStorage()
  createDrafts(() => storage, 'one').write(draft)
  assert.deepEqual(createDrafts(() => storage, 'one').find(), draft)
  assert.equal(createDrafts(() => storage, 'two').find(), undefined)
  assert.deepEqual([...storage.stored.keys()], ['activation:one'])
})

test('the agreement is not remembered', () => {
  assert.deepEqual(draftOf({ ...draft, agreedToTerms: true }), draft)
})

test('a link that expires leaves what was typed to a newer one', () => {
  const storage = createStorage()
  const first = createDrafts(() => storage, 'one')
  assert.equal(first.leave(), false, 'nothing was typed')
  first.write(draft)
  assert.equal(first.leave(), true)
  const second = createDrafts(() => storage, 'two')
  assert.equal(second.find(), undefined)
  assert.deepEqual(second.findLeft(), draft)
  second.write(draft)
  second.forget()
  assert.equal(storage.stored.size, 0)
})

test('an empty form leaves nothing', () => {
  const storage = createStorage()
  const drafts = createDrafts(() => storage, 'one')
  drafts.write({ ...draft, fullName: '', organization: '', country: '', useCase: '' })
  assert.equal(drafts.find(), undefined)
  assert.equal(drafts.leave(), false)
})

test('what is stored may be anything', () => {
  const storage = createStorage()
  for (const value of ['', '{', 'null', '3', '[]', '{"fullName":{}}', '{"__proto__":{"fullName":"x"}}']) {
    storage.stored.set('activation:one', value)
    assert.equal(createDrafts(() => storage, 'one').find(), undefined, value)
  }
})

test('a browser without storage, or with a full one, remembers nothing and goes on', () => {
  const blocked = createDrafts(() => {
    throw new DOMException('denied', 'SecurityError')
  }, 'one')
  blocked.write(draft)
  assert.equal(blocked.find(), undefined)
  assert.equal(blocked.leave(), false)
  blocked.forget()
  const full = {
    ...createStorage(),
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  createDrafts(() => full, 'one').write(draft)
})
