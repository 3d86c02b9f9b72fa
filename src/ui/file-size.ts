const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** The size of a file in the format of a locale: B, KB, MB or GB with two decimals, bytes whole. */
export function formatFileSize(bytes: number, locale: string): string {
  let value = bytes
  let power = 0
  // Compared as rounded, so that it is never 1024.00 KB.
  while (Math.round(value * 100) / 100 >= 1024 && power < units.length - 1) {
    value /= 1024
    power++
  }
  const digits = power === 0 ? 0 : 2
  const number = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)
  return `${number}\u00a0${symbolOf(units[power] ?? 'gigabyte', locale)}`
}

/** The symbol of a unit in a locale: `MB`, `Mo`, `МБ`. */
function symbolOf(unit: (typeof units)[number], locale: string): string {
  const parts = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }).formatToParts(1)
  const symbol = parts.find(({ type }) => type === 'unit')?.value ?? ''
  // CLDR's thousand is decimal; with 1024 the sign is written in capitals.
  return symbol === 'kB' ? 'KB' : symbol
}
