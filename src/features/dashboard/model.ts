/** Which code stands for a country that is not known: ISO 3166-1 leaves it to users. */
export const unknownCountry = 'ZZ'

/** What share of a whole a part is: a percentage with two decimals, 0 when there is no whole. */
export function rateOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100
}

/** How good a conversion is, from the percentage upwards. */
export const conversionLevels = [
  { name: 'excellent', least: 50 },
  { name: 'good', least: 30 },
  { name: 'average', least: 15 },
  { name: 'low', least: 0 },
] as const
export type ConversionLevel = (typeof conversionLevels)[number]['name']

/** How many cases a level needs to be more than chance. */
const fewCases = 20

/** The level of a conversion rate, and whether it rests on few cases only. */
export function judgeConversion(
  rate: number,
  cases: number,
): { level: ConversionLevel; hasFewCases: boolean } {
  const { name } = conversionLevels.find(({ least }) => rate >= least) ?? { name: 'low' }
  return { level: name, hasFewCases: cases < fewCases }
}
