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
  return { level: name, hasFewCases: restsOnFew(cases) }
}

/** Whether a rate rests on so few cases that it may be chance. */
export const restsOnFew = (cases: number): boolean => cases < fewCases

/** The 97.5 % quantile of the standard normal distribution: what an interval of 95 % spans on either side. */
const quantile = 1.959964

/**
 * Within which shares the true one lies with a confidence of 95 %, from 0 to 1: the score interval of E. B. Wilson, "Probable
 * inference, the law of succession, and statistical inference", Journal of the American Statistical Association 22 (1927),
 * 209–212. Unlike the usual approximation it holds for few cases too. Undefined when the cases are no part of a whole.
 */
export function wilsonInterval(part: number, whole: number): { low: number; high: number } | undefined {
  if (whole <= 0 || part < 0 || part > whole) return undefined
  const share = part / whole
  const weight = quantile ** 2 / whole
  const center = (share + weight / 2) / (1 + weight)
  const margin = Math.sqrt(weight * (share * (1 - share) + weight / 4)) / (1 + weight)
  // Both ends meet the share when nobody or everybody is a case; rounding must not put it outside.
  return {
    low: Math.max(0, Math.min(share, center - margin)),
    high: Math.min(1, Math.max(share, center + margin)),
  }
}
