import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** The paths that a document names in backticks, such as `src/app.ts`; patterns with `<` or `*` are left out. */
function pathsIn(document: string): string[] {
  const named = document.matchAll(
    /`((?:src|test|e2e|bench|drills|tools|locales|docs|migrations)\/[^`<*…\s]*)`/g,
  )
  return [...new Set([...named].map(([, path = '']) => path))]
}

describe('the documents for developers', () => {
  for (const document of ['ARCHITECTURE.md', 'CONTRIBUTING.md']) {
    test(`${document} names only files that exist`, () => {
      const paths = pathsIn(read(document))
      assert.ok(paths.length > 3)
      assert.deepEqual(
        paths.filter((path) => !existsSync(new URL(path, root))),
        [],
      )
    })
  }

  test('ARCHITECTURE.md fits on one screen', () => {
    assert.ok(read('ARCHITECTURE.md').split('\n').length <= 90)
  })

  test('no code cites a specification that is not in the repository', () => {
    const files = globSync('{src,bench,drills,tools,e2e}/**/*.{ts,tsx}', { cwd: fileURLToPath(root) })
    assert.ok(files.length > 300)
    assert.deepEqual(
      files.filter((file) => /PRODUCT\.md|DESIGN\.md|\bseed [A-Z]\b/.test(read(file))),
      [],
    )
  })
})
