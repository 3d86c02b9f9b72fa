import type { FileFailure, FileReport } from '#features/documents/contract.ts'

/** What the reading process is asked to do with the PDF at `path`. */
export type ReadOrder =
  /** Answered as soon as the process has started. */
  | { task: 'start' }
  | { task: 'inspect'; path: string; cleanTo: string | null }
  | { task: 'draw'; path: string; pages: number }
  | { task: 'read'; path: string; from: number }

/** A picture of a page, as WebP. */
export interface DrawnPicture {
  name: string
  bytes: Uint8Array
}

export interface Inspected {
  pageCount: number
  report: FileReport
}

/** The text of pages in their order; `isEnd` once there are no more of them. */
export interface ReadPages {
  pages: string[]
  isEnd: boolean
}

/** Why a file cannot be read. */
export interface Unreadable {
  refused: FileFailure
}

export type ReadAnswer =
  | { isStarted: true }
  | Inspected
  | { pictures: DrawnPicture[] }
  | ReadPages
  | Unreadable

/** How many pages of a document the search can find. */
export const mostPagesRead = 5_000
/** How many pages are stored as pictures. */
export const mostPictures = 4
/** The widths of the picture of the first page, in pixels. */
export const coverWidths = [160, 480] as const
/** The width of the pictures of pages, in pixels. */
export const pageWidth = 1000

/** The name of a picture within the folder of its version. */
export const coverName = (width: (typeof coverWidths)[number]): string => `cover-${width}.webp`
export const pageName = (page: number): string => `page-${page}.webp`
