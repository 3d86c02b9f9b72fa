import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { languages, sourceLanguage } from '#shared/languages.ts'

type Texts = ReadonlyMap<string, string>

const root = new URL('../locales/', import.meta.url)
const namespaces = namespacesOf(sourceLanguage)
const source = textsOf(sourceLanguage)
const english = textsOf('en')
const plural = /^(.+)_(zero|one|two|few|many|other)$/
/** The keys that i18next chooses a form of, by a number. */
const counted = new Set(
  [...source.keys()].filter((key) => key.endsWith('_other')).map((key) => key.slice(0, -6)),
)

test('the catalogues are those of the ten languages', () => {
  assert.deepEqual(readdirSync(root).sort(), [...languages].sort())
  assert.ok(source.size > 100, `only ${source.size} texts were read`)
})

test('the sign-in and the admin behind it have no key in common, since the admin reads both as one', () => {
  const first = (namespace: string) =>
    new Set([...source.keys()].flatMap((key) => key.match(`^${namespace}:([^.]+)`)?.[1] ?? []))
  const signIn = first('sign-in')
  assert.ok(signIn.size > 0)
  assert.deepEqual(
    [...first('admin')].filter((key) => signIn.has(key)),
    [],
  )
})

for (const language of languages) {
  describe(`the catalogues of ${language}`, () => {
    const texts = textsOf(language)

    test('have every text, and no other', () => {
      assert.deepEqual(namespacesOf(language), namespaces)
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
      const wanted = [...source.keys()].flatMap((key) => {
        const stem = stemOf(key)
        return stem === undefined ? [key] : forms.map((form) => `${stem}_${form}`)
      })
      const missing = [...new Set(wanted)].filter((key) => !texts.has(key))
      const unknown = [...texts.keys()].filter((key) => !wanted.includes(key))
      assert.deepEqual({ missing, unknown }, { missing: [], unknown: [] })
    })

    test('leave no text empty', () => {
      assert.deepEqual(
        [...texts].filter(([, text]) => text.trim() === '').map(([key]) => key),
        [],
      )
    })

    test('use the same variables', () => {
      const faults = [...texts].flatMap(([key, text]) => {
        const wanted = wantedVariables(key)
        const used = variablesOf(text)
        // «one» and «two» may be written out.
        if (/_(zero|one|two)$/.test(key) && stemOf(key) && wanted.has('count')) used.add('count')
        const fits = wanted.size === used.size && [...wanted].every((name) => used.has(name))
        return fits ? [] : [`${key}: ${[...used].join(', ')} instead of ${[...wanted].join(', ')}`]
      })
      assert.deepEqual(faults, [])
    })

    if (language === 'en') return
    test('leave no sentence in English', () => {
      const isSentence = (text: string) => text.split(/\s+/).length > 3
      assert.deepEqual(
        [...texts].filter(([key, text]) => isSentence(text) && english.get(key) === text).map(([key]) => key),
        [],
      )
    })
  })
}

/** The key without its plural form; undefined when it has none. */
function stemOf(key: string): string | undefined {
  const stem = key.match(plural)?.[1]
  return stem !== undefined && counted.has(stem) ? stem : undefined
}

function wantedVariables(key: string): Set<string> {
  const stem = stemOf(key)
  return variablesOf(source.get(stem === undefined ? key : `${stem}_other`) ?? '')
}

function variablesOf(text: string): Set<string> {
  return new Set([...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(([, name = '']) => name))
}

function namespacesOf(language: string): string[] {
  return readdirSync(new URL(`${language}/`, root)).sort()
}

function textsOf(language: string): Texts {
  return new Map(
    namespacesOf(language).flatMap((name) => {
      const content: unknown = JSON.parse(readFileSync(new URL(`${language}/${name}`, root), 'utf8'))
      return flatten(content, `${name.replace(/\.json$/, '')}:`)
    }),
  )
}

function flatten(value: unknown, key: string): [string, string][] {
  if (typeof value === 'string') return [[key, value]]
  assert.ok(value !== null && typeof value === 'object' && !Array.isArray(value), `${key} is no text`)
  const separator = key.endsWith(':') ? '' : '.'
  return Object.entries(value).flatMap(([name, part]) => flatten(part, `${key}${separator}${name}`))
}
