/** The periods of figures to choose from, in days up to today. */
export const periods = [7, 30, 90] as const
export type Period = (typeof periods)[number]
