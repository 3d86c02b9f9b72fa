/** The guides of the documentation page, in their order. The texts of each are in `locales/<code>/guides.json`. */
export const guideNames = ['quickstart', 'security', 'verify'] as const
export type GuideName = (typeof guideNames)[number]

/** What the quickstart says about this installation. */
export interface QuickstartFacts {
  /** Calls that one network may send in an hour without signing in; 0 means any number. */
  callsPerHour: number
}

/** Where the script that checks a badge can be downloaded. */
export const scriptPath = '/docs/check-badge.mjs'

declare module '#site/contract.ts' {
  interface PublicPages {
    quickstart: QuickstartFacts | undefined
    security: undefined
    verify: undefined
  }
}
