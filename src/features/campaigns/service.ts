import type { MailPreview, MailText } from '#features/mail/contract.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { isAllowed } from '#shared/permissions.ts'
import { Problem, type RefusedField } from '#shared/problem.ts'
import type { Role } from '#shared/roles.ts'
import { toCampaign, toStored, withoutAddresses } from './answers.ts'
import {
  type Audience,
  type AudienceCount,
  type Campaign,
  type CampaignChange,
  type CampaignDraft,
  type CampaignEntry,
  type CampaignPreviewDraft,
  type CampaignProgress,
  type CampaignQuery,
  type CampaignSchedule,
  type CampaignStatus,
  type CampaignTestMail,
  type CampaignText,
  type CampaignTexts,
  listGaps,
  listWritten,
} from './contract.ts'
import { campaignPermissions } from './permissions.ts'
import { actionUrlOf, endOfAudience } from './preparation.ts'
import { type ProgressSources, readProgress, sum } from './progress.ts'
import { type CampaignRow, createCampaignStore } from './store.ts'

export interface CampaignOptions {
  db: Database
  clock: Clock
  publicUrl: string
  /** The leads, who belong to another feature. */
  audiences: ProgressSources['audiences'] & {
    sample(
      db: Database,
      audience: Audience,
      part: { limit: number; searchesAddresses: boolean },
    ): Promise<AudienceCount['sample']>
  }
  mail: ProgressSources['mail'] & {
    /** The text as it is kept. @throws {Problem} 422 naming each field with a variable that is not known */
    settle(text: MailText): MailText
    preview(language: Language, text: MailText, actionUrl: string | undefined): Promise<MailPreview>
    /** Sends a text to one address; answers with it. */
    sendTestMail(trial: {
      language: Language
      text: MailText
      actionUrl: string | undefined
      to: string | undefined
      userId: string
    }): Promise<string>
  }
}

/** So many that to start a campaign to more asks for the password. */
export const largeAudience = 1000

/** Lets a campaign to that many people be started, or throws; in the transaction that starts it. */
export type ApproveLargeStart = (
  transaction: Database,
  start: { campaign: string; people: number },
) => Promise<void>

const open: readonly CampaignStatus[] = ['draft', 'scheduled']
const running: readonly CampaignStatus[] = ['preparing', 'sending']
const samples = 5

/** The rules of campaigns: write, schedule, pause, resume, cancel and copy marketing mails to many leads. */
export function createCampaigns({ db, clock, publicUrl, audiences, mail }: CampaignOptions) {
  const countProgress = (rows: readonly CampaignRow[]) => readProgress(db, rows, { audiences, mail })

  async function get(id: string): Promise<CampaignRow> {
    const row = await createCampaignStore(db).find(id)
    if (!row) throw new Problem('campaign_not_found', 404)
    return row
  }

  /** Changes a campaign, which must stand in one of these statuses; otherwise `code` says that it does not. */
  function changeLocked(
    id: string,
    statuses: readonly CampaignStatus[],
    code: string,
    change: (row: CampaignRow, transaction: Database) => Promise<Partial<CampaignRow>> | Partial<CampaignRow>,
  ): Promise<Campaign> {
    return db.transaction(async (transaction) => {
      const store = createCampaignStore(transaction)
      const row = await store.lock(id)
      if (!row) throw new Problem('campaign_not_found', 404)
      if (!statuses.includes(row.status))
        throw new Problem(code, 409, { extra: { campaign_status: row.status } })
      const changes = await change(row, transaction)
      return toCampaign(await store.update(id, { ...changes, updatedAt: clock.now() }))
    })
  }

  function expectNewest(row: CampaignRow, updatedAt: string): void {
    if (row.updatedAt.getTime() !== Date.parse(updatedAt)) throw new Problem('campaign_stale', 409)
  }

  /** @throws {Problem} 422 naming what cannot be said */
  function written({ name, audience, texts, fallback_language }: CampaignDraft) {
    const settled: CampaignTexts = {}
    for (const language of listWritten(texts)) {
      const text = texts[language]
      if (text) settled[language] = { ...text, ...settle(text, language) }
    }
    return { name, audience, texts: settled, fallbackLanguage: fallback_language }
  }

  function settle(text: CampaignText, language: Language): MailText {
    try {
      return mail.settle(text)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const fields = error.options.fields ?? []
      throw refuse(fields.map((refused) => ({ ...refused, field: `texts.${language}.${refused.field}` })))
    }
  }

  return {
    async list(query: CampaignQuery): Promise<{ items: CampaignEntry[]; total: number }> {
      const { rows, total } = await createCampaignStore(db).list(query)
      const progress = await countProgress(rows)
      const items = rows.map((row) => ({ ...toStored(row), progress: getOf(progress, row.id) }))
      return { items, total }
    },

    /** A campaign as a role may see it. @throws {Problem} 404 */
    async get(id: string, role: Role): Promise<Campaign> {
      const campaign = toCampaign(await get(id))
      if (isAllowed(role, campaignPermissions.searchAddresses)) return campaign
      const { audience } = campaign
      return { ...campaign, audience: { ...audience, search: withoutAddresses(audience.search) } }
    },

    async create(draft: CampaignDraft, authorId: string): Promise<Campaign> {
      const now = clock.now()
      const times = { createdAt: now, updatedAt: now }
      return toCampaign(await createCampaignStore(db).insert({ ...written(draft), authorId, ...times }))
    },

    /** @throws {Problem} 404, 409 once it goes out or when somebody else has changed it, 422 when it could not go out as scheduled */
    change: (id: string, change: CampaignChange, approve: ApproveLargeStart): Promise<Campaign> =>
      changeLocked(id, open, 'campaign_not_open', async (row, transaction) => {
        expectNewest(row, change.updated_at)
        const changes = written(change)
        if (row.status === 'scheduled') {
          await expectSendable({ ...row, ...changes }, transaction)
          await approveIfLarge({ ...row, ...changes }, transaction, approve)
        }
        return changes
      }),

    /** Forgets a campaign of which nothing has gone out. @throws {Problem} 404, 409 */
    async remove(id: string): Promise<void> {
      await db.transaction(async (transaction) => {
        const store = createCampaignStore(transaction)
        const row = await store.lock(id)
        if (!row) throw new Problem('campaign_not_found', 404)
        if (row.status !== 'draft') throw new Problem('campaign_not_removable', 409)
        await store.remove(id)
      })
    },

    /**
     * Has a campaign go out, at once or at a time, as it was read.
     * @throws {Problem} 404, 409 when it goes out already or somebody else has changed it, 422 saying what it lacks
     */
    schedule: (
      id: string,
      { due_at, throttle, updated_at }: CampaignSchedule,
      approve: ApproveLargeStart,
    ): Promise<Campaign> =>
      changeLocked(id, open, 'campaign_not_open', async (row, transaction) => {
        expectNewest(row, updated_at)
        const now = clock.now()
        const dueAt = due_at === null ? now : new Date(due_at)
        if (due_at !== null && dueAt <= now) throw refuse([{ field: 'due_at', code: 'time_past' }])
        await expectSendable(row, transaction)
        await approveIfLarge(row, transaction, approve)
        return { status: 'scheduled', dueAt, throttle }
      }),

    /** Stops a campaign where it is. @throws {Problem} 404, 409 when it is not under way */
    pause: (id: string): Promise<Campaign> =>
      changeLocked(id, running, 'campaign_not_running', () => ({ status: 'paused' })),

    /** Goes on where a campaign was stopped. @throws {Problem} 404, 409 */
    resume: (id: string, approve: ApproveLargeStart): Promise<Campaign> =>
      changeLocked(id, ['paused'], 'campaign_not_paused', async (row, transaction) => {
        await approveIfLarge(row, transaction, approve)
        return row.preparedTo === endOfAudience
          ? { status: 'sending' }
          : { status: 'preparing', dueAt: clock.now() }
      }),

    /**
     * Sends nothing more of a campaign. One that has not begun becomes a draft again; of one that has, the mails that
     * still wait are held back for good. @throws {Problem} 404, 409 when there is nothing left to stop
     */
    cancel: (id: string): Promise<Campaign> =>
      changeLocked(id, ['scheduled', ...running, 'paused'], 'campaign_over', ({ status }) =>
        status === 'scheduled' ? { status: 'draft', dueAt: null } : { status: 'cancelled' },
      ),

    /** A new draft of the same texts for the same people. @throws {Problem} 404 */
    async duplicate(id: string, authorId: string): Promise<Campaign> {
      const { name, audience, texts, fallbackLanguage } = await get(id)
      const now = clock.now()
      const copy = { name, audience, texts, fallbackLanguage, authorId, createdAt: now, updatedAt: now }
      return toCampaign(await createCampaignStore(db).insert(copy))
    },

    /** How many an audience has at this moment, and some of its people; found by address only for who may read them. */
    async count(audience: Audience, role: Role): Promise<AudienceCount> {
      const searchesAddresses = isAllowed(role, campaignPermissions.searchAddresses)
      const [counts, sample] = await Promise.all([
        audiences.count(db, audience, { searchesAddresses }),
        audiences.sample(db, audience, { limit: samples, searchesAddresses }),
      ])
      return { total: sum(counts), by_language: Object.fromEntries(counts), sample }
    },

    /** @throws {Problem} 404 */
    async progress(id: string): Promise<CampaignProgress> {
      return getOf(await countProgress([await get(id)]), id)
    },

    /** A text as somebody would get it. @throws {Problem} 422 */
    preview: ({ text, language }: CampaignPreviewDraft): Promise<MailPreview> =>
      mail.preview(language, text, actionUrlOf(text.action_url, publicUrl)),

    /** Sends a trial of a text; answers with the address it goes to. @throws {Problem} 422 */
    sendTestMail({ text, language, to }: CampaignTestMail, userId: string): Promise<string> {
      expectWhole({ [language]: text }, [language])
      return mail.sendTestMail({
        ...{ language, text, to, userId },
        actionUrl: actionUrlOf(text.action_url, publicUrl),
      })
    },
  }

  async function approveIfLarge(
    { id, audience }: CampaignRow,
    transaction: Database,
    approve: ApproveLargeStart,
  ): Promise<void> {
    const people = sum(await audiences.count(transaction, audience))
    if (people > largeAudience) await approve(transaction, { campaign: id, people })
  }

  /** @throws {Problem} 422 saying what a campaign lacks to go out */
  async function expectSendable(
    { texts, fallbackLanguage, audience }: CampaignRow,
    transaction: Database,
  ): Promise<void> {
    expectWhole(texts, [fallbackLanguage, ...listWritten(texts)])
    if (sum(await audiences.count(transaction, audience)) === 0)
      throw refuse([{ field: 'audience', code: 'audience_empty' }])
  }
}
export type Campaigns = ReturnType<typeof createCampaigns>

const noText: CampaignText = { subject: '', preheader: '', body: '', action: '', action_url: '' }

function expectWhole(texts: CampaignTexts, languages: readonly Language[]): void {
  const fields = [...new Set(languages)].flatMap((language) =>
    listGaps(texts[language] ?? noText).map((gap) => ({
      field: `texts.${language}.${gap}`,
      code: 'required',
    })),
  )
  if (fields.length > 0) throw refuse(fields)
}

function refuse(fields: RefusedField[]): Problem {
  return new Problem('validation_failed', 422, { fields })
}

function getOf<T>(map: ReadonlyMap<string, T>, id: string): T {
  const value = map.get(id)
  if (value === undefined) throw new Error(`nothing is known of ${id}`)
  return value
}
