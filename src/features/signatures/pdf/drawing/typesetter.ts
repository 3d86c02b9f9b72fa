import { readFileSync } from 'node:fs'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { renderSVG } from 'uqr'
import type { Language } from '#shared/languages.ts'
import { drawGround, shapeOf } from './engraving.ts'
import { type Face, type Faces, loadFaces, replaceMissing } from './faces.ts'
import type { CertificatePage, WrittenText } from './page.ts'
import { mendTextLayer } from './text-layer.ts'

/** What is typeset: the texts of the page, and the file that is attached to it. */
export interface Manuscript {
  page: CertificatePage
  /** JSON. */
  credential: string
}

// Nothing is read from a disk: this folder exists only within the compiler.
const folder = '/certificate'
const template = readFileSync(new URL('certificate.typ', import.meta.url), 'utf8')
// PDF/A-3 (ISO 19005-3) with level A: tagged, every letter as Unicode, all fonts within, and files attached.
const standard = 'a-3a'

/** The compilers of this process by the fonts that they have. Each keeps its fonts in memory. */
const compilers = new Map<string, NodeCompiler>()

function openCompiler(faces: Faces): NodeCompiler {
  const all = [...new Set([...faces.display, ...faces.text])]
  const key = all.map(({ family }) => family).join()
  const known = compilers.get(key)
  if (known) return known
  if (compilers.size >= 8) compilers.clear()
  const compiler = NodeCompiler.create({
    workspace: folder,
    fontArgs: [{ fontBlobs: all.map(({ font }) => font) }],
  })
  compilers.set(key, compiler)
  return compiler
}

/** The page with a substitute for each letter that has no face. */
function withFaces(page: CertificatePage, { display }: Faces): CertificatePage {
  const draw = (text: string) => replaceMissing(text, display)
  const drawWritten = (written: WrittenText): WrittenText => ({
    ...written,
    text: draw(written.text),
    words: written.words.map((word) => ({ ...word, letters: word.letters.map(draw) })),
  })
  const { siteName, holder, position, organization, fields } = page
  return {
    ...page,
    siteName: drawWritten(siteName),
    holder: drawWritten(holder),
    position: drawWritten(position),
    organization: drawWritten(organization),
    fields: fields.map((field) => ({ ...field, value: draw(field.value) })),
  }
}

function dateOf(seconds: number) {
  const date = new Date(seconds * 1000)
  return {
    ...{ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() },
    ...{ hour: date.getUTCHours(), minute: date.getUTCMinutes(), second: date.getUTCSeconds() },
  }
}

/** What is never broken of an address: a line may end after each of these marks (Unicode UAX #14). */
const piecesOf = (url: string) => url.split(/(?<=[/-])/)

/**
 * Sets a certificate as a PDF, the same bytes for the same manuscript. Texts are passed as data, which Typst does not read
 * as markup. @throws when Typst refuses the page or the file.
 */
export async function typeset({ page, credential }: Manuscript): Promise<Uint8Array> {
  const faces = await loadFaces(textsOf(page))
  const compiler = openCompiler(faces)
  compiler.mapShadow(`${folder}/credential.json`, Buffer.from(credential))
  const data = {
    ...withFaces(page, faces),
    displayFaces: { ltr: orderFor(page.language, faces.display), rtl: orderFor('ar', faces.display) },
    textFaces: orderFor(page.language, faces.text),
    verifyPieces: piecesOf(page.verifyUrl),
    date: dateOf(page.activatedAt),
  }
  const isMirrored = page.direction === 'rtl'
  const inputs = {
    page: JSON.stringify(data),
    ground: drawGround({ shape: shapeOf(page.seed), isMirrored, isSealed: !page.isRevoked }),
    code: renderSVG(page.verifyUrl, { ecc: 'M', border: 0, whiteColor: '#f2eee3', blackColor: '#0f2f29' }),
  }
  try {
    const compiled = compiler.compile({ mainFileContent: template, inputs })
    if (!compiled.result) {
      const reasons = compiled.takeDiagnostics()
      throw new Error(JSON.stringify(reasons ? compiler.fetchDiagnostics(reasons) : 'no page'))
    }
    if (compiled.result.numOfPages !== 1) throw new Error(`${compiled.result.numOfPages} pages`)
    return await mendTextLayer(compiler.pdf(compiled.result, { pdfStandard: standard }))
  } finally {
    compiler.evictCache(5)
  }
}

function textsOf(page: CertificatePage): string {
  const { siteName, holder, position, organization } = page
  const written = [siteName, holder, position, organization].map(({ text }) => text)
  return [
    ...written,
    page.title,
    page.howToCheck,
    page.statement,
    ...page.fields.map(({ value }) => value),
  ].join()
}

/** The faces of the languages whose scripts have punctuation of their own. */
const ownFaces: Partial<Record<Language, string>> = {
  ar: 'amiri',
  hi: 'noto-serif-devanagari',
  zh: 'noto-serif-sc',
}

/** The face of the page's own script comes first, so that punctuation is from the same face. */
function orderFor(language: Language, faces: Face[]): string[] {
  const own = ownFaces[language]
  const isOwn = ({ family }: Face) => own !== undefined && family.endsWith(own)
  return [...faces.filter(isOwn), ...faces.filter((face) => !isOwn(face))].map(({ family }) => family)
}
