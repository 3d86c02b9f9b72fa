import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { AdminScreen } from '#admin/kit/screen.ts'

const modules: { screens: readonly AdminScreen[] }[] = await Promise.all(
  globSync('src/features/*/admin/screens.ts').map((file) => import(pathToFileURL(file).href)),
)
const screens = modules.flatMap((module) => module.screens)

describe('the screens of the admin', () => {
  test('are in the menu or found by the search box, unless their address needs a name', () => {
    const lost = screens.filter(({ path, menu, found }) => !path.includes(':') && !menu && !found)
    assert.deepEqual(lost, [])
    assert.ok(screens.length > 20)
  })

  test('have one place each in their group of the menu', () => {
    const places = screens.flatMap(({ menu }) => (menu ? [`${menu.group} ${menu.order}`] : []))
    assert.equal(new Set(places).size, places.length)
  })
})
