// Cuts the faces of what the server draws, share pictures and certificates: one weight each, but every letter of its script,
// since people write what is drawn. Run it by hand after changing what follows; the results in src/ui/fonts/ are kept in the
// repository. `node tools/cut-picture-fonts.ts thai` cuts only those whose name holds that word.
// Most of the sources are needed for nothing else, and the Chinese and the Korean one weigh 68 MB each, so first:
//   npm install --no-save @expo-google-fonts/noto-serif-sc@0.4.3 @expo-google-fonts/noto-serif-kr@0.4.3 \
//     @fontsource-variable/noto-naskh-arabic@5.3.0 @fontsource/noto-serif-myanmar@5.3.0 \
//     @fontsource/noto-sans-symbols-2@5.3.0 @expo-google-fonts/amiri@0.4.1 \
//     $(for s in devanagari hebrew armenian georgian thai bengali gurmukhi gujarati tamil telugu kannada malayalam sinhala \
//       khmer lao ethiopic tibetan; do echo @fontsource-variable/noto-serif-$s@5.3.0; done)
import { readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'
import { renameReserved } from './fonts/reserved-names.ts'

interface Cut {
  name: string
  from: string
  axes?: Record<string, number>
  /** Only these letters; without it all. */
  text?: string
  features?: string[]
}

const newsreaderDisplay = { wght: 320, opsz: 72 }
const sourceSerifDisplay = { wght: 360, opsz: 60 }
// For what is smaller than 14 points in print.
const newsreaderText = { wght: 400, opsz: 9 }
const sourceSerifText = { wght: 400, opsz: 9 }
const newsreader = (part: string) =>
  `@fontsource-variable/newsreader/files/newsreader-${part}-standard-normal.woff2`
const sourceSerif = (part: string) =>
  `@fontsource-variable/source-serif-4/files/source-serif-4-${part}-opsz-normal.woff2`

const otherScripts = [
  ...[
    'hebrew',
    'armenian',
    'georgian',
    'thai',
    'bengali',
    'gurmukhi',
    'gujarati',
    'tamil',
    'telugu',
    'kannada',
  ],
  ...['malayalam', 'sinhala', 'khmer', 'lao', 'ethiopic', 'tibetan'],
]
const arabicFeatures = [
  ...[
    'ccmp',
    'locl',
    'isol',
    'init',
    'medi',
    'fina',
    'rlig',
    'calt',
    'liga',
    'kern',
    'mark',
    'mkmk',
    'curs',
    'rclt',
  ],
  'rtlm',
]

const cuts: Cut[] = [
  { name: 'newsreader-latin', from: newsreader('latin'), axes: newsreaderDisplay },
  { name: 'newsreader-latin-ext', from: newsreader('latin-ext'), axes: newsreaderDisplay },
  { name: 'newsreader-vietnamese', from: newsreader('vietnamese'), axes: newsreaderDisplay },
  { name: 'source-serif-cyrillic', from: sourceSerif('cyrillic'), axes: sourceSerifDisplay },
  { name: 'source-serif-cyrillic-ext', from: sourceSerif('cyrillic-ext'), axes: sourceSerifDisplay },
  { name: 'source-serif-greek', from: sourceSerif('greek'), axes: sourceSerifDisplay },
  {
    name: 'noto-naskh-arabic',
    from: '@fontsource-variable/noto-naskh-arabic/files/noto-naskh-arabic-arabic-wght-normal.woff2',
    axes: { wght: 400 },
  },
  {
    name: 'noto-serif-devanagari',
    from: '@fontsource-variable/noto-serif-devanagari/files/noto-serif-devanagari-devanagari-wght-normal.woff2',
    axes: { wght: 350 },
  },
  {
    name: 'noto-serif-sc',
    from: '@expo-google-fonts/noto-serif-sc/400Regular/NotoSerifSC_400Regular.ttf',
    text: listGbk(),
    features: ['kern', 'locl', 'ccmp', 'mark'],
  },
  ...['latin', 'latin-ext', 'vietnamese'].map((part) => ({
    ...{ name: `newsreader-text-${part}`, from: newsreader(part), axes: newsreaderText },
  })),
  ...['cyrillic', 'cyrillic-ext', 'greek'].map((part) => ({
    ...{ name: `source-serif-text-${part}`, from: sourceSerif(part), axes: sourceSerifText },
  })),
  // The languages that the product does not speak, but people write their names in.
  ...otherScripts.map((script) => ({
    name: `noto-serif-${script}`,
    from: `@fontsource-variable/noto-serif-${script}/files/noto-serif-${script}-${script}-wght-normal.woff2`,
    axes: { wght: 400 },
  })),
  {
    name: 'noto-serif-myanmar',
    from: '@fontsource/noto-serif-myanmar/files/noto-serif-myanmar-myanmar-400-normal.woff2',
  },
  {
    name: 'noto-serif-kr',
    from: '@expo-google-fonts/noto-serif-kr/400Regular/NotoSerifKR_400Regular.ttf',
    text: listHangul(),
    features: ['kern', 'locl', 'ccmp', 'mark'],
  },
  // Noto's Arabic letters are drawn in parts, from which no reader of a PDF puts the words together again.
  {
    name: 'amiri',
    from: '@expo-google-fonts/amiri/400Regular/Amiri_400Regular.ttf',
    text: listArabic(),
    features: arabicFeatures,
  },
  {
    name: 'noto-sans-symbols',
    from: '@fontsource/noto-sans-symbols-2/files/noto-sans-symbols-2-symbols-400-normal.woff2',
  },
]

const [, , wanted = ''] = process.argv
for (const { name, from, axes, text, features } of cuts.filter((cut) => cut.name.includes(wanted))) {
  const source = readFileSync(new URL(import.meta.resolve(from)))
  const subset = await subsetFont(source, text ?? '', {
    targetFormat: 'woff2',
    noHinting: true,
    ...(text === undefined && { keepAllGlyphs: true }),
    ...(axes && { variationAxes: axes }),
    ...(features && { keepFeatures: features }),
  })
  const cut = await renameReserved(name, subset)
  writeFileSync(new URL(`../src/ui/fonts/${name}.woff2`, import.meta.url), cut)
  console.log(`${name}: ${cut.length} bytes`)
}

/** Every character of GBK, which is what Chinese is typed with: 21,000 ideographs and their punctuation. */
function listGbk(): string {
  const decoder = new TextDecoder('gbk')
  let all = ''
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const character = decoder.decode(new Uint8Array([lead, trail]))
      if (/^[^\ufffd\p{Private_Use}]$/u.test(character)) all += character
    }
  }
  return all
}

/** Every syllable of Korean, and the letters that it writes alone. */
function listHangul(): string {
  const list = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index))
  return [...list(0x3131, 0x318e), ...list(0xac00, 0xd7a3)].join('')
}

/** Every letter of Arabic script in the first plane, with the marks that stand between its words. */
function listArabic(): string {
  const all = Array.from({ length: 0xfffe }, (_, code) => String.fromCharCode(code))
  const letters = all.filter((letter) => /\p{Script_Extensions=Arabic}/u.test(letter))
  return `${letters.join('')} \u00a0.,:;!?()[]{}«»‹›“”‘’'"-–—…/&\u200c\u200d`
}
