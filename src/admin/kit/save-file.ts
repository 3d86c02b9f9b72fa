import type { Language } from '#shared/languages.ts'

/** The separator that Excel expects in a language: a comma, or a semicolon where the comma is the decimal sign. */
export function separatorOf(language: Language): ',' | ';' {
  return new Intl.NumberFormat(language).format(0.5).includes(',') ? ';' : ','
}

/** Saves a file through the browser. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Not before the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
