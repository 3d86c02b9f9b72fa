import type { MailPreview, MailText } from '#features/mail/contract.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { isAllowed } from '#shared/permissions.ts'
import type { Member } from '#shared/roles.ts'
import { type CheckText, expectWhole } from './checks.ts'
import type { Audience, AudienceCount, CampaignPreviewDraft, CampaignTestMail } from './contract.ts'
import { campaignPermissions } from './permissions.ts'
import { actionUrlOf } from './preparation.ts'
import { type ProgressSources, sum } from './progress.ts'

export interface CampaignDraftOptions {
  db: Database
  publicUrl: string
  /** The leads, of another feature. */
  audiences: ProgressSources['audiences'] & {
    sample(
      db: Database,
      audience: Audience,
      part: { limit: number; searchesAddresses: boolean },
    ): Promise<AudienceCount['sample']>
  }
  checkText: CheckText
  mail: {
    preview(language: Language, text: MailText, actionUrl: string | undefined): Promise<MailPreview>
    /** Sends a text to one address and returns the address. */
    sendTestMail(mail: {
      language: Language
      text: MailText
      actionUrl: string | undefined
      to: string | undefined
      userId: string
    }): Promise<string>
  }
}

const samples = 5

/** What an author uses before saving: the size of the audience, a preview, a test mail. */
export function createCampaignDrafts({ db, publicUrl, audiences, checkText, mail }: CampaignDraftOptions) {
  return {
    /** The current size of an audience, with a sample; only those who may read addresses can search by them. */
    async count(audience: Audience, reader: Member): Promise<AudienceCount> {
      const searchesAddresses = isAllowed(reader, campaignPermissions.searchAddresses)
      const [counts, sample] = await Promise.all([
        audiences.count(db, audience, { searchesAddresses }),
        audiences.sample(db, audience, { limit: samples, searchesAddresses }),
      ])
      return { total: sum(counts), by_language: Object.fromEntries(counts), sample }
    },

    /** The preview of a text. @throws {Problem} 422 */
    async preview({ text, language }: CampaignPreviewDraft): Promise<MailPreview> {
      return mail.preview(language, await checkText(text), actionUrlOf(text.action_url, publicUrl))
    },

    /** Sends a test mail of a text; returns its address. @throws {Problem} 422 */
    async sendTestMail({ text, language, to }: CampaignTestMail, userId: string): Promise<string> {
      expectWhole({ [language]: text }, [language])
      return mail.sendTestMail({
        ...{ language, text: await checkText(text), to, userId },
        actionUrl: actionUrlOf(text.action_url, publicUrl),
      })
    },
  }
}
export type CampaignDrafts = ReturnType<typeof createCampaignDrafts>
