/** The name of a file as a browser sent it, for people: one line, without the folders that some browsers send. It may be empty. */
export function cleanFileName(filename: string): string {
  const last = filename.split(/[\\/]/).at(-1) ?? ''
  return last
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .trim()
}
