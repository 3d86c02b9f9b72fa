/** Reads a whole number that is written in Western or in Arabic digits; undefined for anything else. */
export function readNumeral(text: string): number | undefined {
  const digits = text
    .trim()
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
  return /^\d{1,6}$/.test(digits) ? Number(digits) : undefined
}

/** The page that the fragment of an address names. */
export function readPageFragment(fragment: string): number | undefined {
  const page = Number(/^#page=(\d{1,6})$/.exec(fragment)?.[1])
  return page >= 1 ? page : undefined
}

export const pageFragment = (page: number): string => `#page=${page}`
