import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { hiddenLink } from './links.ts'
import { createTrackingStore } from './tracking-store.ts'

/** Each holds at most as many addresses as a mail has tracked links. */
const mostCachedLists = 20

/**
 * Where the tracked links of campaigns lead: one list for all mails of a campaign in a language, since a link in a campaign
 * cannot depend on its reader. It is stored once, not with every mail.
 */
export function createCampaignLinks({ db }: { db: Database }) {
  const store = createTrackingStore(db)
  const lists = new Map<string, Promise<string[]>>()

  async function extend(
    list: Promise<string[]> | undefined,
    ...[campaignId, language, targets]: [string, Language, string[]]
  ): Promise<string[]> {
    const known = await list?.catch(() => undefined)
    const isStored = known && (known.length >= hiddenLink || targets.every((one) => known.includes(one)))
    return isStored ? known : store.addCampaignLinks(campaignId, language, targets)
  }

  return {
    /**
     * The list of a campaign in a language, extended by these addresses. An address keeps its place, whatever is added later
     * and by whichever process.
     */
    async include(campaignId: string, language: Language, targets: string[]): Promise<string[]> {
      const key = `${campaignId} ${language}`
      const list = extend(lists.get(key), campaignId, language, targets)
      const [oldest] = lists.keys()
      if (!lists.has(key) && lists.size >= mostCachedLists && oldest !== undefined) lists.delete(oldest)
      lists.set(key, list)
      return list
    },
  }
}
export type CampaignLinks = ReturnType<typeof createCampaignLinks>
