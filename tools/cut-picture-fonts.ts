// Cuts the faces of the share pictures: one weight each, but every letter of its script, since the team writes titles.
// Run it by hand after changing what follows; the results in src/features/seo/pictures/fonts/ are kept in the
// repository. Three of the sources are needed for nothing else, and the Chinese one weighs 68 MB, so first:
//   npm install --no-save @expo-google-fonts/noto-serif-sc@0.4.3 \
//     @fontsource-variable/noto-naskh-arabic@5.3.0 @fontsource-variable/noto-serif-devanagari@5.3.0
import { readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'

const newsreaderDisplay = { wght: 320, opsz: 72 }
const sourceSerifDisplay = { wght: 360, opsz: 60 }
const newsreader = (part: string) =>
  `@fontsource-variable/newsreader/files/newsreader-${part}-standard-normal.woff2`
const sourceSerif = (part: string) =>
  `@fontsource-variable/source-serif-4/files/source-serif-4-${part}-opsz-normal.woff2`

const cuts = [
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
]

for (const { name, from, axes, text, features } of cuts) {
  const source = readFileSync(new URL(import.meta.resolve(from)))
  const cut = await subsetFont(source, text ?? '', {
    targetFormat: 'woff2',
    noHinting: true,
    ...(text === undefined && { keepAllGlyphs: true }),
    ...(axes && { variationAxes: axes }),
    ...(features && { keepFeatures: features }),
  })
  writeFileSync(new URL(`../src/features/seo/pictures/fonts/${name}.woff2`, import.meta.url), cut)
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
