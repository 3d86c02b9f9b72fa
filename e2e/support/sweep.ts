/** Whether everything is checked in every language, width and theme (`npm run sweep`), not in a covering set. */
export const isFullSweep = process.env.SWEEP === 'full'

/** The languages of a journey that is the same in both directions of writing: Arabic only in a full sweep. */
export const journeyLanguages = isFullSweep ? (['es', 'ar'] as const) : (['es'] as const)
