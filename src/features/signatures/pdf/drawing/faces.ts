/// <reference path="../../../../shared/fonts/wawoff2.d.ts" />
import { readFileSync } from 'node:fs'
import { decompress } from 'wawoff2'
import { readCoverage, renameFamily } from '#shared/fonts/sfnt.ts'

/** A font as the typesetter takes it. */
export interface Face {
  /** Its family, which no font of the system has. */
  family: string
  font: Buffer
  covers: ReadonlySet<number>
}

const latin = ['latin', 'latin-ext', 'vietnamese']
const cyrillicAndGreek = ['cyrillic', 'cyrillic-ext', 'greek']
/** What large lines are set in, the first that has a letter. */
const displayNames = [
  ...latin.map((part) => `newsreader-${part}`),
  ...cyrillicAndGreek.map((part) => `source-serif-${part}`),
]
const textNames = [
  ...latin.map((part) => `newsreader-text-${part}`),
  ...cyrillicAndGreek.map((part) => `source-serif-text-${part}`),
]
/** The faces of one script each, loaded when a text has a letter of it. */
const scripts: [name: string, letters: RegExp][] = [
  // It also has the punctuation of Hebrew: brackets are only turned round right by a face that has them.
  ['amiri', /[\p{Script_Extensions=Arabic}\p{Script=Hebrew}]/u],
  ['noto-serif-devanagari', /\p{Script_Extensions=Devanagari}/u],
  ['noto-serif-hebrew', /\p{Script=Hebrew}/u],
  ['noto-serif-armenian', /\p{Script=Armenian}/u],
  ['noto-serif-georgian', /\p{Script=Georgian}/u],
  ['noto-serif-thai', /\p{Script=Thai}/u],
  ['noto-serif-bengali', /\p{Script=Bengali}/u],
  ['noto-serif-gurmukhi', /\p{Script=Gurmukhi}/u],
  ['noto-serif-gujarati', /\p{Script=Gujarati}/u],
  ['noto-serif-tamil', /\p{Script=Tamil}/u],
  ['noto-serif-telugu', /\p{Script=Telugu}/u],
  ['noto-serif-kannada', /\p{Script=Kannada}/u],
  ['noto-serif-malayalam', /\p{Script=Malayalam}/u],
  ['noto-serif-sinhala', /\p{Script=Sinhala}/u],
  ['noto-serif-khmer', /\p{Script=Khmer}/u],
  ['noto-serif-lao', /\p{Script=Lao}/u],
  ['noto-serif-ethiopic', /\p{Script=Ethiopic}/u],
  ['noto-serif-tibetan', /\p{Script=Tibetan}/u],
  ['noto-serif-myanmar', /\p{Script=Myanmar}/u],
  ['noto-serif-kr', /\p{Script=Hangul}/u],
  // Full-width punctuation is of no script.
  ['noto-serif-sc', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u],
]
/** What is tried for all other letters, in this order. */
const lastNames = ['noto-sans-symbols', 'noto-serif-sc']

const loaded = new Map<string, Face>()

async function load(name: string): Promise<Face> {
  const known = loaded.get(name)
  if (known) return known
  const file = readFileSync(new URL(`../../../../ui/fonts/${name}.woff2`, import.meta.url))
  const family = `Certificate ${name}`
  // What is returned lies in the decoder's memory, which the next font takes.
  const font = renameFamily(Buffer.from(await decompress(file)), family)
  const face = { family, font, covers: readCoverage(font) }
  loaded.set(name, face)
  return face
}

async function loadAll(names: string[]): Promise<Face[]> {
  const faces: Face[] = []
  for (const name of names) faces.push(await load(name))
  return faces
}

/** The faces for a page, in order of preference. */
export interface Faces {
  display: Face[]
  text: Face[]
}

/**
 * Loads the faces that a page with these texts needs; the large ones are only loaded for texts that need them. One call at a
 * time.
 */
export async function loadFaces(texts: string): Promise<Faces> {
  const display = await loadAll(displayNames)
  const text = await loadAll(textNames)
  const others = await loadAll(scripts.filter(([, letters]) => letters.test(texts)).map(([name]) => name))
  for (const name of lastNames) {
    if (!isMissing(texts, [...display, ...others])) break
    const last = await load(name)
    if (!others.includes(last)) others.push(last)
  }
  return { display: [...display, ...others], text: [...text, ...others] }
}

// Joiners and variation selectors are drawn as nothing, and needed for the form of the letters beside them.
const invisible = /\s|\u200c|\u200d|\p{Variation_Selector}/u

const isMissing = (texts: string, faces: Face[]) => replaceMissing(texts, faces, '') !== texts

/**
 * The text with a substitute for each letter that no face has: an archive file may have no empty glyphs. The full text is
 * in the data that are attached to it.
 */
export function replaceMissing(text: string, faces: Face[], substitute = '□'): string {
  const isDrawn = (letter: string) =>
    invisible.test(letter) || faces.some(({ covers }) => covers.has(letter.codePointAt(0) ?? 0))
  return Array.from(text, (letter) => (isDrawn(letter) ? letter : substitute)).join('')
}
