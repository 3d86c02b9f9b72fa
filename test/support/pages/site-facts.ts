import type { PageFacts } from '#site/contract.ts'

/** What a site says about itself, for tests and tools that render pages without a server. */
export const siteFacts: PageFacts = {
  publicUrl: 'https://example.org',
  name: 'Firmeza',
  taglines: {},
  company: { name: 'Firmeza', address: '' },
  mailboxes: {
    privacy: 'privacy@example.org',
    legal: 'legal@example.org',
    support: 'support@example.org',
    general: 'contact@example.org',
  },
  socialLinks: [],
  timeZone: 'UTC',
  viewDays: 400,
  backupDays: 14,
  recordsEvents: false,
  search: {
    ...{
      titles: {},
      descriptions: {},
      keywords: {},
      verifications: [],
      titleTemplate: '{{title}} · {{site}}',
    },
    hiddenPages: [],
    sharePictures: {},
    documents: { titles: {}, descriptions: {}, keywords: {}, siteLanguage: 'es' },
  },
}
