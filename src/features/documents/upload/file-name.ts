import { cleanFileName } from '#shared/files/file-name.ts'

/** The name of a PDF to show and to download, with its ending. */
export function cleanPdfName(filename: string): string {
  const bare = cleanFileName(filename).replace(/\.pdf$/i, '')
  return `${[...bare].slice(0, 180).join('') || 'document'}.pdf`
}
