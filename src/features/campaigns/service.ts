import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { isAllowed } from '#shared/permissions.ts'
import { Problem } from '#shared/problem.ts'
import type { Member } from '#shared/roles.ts'
import { toCampaign, toStored, withoutAddresses } from './answers.ts'
import { type CheckText, toRow } from './checks.ts'
import {
  Audience,
  type Campaign,
  type CampaignDraft,
  type CampaignEntry,
  type CampaignLink,
  type CampaignProgress,
  type CampaignQuery,
} from './contract.ts'
import { campaignPermissions } from './permissions.ts'
import { type ProgressSources, readProgress } from './progress.ts'
import { type CampaignRow, createCampaignStore } from './store.ts'

/** How many people have followed a link of a campaign in one language. */
interface LinkClicks {
  url: string
  language: Language
  at_least: number
  at_most: number
}

export interface CampaignOptions {
  db: Database
  clock: Clock
  /** The leads, of another feature. */
  audiences: ProgressSources['audiences']
  checkText: CheckText
  mail: ProgressSources['mail'] & {
    countLinkClicks(db: Database, campaignId: string): Promise<LinkClicks[]>
  }
}

/** Marketing mails to many leads: list, read, write, copy and delete them. */
export function createCampaigns({ db, clock, audiences, checkText, mail }: CampaignOptions) {
  const countProgress = (rows: readonly CampaignRow[]) => readProgress(db, rows, { audiences, mail })

  async function get(id: string): Promise<CampaignRow> {
    const row = await createCampaignStore(db).find(id)
    if (!row) throw new Problem('campaign_not_found', 404)
    return row
  }

  return {
    async list(query: CampaignQuery): Promise<{ items: CampaignEntry[]; total: number }> {
      const { rows, total } = await createCampaignStore(db).list(query)
      const progress = await countProgress(rows)
      const items = rows.map((row) => ({ ...toStored(row), progress: getOf(progress, row.id) }))
      return { items, total }
    },

    /** A campaign as a user may see it. @throws {Problem} 404 */
    async get(id: string, reader: Member): Promise<Campaign> {
      const campaign = toCampaign(await get(id))
      if (isAllowed(reader, campaignPermissions.searchAddresses)) return campaign
      const { audience } = campaign
      return { ...campaign, audience: { ...audience, search: withoutAddresses(audience.search) } }
    },

    async create(draft: CampaignDraft, authorId: string): Promise<Campaign> {
      const now = clock.now()
      const times = { createdAt: now, updatedAt: now }
      return toCampaign(
        await createCampaignStore(db).insert({ ...(await toRow(draft, checkText)), authorId, ...times }),
      )
    },

    /** Deletes a campaign of which nothing was sent. @throws {Problem} 404, 409 */
    async remove(id: string): Promise<void> {
      await db.transaction(async (transaction) => {
        const store = createCampaignStore(transaction)
        const row = await store.lock(id)
        if (!row) throw new Problem('campaign_not_found', 404)
        if (row.status !== 'draft') throw new Problem('campaign_not_removable', 409)
        await store.remove(id)
      })
    },

    /** A new draft of the same texts for the same people. @throws {Problem} 404 */
    async duplicate(id: string, authorId: string): Promise<Campaign> {
      const { name, audience, texts, fallbackLanguage } = await get(id)
      const now = clock.now()
      const copy = { name, audience, texts, fallbackLanguage, authorId, createdAt: now, updatedAt: now }
      return toCampaign(await createCampaignStore(db).insert(copy))
    },

    /**
     * A new draft of the same texts for those who got a campaign and did not open it, as they will be when it is sent. There
     * is one for each campaign: while it is a draft, it is returned again. @throws {Problem} 404, 409
     */
    resend: (id: string, authorId: string): Promise<Campaign> => resend(id, authorId, { db, clock }),

    /** The links of a campaign, those that most people have followed first. @throws {Problem} 404 */
    async listLinks(id: string): Promise<CampaignLink[]> {
      await get(id)
      return mergeLanguages(await mail.countLinkClicks(db, id))
    },

    /** @throws {Problem} 404 */
    async progress(id: string): Promise<CampaignProgress> {
      return getOf(await countProgress([await get(id)]), id)
    },
  }
}
export type Campaigns = ReturnType<typeof createCampaigns>

function getOf<T>(map: ReadonlyMap<string, T>, id: string): T {
  const value = map.get(id)
  if (value === undefined) throw new Error(`nothing is known of ${id}`)
  return value
}

async function resend(id: string, authorId: string, { db, clock }: Pick<CampaignOptions, 'db' | 'clock'>) {
  return db.transaction(async (transaction) => {
    const store = createCampaignStore(transaction)
    const row = await store.lock(id)
    if (!row) throw new Problem('campaign_not_found', 404)
    if (row.status !== 'done') throw new Problem('campaign_not_done', 409)
    const existing = await store.findResend(id)
    if (existing && existing.status !== 'draft') throw new Problem('campaign_resent', 409)
    if (existing) return toCampaign(existing)
    const { name, texts, fallbackLanguage } = row
    const audience = Audience.parse({ unopened_campaign: id })
    const now = clock.now()
    const times = { createdAt: now, updatedAt: now }
    return toCampaign(await store.insert({ name, audience, texts, fallbackLanguage, authorId, ...times }))
  })
}

/** Joins the links of all languages that lead to the same address. Nobody gets a campaign in two languages. */
function mergeLanguages(rows: readonly LinkClicks[]): CampaignLink[] {
  const links = [...Map.groupBy(rows, ({ url }) => url)].map(([url, same]) => ({
    url,
    languages: same.map(({ language }) => language),
    people: {
      at_least: same.reduce((total, { at_least }) => total + at_least, 0),
      at_most: same.reduce((total, { at_most }) => total + at_most, 0),
    },
  }))
  return links.sort((a, b) => b.people.at_most - a.people.at_most)
}
