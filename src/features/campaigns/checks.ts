import type { MailText } from '#features/mail/contract.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { Problem, type RefusedField } from '#shared/problem.ts'
import {
  type CampaignDraft,
  type CampaignText,
  type CampaignTexts,
  listGaps,
  listWritten,
} from './contract.ts'
import { type ProgressSources, sum } from './progress.ts'
import type { CampaignRow } from './store.ts'

/** Starting a campaign to more people asks for the password. */
export const largeAudience = 1000

/** Approves the start of a campaign to that many people, or throws; in the transaction that starts it. */
export type ApproveLargeStart = (
  transaction: Database,
  start: { campaign: string; people: number },
) => Promise<void>

/** The text as it is stored. @throws {Problem} 422 naming each field with an unknown variable or picture */
export type CheckText = (text: MailText) => Promise<MailText>

/** Counts the leads of an audience. */
type Counts = Pick<ProgressSources['audiences'], 'count'>

/** A draft as it is stored. @throws {Problem} 422 naming each field with an unknown variable or picture */
export async function toRow(
  { name, audience, texts, fallback_language }: CampaignDraft,
  checkText: CheckText,
): Promise<Pick<CampaignRow, 'name' | 'audience' | 'texts' | 'fallbackLanguage'>> {
  const checked: CampaignTexts = {}
  for (const language of listWritten(texts)) {
    const text = texts[language]
    if (text) checked[language] = { ...text, ...(await checkTextOf(text, language, checkText)) }
  }
  return { name, audience, texts: checked, fallbackLanguage: fallback_language }
}

async function checkTextOf(text: CampaignText, language: Language, checkText: CheckText): Promise<MailText> {
  try {
    return await checkText(text)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const fields = error.options.fields ?? []
    throw refuse(fields.map((refused) => ({ ...refused, field: `texts.${language}.${refused.field}` })))
  }
}

/** @throws {Problem} 409 when somebody else has changed it */
export function expectNewest(row: CampaignRow, updatedAt: string): void {
  if (row.updatedAt.getTime() !== Date.parse(updatedAt)) throw new Problem('campaign_stale', 409)
}

/** Requires approval when a campaign would start to many people. */
export async function approveIfLarge(
  { count }: Counts,
  { id, audience }: CampaignRow,
  transaction: Database,
  approve: ApproveLargeStart,
): Promise<void> {
  const people = sum(await count(transaction, audience))
  if (people > largeAudience) await approve(transaction, { campaign: id, people })
}

/** @throws {Problem} 422 naming what is missing before the campaign can be sent */
export async function expectSendable(
  { count }: Counts,
  { texts, fallbackLanguage, audience }: CampaignRow,
  transaction: Database,
): Promise<void> {
  expectWhole(texts, [fallbackLanguage, ...listWritten(texts)])
  if (sum(await count(transaction, audience)) === 0)
    throw refuse([{ field: 'audience', code: 'audience_empty' }])
}

const noText: CampaignText = { subject: '', preheader: '', body: '', action: '', action_url: '' }

/** @throws {Problem} 422 naming what is missing in these languages */
export function expectWhole(texts: CampaignTexts, languages: readonly Language[]): void {
  const fields = [...new Set(languages)].flatMap((language) =>
    listGaps(texts[language] ?? noText).map((gap) => ({
      field: `texts.${language}.${gap}`,
      code: 'required',
    })),
  )
  if (fields.length > 0) throw refuse(fields)
}

/** The response to refused fields. */
export function refuse(fields: RefusedField[]): Problem {
  return new Problem('validation_failed', 422, { fields })
}
