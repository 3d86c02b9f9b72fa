import type { Language } from '#shared/languages.ts'

/** Starts and ends a part that is written from left to right (Unicode, UAX #9). */
const [start, end] = ['\u2066', '\u2069']

/** An amount of a chain's coin, such as `0.0125 ETH`, to six digits: a balance has up to eighteen decimals. */
export function formatCoins(amount: string, coin: string, language: Language): string {
  const number = new Intl.NumberFormat(language, { maximumSignificantDigits: 6 }).format(Number(amount))
  return `${start}${number}\u00a0${coin}${end}`
}
