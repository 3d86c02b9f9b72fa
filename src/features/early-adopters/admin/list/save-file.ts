import type { Language } from '#shared/languages.ts'

/** What Excel takes for the end of a cell where a language is spoken: the comma, unless it is the decimal sign. */
export function separatorOf(language: Language): ',' | ';' {
  return new Intl.NumberFormat(language).format(0.5).includes(',') ? ';' : ','
}

/** Hands a file to the browser to be kept. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has to have begun reading it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
