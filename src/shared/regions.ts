// Codes that `Intl` has a name for, but which have no law of their own: groups of countries and private uses.
const noCountries = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

/** Which code stands for a country that is not known: ISO 3166-1 leaves it to users. */
export const unknownCountry = 'ZZ'

/** Whether a text is the code of a country, ISO 3166-1 alpha-2, in capital letters. */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || noCountries.has(code)) return false
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined
}

/** Whether a text is the name of a time zone in the IANA database, such as `Europe/Madrid`, or `UTC`. */
export function isTimeZone(name: string): boolean {
  return name === 'UTC' || Intl.supportedValuesOf('timeZone').includes(name)
}
