import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import type { Edits } from './edits.ts'
import { emptyFields } from './edits.ts'
import { createLocalDrafts, createWindowId, windowLifetime } from './local-drafts.ts'

class MemoryStorage {
  readonly #entries = new Map<string, string>()
  get length() {
    return this.#entries.size
  }
  key = (index: number) => [...this.#entries.keys()][index] ?? null
  getItem = (name: string) => this.#entries.get(name) ?? null
  setItem = (name: string, value: string) => void this.#entries.set(name, value)
  removeItem = (name: string) => void this.#entries.delete(name)
  copy() {
    const copy = new MemoryStorage()
    for (const [name, value] of this.#entries) copy.setItem(name, value)
    return copy
  }
}

let shared: MemoryStorage
let now: number
let made: number
beforeEach(() => {
  shared = new MemoryStorage()
  now = 1_000_000
  made = 0
})

const open = (window = new MemoryStorage(), userId = 'u1', page = new Set<string>()) =>
  createLocalDrafts({
    storage: () => shared,
    windowStorage: () => window,
    userId,
    key: 'home-hero',
    open: page,
    now: () => now,
    createId: () => `window-${++made}`,
  })
const editOf = (content: string) => ({
  base: { version: 2, fields: emptyFields },
  fields: { ...emptyFields, content },
})
const edits: Edits = { es: editOf('<p>Mío</p>') }

describe('a local draft', () => {
  test('is restored after a reload of the same window', () => {
    const window = new MemoryStorage()
    const before = open(window)
    before.save(edits)
    before.close()
    const after = open(window)
    assert.equal(after.windowId, before.windowId)
    assert.deepEqual(after.recover(), edits)
    assert.deepEqual(after.recover(), edits)
  })

  test('is restored when React begins to show the editor twice', () => {
    const window = new MemoryStorage()
    const before = open(window)
    before.save(edits)
    before.close()
    const page = new Set<string>()
    assert.deepEqual(open(window, 'u1', page).recover(), edits)
    const shown = open(window, 'u1', page)
    assert.equal(shown.windowId, before.windowId)
    assert.deepEqual(shown.recover(), edits)
    shown.close()
    assert.equal(page.size, 0)
  })

  test('of a closed window is recovered by the next window, once', () => {
    const closed = open()
    closed.save(edits)
    closed.close()
    const next = open()
    assert.deepEqual(next.recover(), edits)
    assert.deepEqual(open().recover(), {})
  })

  test('of an open window stays there; that of a crashed window is recovered', () => {
    const other = open()
    other.save(edits)
    assert.deepEqual(open().recover(), {})
    now += windowLifetime
    assert.deepEqual(open().recover(), edits)
  })

  test('is not shared by a window and its duplicate', () => {
    const window = new MemoryStorage()
    const first = open(window)
    first.save(edits)
    const duplicate = open(window.copy())
    assert.notEqual(duplicate.windowId, first.windowId)
    assert.deepEqual(duplicate.recover(), {})
  })

  test('in two closed windows for the same language is recovered one after the other', () => {
    for (const content of ['<p>A</p>', '<p>B</p>']) {
      const window = open()
      window.save({ es: editOf(content), ar: editOf(content) })
      window.close()
    }
    const first = open()
    assert.deepEqual(first.recover(), { es: editOf('<p>A</p>'), ar: editOf('<p>A</p>') })
    first.save({})
    assert.deepEqual(open().recover(), { es: editOf('<p>B</p>'), ar: editOf('<p>B</p>') })
  })

  test('is deleted once it is saved, and not visible to another user', () => {
    const mine = open()
    mine.save(edits)
    mine.close()
    assert.deepEqual(open(undefined, 'u2').recover(), {})
    const again = open()
    again.recover()
    again.save({})
    again.close()
    assert.equal(shared.length, 0)
  })

  test('ignores invalid stored data and works without storage', () => {
    shared.setItem('unsaved:u1:home-hero:x', '{"edits": 5}')
    shared.setItem('unsaved:u1:home-hero:y', 'nothing')
    assert.deepEqual(open().recover(), {})
    const refuse = (): never => {
      throw new DOMException('no storage')
    }
    const drafts = createLocalDrafts({
      storage: refuse,
      windowStorage: refuse,
      userId: 'u1',
      key: 'home-hero',
      open: new Set(),
      now: () => now,
      createId: () => 'made',
    })
    assert.deepEqual(drafts.recover(), {})
    drafts.save(edits)
    drafts.close()
    assert.equal(drafts.windowId, 'made')
  })

  test('has a window id that the server accepts', () => {
    assert.ok(z.uuid().safeParse(createWindowId()).success)
    assert.notEqual(createWindowId(), createWindowId())
  })
})
