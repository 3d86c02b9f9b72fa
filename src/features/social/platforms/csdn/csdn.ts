import type { Platform } from '#features/social/platforms/platform.ts'

/** CSDN has no interface for programs any more: articles are published by hand in its Markdown editor. */
export const createCsdn = (): Platform => ({
  id: 'csdn',
  capabilities: {
    ...{ connection: 'name', publishing: 'assisted', needsApproval: false, costsMoney: false },
    ...{ needsPublicSite: false, canFind: false, canRemove: false, hasFigures: false },
  },
  composeUrl: () => 'https://editor.csdn.net/md/',
  pace: { atOnce: 1, perMinute: 30 },
})
