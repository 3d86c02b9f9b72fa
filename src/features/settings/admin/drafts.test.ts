import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SettingField } from '#admin/kit/settings.ts'
import { settingFields as translationFields } from '#features/content/admin/settings.ts'
import type { Setting } from '#features/settings/contract.ts'
import {
  acknowledge,
  type Drafts,
  draftedValue,
  edit,
  errorsOf,
  findFirstError,
  isLost,
  isOvertaken,
  isOwnValue,
  keptSecret,
  listChanges,
  listUnsavedLanguages,
  type ShownSetting,
  settle,
  tidy,
} from './drafts.ts'
import { settingFields as ownFields } from './settings.ts'

function show(key: string, values: Partial<Setting>): ShownSetting {
  const field = [...ownFields, ...translationFields].find((one): one is SettingField => one.key === key)
  assert.ok(field, key)
  return {
    field,
    setting: {
      ...{ key, value: '', default: '', source: 'default', variable: null, version: 0 },
      ...{ changed_at: null, ends_at: null, is_dangerous: false },
      ...{ is_secret: false, is_set: false, is_unreadable: false, belongs_to: null },
      ...values,
    },
  }
}

const name = show('siteName', { value: 'Acme', default: 'Firmeza', source: 'stored', version: 3 })
const tagline = show('siteTagline', { value: { es: 'Hola' }, default: {}, source: 'stored', version: 1 })
const mailbox = show('contactEmail', { value: 'contact@a.example', default: 'contact@a.example' })
const origins = show('corsOrigins', { value: [], default: [] })

const changesOf = (shown: ShownSetting, drafts: Drafts) =>
  listChanges([shown], drafts).map(({ change }) => change)

test('what is typed is a change until it is what is saved again', () => {
  const typed = edit({}, name, 'Otra')
  assert.deepEqual(changesOf(name, typed), [{ key: 'siteName', value: 'Otra', version: 3 }])
  assert.deepEqual(changesOf(name, edit(typed, name, 'Acme')), [])
})

test('the default is sent as null, however it was reached', () => {
  assert.deepEqual(changesOf(name, edit({}, name, 'Firmeza')), [{ key: 'siteName', value: null, version: 3 }])
  assert.deepEqual(changesOf(name, edit({}, name, null)), [{ key: 'siteName', value: null, version: 3 }])
  assert.deepEqual(changesOf(tagline, edit({}, tagline, { es: ' ' })), [
    { key: 'siteTagline', value: null, version: 1 },
  ])
  assert.equal(isOwnValue(name, {}), true)
  assert.equal(isOwnValue(name, edit({}, name, null)), false)
})

test('a mailbox is empty while it is the default, and emptying it goes back', () => {
  assert.equal(draftedValue(mailbox, {}), null)
  assert.deepEqual(changesOf(mailbox, edit({}, mailbox, '')), [])
  assert.equal(draftedValue(mailbox, edit({}, mailbox, 'contact@a.example')), 'contact@a.example')
})

test('rows that were left empty are neither changes nor sent', () => {
  assert.deepEqual(changesOf(origins, edit({}, origins, [''])), [])
  const typed = edit({}, origins, ['', 'https://a.example'])
  assert.deepEqual(draftedValue(origins, tidy(typed, [origins])), ['https://a.example'])
})

test('what the environment fixes cannot be changed', () => {
  const fixed = { ...name, setting: { ...name.setting, source: 'environment' as const } }
  assert.deepEqual(changesOf(fixed, edit({}, name, 'Otra')), [])
})

test("somebody else's change is noticed; the old version is sent until it has been told", () => {
  const typed = edit({}, name, 'Otra')
  const newer = { ...name, setting: { ...name.setting, value: 'Suya', version: 4 } }
  assert.equal(isOvertaken(name, typed), false)
  assert.equal(isOvertaken(newer, typed), true)
  assert.equal(changesOf(newer, typed)[0]?.version, 3)
  const told = acknowledge(typed, [newer.setting])
  assert.equal(changesOf(newer, told)[0]?.version, 4)
  assert.equal(isOvertaken(newer, told), true)
  assert.equal(draftedValue(newer, told), 'Otra')
})

test('what was typed while it was saved stays', () => {
  const sent = edit(edit({}, name, 'Otra'), tagline, { es: 'Adiós' })
  const now = edit(sent, name, 'Otra más')
  assert.deepEqual(Object.keys(settle(now, sent)), ['siteName'])
})

test('the languages with unsaved texts are those that differ', () => {
  const drafts = edit(edit({}, tagline, { es: 'Hola', de: 'Tag' }), name, 'Otra')
  assert.deepEqual(listUnsavedLanguages([tagline], drafts), ['de'])
})

test('errors find their fields, and the first of them its language', () => {
  const errors = { 'siteTagline.de': 'Zu lang', 'siteNameX.0': 'x', 'corsOrigins.2': 'y' }
  assert.deepEqual(errorsOf('siteTagline', errors), { de: 'Zu lang' })
  assert.deepEqual(errorsOf('siteName', errors), {})
  assert.deepEqual(errorsOf('siteName', { siteName: 'Falta' }), { '': 'Falta' })
  assert.deepEqual(findFirstError([name, tagline, origins], errors), { key: 'siteTagline', language: 'de' })
  assert.equal(findFirstError([name], errors), undefined)
})

test('a secret stays as it is until another is typed, or it is removed', () => {
  const stored = { is_secret: true, is_set: true, source: 'stored', value: null, default: null } as const
  const secret = show('translateKey', { ...stored, belongs_to: 'translateUrl', version: 1 })
  const address = show('translateUrl', { value: 'https://a.example', source: 'stored', version: 1 })
  const changeOf = (one: ShownSetting, typed: string | boolean | null) =>
    listChanges([one], edit({}, one, typed)).map(({ change }) => change.value)
  assert.equal(draftedValue(secret, {}), keptSecret)
  assert.deepEqual(changeOf(secret, ' '), [])
  assert.deepEqual(changeOf(secret, keptSecret), [])
  assert.deepEqual(changeOf(secret, null), [null])
  assert.deepEqual(changeOf(secret, 'sk-1'), ['sk-1'])
  const unset = show('translateKey', { ...stored, is_set: false, source: 'default' })
  assert.deepEqual(changeOf(unset, ''), [])
  const unreadable = show('translateKey', {
    ...stored,
    is_set: false,
    source: 'default',
    is_unreadable: true,
  })
  assert.deepEqual(changeOf(unreadable, null), [null])

  const both = [address, secret]
  const moved = edit({}, address, 'https://b.example')
  assert.ok(isLost(secret, listChanges(both, moved)))
  assert.ok(!isLost(secret, listChanges(both, edit(moved, secret, 'sk-1'))))
  assert.ok(!isLost(secret, listChanges(both, edit({}, address, 'https://a.example'))))
  assert.ok(!isLost(unset, listChanges([address, unset], moved)))
})
