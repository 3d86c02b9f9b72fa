import type { PDFDocumentProxy, PDFPageProxy, RenderTask } from 'pdfjs-dist'
import libraryAddress from 'pdfjs-dist/legacy/build/pdf.min.mjs?url'
import { readingHeader } from '#features/documents/delivery/model.ts'

export type Pdf = PDFDocumentProxy

type Library = typeof import('pdfjs-dist')

/** How many pixels of a page are drawn at most: more would take the memory of a phone. */
const mostPixels = 8_000_000

interface PdfSource {
  url: string
  /** The library's own script, which reads the file apart from the page. It ends with the document. */
  worker: Worker
  /** How much of what is needed first has come, from 0 to 1. */
  onProgress?: (part: number) => void
}

export interface OpenedPdf {
  document: Pdf
  /** Whether its address serves another file by now. */
  isReplaced(): Promise<boolean>
  /** Lays the letters of a page over its picture. */
  TextLayer: Library['TextLayer']
  close(): void
}

/**
 * Opens a PDF, of which only those parts are fetched that are shown. Nothing in it runs: the library has no interpreter
 * here for scripts, and forms of XFA are not read. @throws when it cannot be opened
 */
export async function openPdf({ url, worker, onProgress }: PdfSource): Promise<OpenedPdf> {
  const failure = new Promise<never>((_, reject) => {
    worker.addEventListener('error', () => reject(new Error('the reading of PDFs cannot be loaded')))
  })
  failure.catch(() => {})
  try {
    // As its makers publish it for browsers of some years: made anew by the build, it would be a fifth larger.
    const [library, version]: [Library, string] = await Promise.all([
      import(/* @vite-ignore */ libraryAddress),
      readVersion(url),
    ])
    const task = beginToOpen(library, { url, worker, version })
    task.onProgress = ({ loaded, total }: { loaded: number; total: number }) => {
      if (total > 0) onProgress?.(Math.min(1, loaded / total))
    }
    return {
      document: await Promise.race([task.promise, failure]),
      isReplaced: async () => (await readVersion(url)) !== version,
      TextLayer: library.TextLayer,
      close: () => void task.destroy().finally(() => worker.terminate()),
    }
  } catch (error) {
    worker.terminate()
    throw error
  }
}

/** The entity tag of what an address serves now. @throws when it serves nothing */
async function readVersion(url: string): Promise<string> {
  const response = await fetch(url, { method: 'HEAD', cache: 'no-store', headers: { [readingHeader]: '1' } })
  const version = response.headers.get('etag')
  if (!response.ok || version === null) throw new Error(`${url} answers ${response.status}`)
  return version
}

// Fonts that documents do not bring along, tables of Chinese, Japanese and Korean letters, and decoders of pictures; each is
// fetched when a document needs it. tools/build.ts puts them there.
const folderOf = (release: string) =>
  import.meta.env.DEV
    ? new URL('../../', new URL(libraryAddress, location.href)).href
    : `/assets/pdfjs-${release}/`

function beginToOpen(library: Library, { url, worker, version }: PdfSource & { version: string }) {
  const folder = folderOf(library.version)
  return library.getDocument({
    url: new URL(url, location.href).href,
    worker: library.PDFWorker.create({ port: worker, verbosity: 0 }),
    verbosity: 0,
    // Parts of two files make none.
    httpHeaders: { [readingHeader]: '1', 'if-match': version },
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    // The worker may fetch nothing itself (`pdfWorkerPolicy`).
    useWorkerFetch: false,
    maxImageSize: 40_000_000,
    canvasMaxAreaInBytes: mostPixels * 4,
    cMapUrl: `${folder}cmaps/`,
    standardFontDataUrl: `${folder}standard_fonts/`,
    wasmUrl: `${folder}wasm/`,
    iccUrl: `${folder}iccs/`,
  })
}

/** Begins to draw a page on a canvas whose size in the window is that of the page at a scale. */
export function drawPage(page: PDFPageProxy, canvas: HTMLCanvasElement, scale: number): RenderTask {
  const shown = page.getViewport({ scale })
  const density = Math.min(devicePixelRatio || 1, Math.sqrt(mostPixels / (shown.width * shown.height)))
  const viewport = page.getViewport({ scale: scale * density })
  canvas.width = Math.max(1, Math.round(viewport.width))
  canvas.height = Math.max(1, Math.round(viewport.height))
  return page.render({ canvas, viewport })
}
