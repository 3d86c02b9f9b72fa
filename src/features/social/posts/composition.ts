import type { PlatformId } from '#features/social/contract.ts'
import { campaignOf, withCampaignParameters } from './model.ts'

interface Composed {
  content: string
  platform: PlatformId
  tracksLinks: boolean
  /** Of the posts that were written together. */
  groupId: string
}

/** The text of a post as it is published: its links to the site say where a visit comes from. */
export function composeText(
  { content, platform, tracksLinks, groupId }: Composed,
  siteOrigin: string,
): string {
  if (!tracksLinks) return content
  return withCampaignParameters(content, { platform, siteOrigin, campaign: campaignOf(groupId) })
}
