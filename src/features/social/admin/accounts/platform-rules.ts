import type { PlatformId } from '#features/social/contract.ts'

/** Where each platform says what its interface allows, what it costs or what may not be posted. */
export const rulesOf: Readonly<Record<PlatformId, string>> = {
  github: 'https://docs.github.com/en/graphql/guides/using-the-graphql-api-for-discussions',
  instagram: 'https://developers.facebook.com/docs/instagram-platform/content-publishing',
  reddit: 'https://support.reddithelp.com/hc/en-us/articles/42728983564564-Responsible-Builder-Policy',
  twitter: 'https://docs.x.com/x-api/getting-started/pricing',
  linkedin: 'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api',
  stackoverflow: 'https://stackoverflow.com/help/promotion',
  tiktok: 'https://developers.tiktok.com/doc/content-sharing-guidelines',
  threads: 'https://developers.facebook.com/docs/threads/overview',
  telegram: 'https://core.telegram.org/bots/features#botfather',
  csdn: 'https://blog.csdn.net',
}
