import { readFile, writeFile } from 'node:fs/promises'
import { PDF } from '@libpdf/core'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { FileReport, OutlineEntry } from '#features/documents/contract.ts'
import { removeMetadata } from './clean.ts'
import { findDangers, TooManyObjectsError } from './dangers.ts'
import type { Inspected, Unreadable } from './orders.ts'
import { openPdf } from './pdf.ts'

// A document with more pages is none that people read.
const mostPages = 50_000
const mostEntries = 300
const deepestEntry = 5

/**
 * Finds out what a file is and whether it can harm readers. Two libraries read it: what one of them cannot read is refused,
 * as nothing could be said of what the other finds. With `cleanTo`, a copy without its metadata is written there.
 */
export async function inspectPdf(path: string, cleanTo: string | null): Promise<Inspected | Unreadable> {
  const opened = await tryToOpen(path)
  if ('refused' in opened) return opened
  if (opened.numPages === 0) return { refused: 'empty' }
  if (opened.numPages > mostPages) return { refused: 'costly' }
  let parsed: PDF
  try {
    parsed = await PDF.load(await readFile(path))
  } catch {
    return { refused: 'broken' }
  }
  if (parsed.isEncrypted && !parsed.isAuthenticated) return { refused: 'encrypted' }
  try {
    const report = await describe(opened, parsed)
    const canClean = cleanTo !== null && !report.is_signed && !parsed.isEncrypted
    const is_cleaned = canClean && (await clean(parsed, cleanTo, opened.numPages))
    return { pageCount: opened.numPages, report: { ...report, is_cleaned } }
  } catch (error) {
    return { refused: error instanceof TooManyObjectsError ? 'costly' : 'broken' }
  }
}

async function tryToOpen(path: string): Promise<PDFDocumentProxy | Unreadable> {
  try {
    return await openPdf(path)
  } catch (error) {
    return { refused: error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'broken' }
  }
}

async function describe(opened: PDFDocumentProxy, parsed: PDF): Promise<FileReport> {
  // The first page shows whether the file can be shown at all.
  await opened.getPage(1)
  const { info } = await opened.getMetadata()
  const marks = parsed.getCatalog().getDict('MarkInfo', parsed.getObject.bind(parsed))
  const read = (key: string): string | null => {
    const value: unknown = Reflect.get(info, key)
    return typeof value === 'string' ? cleanLine(value) || null : null
  }
  return {
    dangers: findDangers(parsed),
    metadata: {
      ...{ title: read('Title'), author: read('Author'), producer: read('Producer') ?? read('Creator') },
      language: read('Language'),
    },
    is_tagged: marks?.getBool('Marked')?.value === true,
    is_signed: Reflect.get(info, 'IsSignaturesPresent') === true,
    is_cleaned: false,
    outline: await readOutline(opened).catch(() => []),
    pictures: 0,
  }
}

type OutlineNode = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number]

async function readOutline(pdf: PDFDocumentProxy): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = []
  async function add(nodes: readonly OutlineNode[], level: number): Promise<void> {
    for (const node of nodes) {
      if (entries.length >= mostEntries) return
      const title = cleanLine(node.title)
      if (title) entries.push({ title, page: await findPage(pdf, node.dest).catch(() => null), level })
      if (level < deepestEntry) await add(node.items, level + 1)
    }
  }
  await add((await pdf.getOutline()) ?? [], 0)
  return entries
}

/** The page, from 1, that an entry of the outline leads to. */
async function findPage(pdf: PDFDocumentProxy, dest: OutlineNode['dest']): Promise<number | null> {
  const [target] = (typeof dest === 'string' ? await pdf.getDestination(dest) : dest) ?? []
  if (typeof target === 'number') return target + 1
  return target ? (await pdf.getPageIndex(target)) + 1 : null
}

/** One line of text, as long as a title may be. */
function cleanLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return line.slice(0, 300).toWellFormed()
}

/** Writes the copy without metadata, unless it would not be read like the file itself. */
async function clean(parsed: PDF, to: string, pages: number): Promise<boolean> {
  try {
    await writeFile(to, await removeMetadata(parsed))
    return (await openPdf(to)).numPages === pages
  } catch {
    return false
  }
}
