/** What may be typed, in characters. */
export const backupLimits = { keys: 2_000 } as const
