import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef, PdfString } from '@libpdf/core'
import { type FileDanger, fileDangers } from '#features/documents/contract.ts'

/** Looks up what a reference stands for. */
type Resolve = (ref: PdfRef) => PdfObject | null

/** A document has more objects than can be looked through. */
export class TooManyObjectsError extends Error {
  override name = 'TooManyObjectsError'
}

const mostObjects = 400_000

/** Actions by what they are called (ISO 32000-2, table 201) and what they can do to a reader. */
const dangerousActions: Readonly<Record<string, FileDanger>> = {
  JavaScript: 'javascript',
  Launch: 'launch',
  GoToR: 'externalFiles',
  GoToE: 'embeddedFiles',
  ImportData: 'externalFiles',
  SubmitForm: 'formScripts',
  Rendition: 'externalFiles',
}

/** What in a document can harm its readers, wherever it is: every object that its catalog leads to is looked at. */
export function findDangers(pdf: PDF): FileDanger[] {
  const found = new Set<FileDanger>()
  const resolve: Resolve = (ref) => pdf.getObject(ref)
  for (const object of walkObjects(pdf.getCatalog(), resolve)) {
    if (object instanceof PdfDict) for (const danger of listDangers(object, resolve)) found.add(danger)
  }
  return fileDangers.filter((danger) => found.has(danger))
}

/** Every object that one leads to, each once. */
function* walkObjects(root: PdfObject, resolve: Resolve): Generator<PdfObject> {
  const seen = new Set<string>()
  const waiting: PdfObject[] = [root]
  let count = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (++count > mostObjects) throw new TooManyObjectsError()
    if (next instanceof PdfRef) {
      const name = next.toString()
      if (seen.has(name)) continue
      seen.add(name)
      const object = resolve(next)
      if (object) waiting.push(object)
      continue
    }
    yield next
    if (next instanceof PdfArray) waiting.push(...childrenOf(next))
    else if (next instanceof PdfDict) for (const [, value] of next) waiting.push(value)
  }
}

function* childrenOf(array: PdfArray): Generator<PdfObject> {
  for (let index = 0; index < array.length; index++) {
    const child = array.at(index)
    if (child) yield child
  }
}

function* listDangers(dict: PdfDict, resolve: Resolve): Generator<FileDanger> {
  const nameOf = (key: string) => dict.getName(key, resolve)?.value
  const action = nameOf('S')
  if (action && Object.hasOwn(dangerousActions, action)) yield dangerousActions[action] ?? 'launch'
  if (dict.has('JS')) yield 'javascript'
  if (action === 'URI') yield* listDangersOfAddress(dict.get('URI', resolve))
  // What the links of a document are relative to.
  yield* listDangersOfAddress(dict.get('Base', resolve))
  if (dict.has('XFA')) yield 'xfa'
  if (dict.has('EmbeddedFiles') || dict.has('EF') || nameOf('Subtype') === 'FileAttachment') {
    yield 'embeddedFiles'
  }
  const isField = dict.has('FT') || nameOf('Subtype') === 'Widget'
  if (isField && dict.has('AA')) yield 'formScripts'
  // Data, threads, films and pages that are in another file (ISO 32000-2, 7.3.8.2, 12.6.4.7, 13.4 and 8.10.4).
  if (dict.has('F') && (dict.type === 'stream' || action === 'Thread')) yield 'externalFiles'
  if (nameOf('Subtype') === 'Movie' || (nameOf('Subtype') === 'Form' && dict.has('Ref')))
    yield 'externalFiles'
}

/** Links to the web and to people are what documents are for; others reach into the reader's machine or network. */
function* listDangersOfAddress(target: PdfObject | undefined): Generator<FileDanger> {
  const address = target instanceof PdfString ? target.asString().trim() : ''
  if (/^[\\/]{2}/.test(address)) yield 'externalFiles'
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]
  if (scheme === undefined || /^(https?|mailto|tel|ftp)$/i.test(scheme)) return
  yield /^(javascript|vbscript|data)$/i.test(scheme) ? 'javascript' : 'externalFiles'
}
