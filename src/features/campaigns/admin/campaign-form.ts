import {
  Audience,
  type Campaign,
  type CampaignDraft,
  type CampaignText,
  isEmptyText,
  listGaps,
  listWritten,
} from '#features/campaigns/contract.ts'
import { type Language, languages } from '#shared/languages.ts'

/** An empty text. */
export const emptyText: CampaignText = { subject: '', preheader: '', body: '', action: '', action_url: '' }

/** The speeds to choose from, in mails an hour; 0 is without a limit. */
export const paces = [0, 100, 500, 1_000, 5_000, 20_000] as const

/** An empty campaign, for leads chosen one by one or for everyone. */
export function emptyDraft(language: Language, leadIds: string[] = []): CampaignDraft {
  return {
    name: '',
    audience: Audience.parse({ lead_ids: leadIds }),
    texts: {},
    fallback_language: language,
  }
}

/** The part of a campaign that the team writes. */
export function draftOf({ name, audience, texts, fallback_language }: Campaign): CampaignDraft {
  return { name, audience, texts, fallback_language }
}

/** Whether two drafts are equal, ignoring the order of choices. */
export function isSameDraft(a: CampaignDraft, b: CampaignDraft): boolean {
  return JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b))
}

function inOrder({ name, audience, texts, fallback_language }: CampaignDraft) {
  const {
    segments,
    languages: chosen,
    kinds,
    badges,
    tags,
    search,
    lead_ids,
    except_campaign,
    unopened_campaign,
  } = audience
  return [
    name,
    fallback_language,
    [segments, chosen, kinds, badges, tags, lead_ids].map((values) => [...values].sort()),
    [search, except_campaign, unopened_campaign],
    listWritten(texts).map((language) => {
      const { subject, preheader, body, action, action_url } = { ...emptyText, ...texts[language] }
      return [language, subject, preheader, body, action, action_url]
    }),
  ]
}

/** The state of a text. */
export function stateOf(text: CampaignText | undefined): 'unwritten' | 'unfinished' | 'written' {
  if (!text || isEmptyText(text)) return 'unwritten'
  return listGaps(text).length > 0 ? 'unfinished' : 'written'
}

/** The first language whose text is incomplete; undefined when the campaign can be sent. */
export function findUnfinished({ texts, fallback_language }: CampaignDraft): Language | undefined {
  return [fallback_language, ...listWritten(texts)].find((language) => stateOf(texts[language]) !== 'written')
}

/** The languages of an audience that have no text, with their number of readers, largest first. */
export function listMissing(
  byLanguage: Partial<Record<Language, number>>,
  draft: Pick<CampaignDraft, 'texts' | 'fallback_language'>,
): { language: Language; count: number }[] {
  return languages
    .filter(
      (language) => language !== draft.fallback_language && stateOf(draft.texts[language]) === 'unwritten',
    )
    .map((language) => ({ language, count: byLanguage[language] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
}

/** What a mail may have beside its text. */
const extras = ['button', 'link', 'picture', 'moreButton'] as const

const countTags = (body: string, tag: RegExp) =>
  (body.match(/<(?:"[^"]*"|[^">])*>/g) ?? []).filter((one) => tag.test(one)).length
const buttonTag = /^<a\s[^>]*class="button"/i

/** How many a text has; of links, only whether there are any. */
const countExtra: Record<(typeof extras)[number], (text: CampaignText) => number> = {
  button: ({ action }) => (action.trim() === '' ? 0 : 1),
  link: ({ body }) => Math.min(1, countTags(body, /^<a\s[^>]*href=/i) - countTags(body, buttonTag)),
  picture: ({ body }) => countTags(body, /^<img\s/i),
  moreButton: ({ body }) => countTags(body, buttonTag),
}

/** The languages whose text has fewer buttons, links or pictures than that of another language. */
export function listUneven({
  texts,
}: Pick<CampaignDraft, 'texts'>): { extra: (typeof extras)[number]; languages: Language[] }[] {
  const written = listWritten(texts)
  return extras.flatMap((extra) => {
    const countOf = (language: Language) => countExtra[extra](texts[language] ?? emptyText)
    const most = Math.max(...written.map(countOf))
    const fewer = written.filter((language) => countOf(language) < most)
    return fewer.length > 0 ? [{ extra, languages: fewer }] : []
  })
}

/** When the last of `total` mails is sent, at `throttle` mails an hour. */
export function lastMailAt(total: number, throttle: number, from: Date): Date {
  return new Date(from.getTime() + (Math.max(0, total - 1) * 3_600_000) / throttle)
}
