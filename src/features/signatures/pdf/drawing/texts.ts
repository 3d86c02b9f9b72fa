import { readFileSync } from 'node:fs'
import type { Language } from '#shared/languages.ts'

/** A sentence of `locales/<code>/certificate.json` by its key, with named variables. */
export type Translate = (key: string, variables?: Record<string, string>) => string

type Texts = { [key: string]: string | Texts }

const loaded = new Map<Language, Texts>()

/** The sentences of a certificate in a language: this process loads no others, and no library for them. */
export function openTexts(language: Language): Translate {
  let texts = loaded.get(language)
  if (!texts) {
    const file = new URL(`../../../../../locales/${language}/certificate.json`, import.meta.url)
    texts = JSON.parse(readFileSync(file, 'utf8')) as Texts
    loaded.set(language, texts)
  }
  const all = texts
  return (key, variables = {}) => {
    const steps = key.split('.')
    const found = steps.reduce<string | Texts>(
      (at, step) => (typeof at === 'string' ? at : (at[step] ?? '')),
      all,
    )
    if (typeof found !== 'string' || found === '') throw new Error(`There is no text ${key}`)
    return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => variables[name] ?? '')
  }
}
