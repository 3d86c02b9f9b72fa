import type { Core } from '#core.ts'
import type { Language } from '#shared/languages.ts'
import type { CampaignText } from './contract.ts'
import { createCampaignRecordStore } from './record-store.ts'
import { keepStartedCampaigns } from './restoring-store.ts'
import { sendableCampaigns } from './store.ts'

/** Each is a text of at most 50,000 characters. */
const mostCachedTexts = 20

/** The campaigns for the mail feature. It depends on no other feature. */
export function createCampaignRecords({ db }: Pick<Core, 'db'>) {
  const store = createCampaignRecordStore(db)
  const texts = new Map<string, CampaignText>()

  return {
    /** The text of a campaign in a language. It is cached once the campaign has started and it can no longer change. */
    async findText(id: string, language: Language): Promise<CampaignText | undefined> {
      const key = `${id} ${language}`
      const cached = texts.get(key)
      if (cached) return cached
      const found = await store.findText(id, language)
      if (!found?.text) return undefined
      if (found.isFinal) {
        const [oldest] = texts.keys()
        if (texts.size >= mostCachedTexts && oldest !== undefined) texts.delete(oldest)
        texts.set(key, found.text)
      }
      return found.text
    },

    nameCampaigns: store.findNames,
    /** The campaigns that show a picture, of whatever status: sent mails go on showing it. */
    findPictureUses: (digest: string) => store.listUsesOf(`/media/${digest}-`),
    sendable: sendableCampaigns,
    keepStarted: keepStartedCampaigns,
  }
}
