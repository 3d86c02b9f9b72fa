// Cuts the site's display faces out of the fonts' own packages: one weight, one optical size, only the letters in use.
// Run it by hand after changing what follows; the results in src/site/fonts/ are kept in the repository.
import { readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'
import { renameReserved } from './fonts/reserved-names.ts'

const digits = '0123456789'
const punctuation = ' .,:;!?¡¿\'"’‘“”„«»‹›…–—-()[]/&%+·→×\u00a0\u202f'
const basicLatin = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
// Every accented letter of English, Spanish, French, German, Italian and Portuguese.
const accentedLatin = 'ÁÀÂÃÄÇÉÈÊËÍÌÎÏÑÓÒÔÕÖŒÚÙÛÜáàâãäçéèêëíìîïñóòôõöœúùûüßªº'
const cyrillic = 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя№'

const newsreader = '@fontsource-variable/newsreader/files/newsreader-latin-standard-normal.woff2'
const newsreaderDisplay = { wght: 320, opsz: 72 }
const sourceSerif = (script: string) =>
  `@fontsource-variable/source-serif-4/files/source-serif-4-${script}-opsz-normal.woff2`
const sourceSerifDisplay = { wght: 360, opsz: 60 }

// What each language sets its headlines in besides the basic letters.
const accents = {
  en: '',
  es: 'ÁÉÍÑÓÚÜáéíñóúü¡¿«»ªº',
  fr: 'ÀÂÇÉÈÊËÎÏÔŒÙÛàâçéèêëîïôœùû«»\u202f',
  de: 'ÄÖÜäöüß„‚',
  it: 'ÀÈÉÌÒÙàèéìòù«»',
  pt: 'ÁÀÂÃÇÉÊÍÓÔÕÚáàâãçéêíóôõúªº',
}
const latinFeatures = ['kern', 'liga', 'mark', 'ccmp', 'locl']

const cuts = [
  ...Object.entries(accents).map(([language, letters]) => ({
    name: `newsreader-${language}`,
    from: newsreader,
    axes: newsreaderDisplay,
    features: latinFeatures,
    text: `${basicLatin}${digits} .,:;!?'"’‘“”…–—-()/&%→·\u00a0${letters}`,
  })),
  // For the letters of other languages that a text of the team may hold.
  {
    name: 'newsreader-latin',
    from: newsreader,
    axes: newsreaderDisplay,
    features: latinFeatures,
    text: `${basicLatin}${accentedLatin}${digits}${punctuation}@_#*=©`,
  },
  // For Russian pages: the numbers and marks between Cyrillic letters, and the Latin letters of the names they hold, all
  // of one face with them.
  {
    name: 'source-serif-marks',
    from: sourceSerif('latin'),
    axes: sourceSerifDisplay,
    features: ['ccmp'],
    text: `ABEFILOPRTXacdegiklmnoprstz${digits} .,:;!?()/&%+—–-«»„“…·\u00a0`,
  },
  // For pages in other scripts, where a few Latin words and numbers stand alone: kerning would weigh more than they do.
  {
    name: 'newsreader-basic',
    from: newsreader,
    axes: newsreaderDisplay,
    features: ['ccmp'],
    text: basicLatin + digits + punctuation,
  },
  // Newsreader has no Cyrillic; the display cut of Source Serif is the nearest to it in weight and contrast.
  {
    name: 'source-serif-cyrillic',
    from: sourceSerif('cyrillic'),
    axes: sourceSerifDisplay,
    features: ['kern'],
    text: cyrillic,
  },
]

for (const { name, from, axes, features, text } of cuts) {
  const source = readFileSync(new URL(import.meta.resolve(from)))
  const subset = await subsetFont(source, text, {
    targetFormat: 'woff2',
    variationAxes: axes,
    noHinting: true,
    keepFeatures: features,
  })
  const cut = await renameReserved(name, subset)
  writeFileSync(new URL(`../src/site/fonts/${name}.woff2`, import.meta.url), cut)
  console.log(`${name}: ${cut.length} bytes`)
}
