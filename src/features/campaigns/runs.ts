import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { toCampaign } from './answers.ts'
import {
  type ApproveLargeStart,
  approveIfLarge,
  type CheckText,
  expectNewest,
  expectSendable,
  refuse,
  toRow,
} from './checks.ts'
import type { Campaign, CampaignChange, CampaignSchedule, CampaignStatus } from './contract.ts'
import { endOfAudience, type PreparationOptions, spreadLate } from './preparation.ts'
import type { ProgressSources } from './progress.ts'
import { type CampaignRow, createCampaignStore } from './store.ts'

export interface CampaignRunOptions {
  db: Database
  clock: Clock
  /** The leads, of another feature. */
  audiences: ProgressSources['audiences']
  checkText: CheckText
  mail: Pick<PreparationOptions['mail'], 'spreadLate'>
}

const open: readonly CampaignStatus[] = ['draft', 'scheduled']
const running: readonly CampaignStatus[] = ['preparing', 'sending']

/** Changes campaigns that have not started, and runs them: schedule, pause, resume and cancel. */
export function createCampaignRuns({ db, clock, audiences, checkText, mail }: CampaignRunOptions) {
  const changeLocked = createLockedChange({ db, clock })

  return {
    /** @throws {Problem} 404, 409 once it has started or when somebody else has changed it, 422 when it is scheduled and incomplete */
    async change(id: string, change: CampaignChange, approve: ApproveLargeStart): Promise<Campaign> {
      // Before the lock, since a picture may have to be encoded.
      const changes = await toRow(change, checkText)
      return changeLocked(id, open, 'campaign_not_open', async (row, transaction) => {
        expectNewest(row, change.updated_at)
        if (row.status === 'scheduled') {
          await expectSendable(audiences, { ...row, ...changes }, transaction)
          await approveIfLarge(audiences, { ...row, ...changes }, transaction, approve)
        }
        return changes
      })
    },

    /**
     * Sends a campaign, now or at a set time, in the version that the caller has read.
     * @throws {Problem} 404, 409 when it has started or somebody else has changed it, 422 naming what is missing
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
        await expectSendable(audiences, row, transaction)
        await approveIfLarge(audiences, row, transaction, approve)
        return { status: 'scheduled', dueAt, throttle }
      }),

    /** Pauses a campaign. @throws {Problem} 404, 409 when it is not running */
    pause: (id: string): Promise<Campaign> =>
      changeLocked(id, running, 'campaign_not_running', () => ({ status: 'paused' })),

    /** Resumes a paused campaign, at its pace: what waited is not sent at once. @throws {Problem} 404, 409 */
    resume: (id: string, approve: ApproveLargeStart): Promise<Campaign> =>
      changeLocked(id, ['paused'], 'campaign_not_paused', async (row, transaction) => {
        await approveIfLarge(audiences, row, transaction, approve)
        const now = clock.now()
        const nextDueAt = await spreadLate(transaction, row, { now, mail })
        return row.preparedTo === endOfAudience
          ? { status: 'sending' }
          : { status: 'preparing', dueAt: nextDueAt ?? now }
      }),

    /**
     * Cancels a campaign. One that has not started becomes a draft again; of one that has, the mails that
     * still wait are never sent. @throws {Problem} 404, 409 when nothing is left to cancel
     */
    cancel: (id: string): Promise<Campaign> =>
      changeLocked(id, ['scheduled', ...running, 'paused'], 'campaign_over', ({ status }) =>
        status === 'scheduled' ? { status: 'draft', dueAt: null } : { status: 'cancelled' },
      ),
  }
}
export type CampaignRuns = ReturnType<typeof createCampaignRuns>

function createLockedChange({ db, clock }: Pick<CampaignRunOptions, 'db' | 'clock'>) {
  /** Changes a campaign that has one of these statuses. @throws {Problem} 409 `code` for any other status */
  return function changeLocked(
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
}
