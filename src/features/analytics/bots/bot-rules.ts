import { type BotRule, mostBotRules, type NewBotRule } from '#features/analytics/contract.ts'
import { createCountStore } from '#features/analytics/storage/count-store.ts'
import type { Counting } from '#features/analytics/storage/counting.ts'
import type { Clock } from '#platform/clock.ts'
import type { Poller } from '#platform/poller.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { addDays, localDayOf } from '#shared/time/days.ts'
import { type BotRuleRow, createBotRuleStore, isRuleDue } from './bot-rule-store.ts'
import { createMoveStore, type Moved } from './move-store.ts'

export interface BotRuleOptions {
  db: Database
  clock: Clock
  counting: Counting
  timeZone(): string
  findNames(ids: readonly string[]): Promise<Map<string, string>>
}

const checkEvery = 3_600_000
/** How long ago a view may be that arrives now, in days. */
const latestDays = 3

const checkedBefore = (now: Date) => new Date(now.getTime() - checkEvery)

/** The rules by which the team takes bots out of the figures. The poller applies and undoes them, day by day. */
export function createBotRules({ db, clock, counting, timeZone, findNames }: BotRuleOptions) {
  const store = createBotRuleStore(db)
  const doNext = createNextStep(db, timeZone)

  async function describe(rows: readonly BotRuleRow[]): Promise<BotRule[]> {
    const names = await findNames(rows.flatMap(({ authorId }) => authorId ?? []))
    return rows.map(({ id, filters, fromDay, toDay, status, visits, views, authorId, createdAt }) => ({
      ...{ id, filters, from: fromDay, to: toDay, status, visits, views },
      author: (authorId && names.get(authorId)) ?? null,
      created_at: createdAt.toISOString(),
    }))
  }

  const poller: Poller = {
    name: 'bot-rules',
    everySeconds: 2,
    isDue: (now) => isRuleDue(checkedBefore(now)),
    async poll() {
      await counting.countWaiting()
      while (await doNext(clock.now()));
    },
  }

  return {
    poller,

    list: async (): Promise<BotRule[]> => describe(await store.list()),

    /** Makes a rule, which is applied in the background. @throws {Problem} 409 there are too many */
    async create({ filters, from, to }: NewBotRule, authorId: string): Promise<BotRule> {
      const row = await db.transaction(async (transaction) => {
        const rules = createBotRuleStore(transaction)
        await rules.lock()
        if ((await rules.count()) >= mostBotRules)
          throw new Problem('bot_rules_full', 409, { params: { limit: mostBotRules } })
        return rules.insert({
          ...{ filters, fromDay: from ?? null, toDay: to ?? null, status: 'applying', authorId },
          createdAt: clock.now(),
        })
      })
      const [rule] = await describe([row])
      if (!rule) throw new Error('a bot rule was made but not described')
      return rule
    },

    /** Puts back what a rule has taken out, in the background; then the rule is gone. */
    async undo(id: string): Promise<BotRule> {
      const row = await store.update(id, { status: 'undoing' })
      const [rule] = await describe(row ? [row] : [])
      if (!rule) throw new Problem('bot_rule_not_found', 404)
      return rule
    },
  }
}
export type BotRules = ReturnType<typeof createBotRules>

/** Creates what does the next day of a rule, and returns whether there may be more to do. */
function createNextStep(db: Database, timeZone: () => string) {
  return (now: Date): Promise<boolean> =>
    db.transaction(async (transaction) => {
      const rules = createBotRuleStore(transaction)
      const moving = createMoveStore(transaction)
      const rule = await rules.lockNext(checkedBefore(now))
      if (!rule) return false
      await createCountStore(transaction).lock()
      const { id, filters, fromDay, toDay, status, checkedAt } = rule
      const add = ({ visits, views }: Moved, sign: 1 | -1) =>
        rules.update(id, { visits: rule.visits + sign * visits, views: rule.views + sign * views })
      if (status === 'undoing') {
        const day = await rules.findRuledDay(id)
        if (day) await add(await moving.putBack(id, day), -1)
        else {
          await rules.remove(id)
          // What comes back may be bots by another rule, too.
          await rules.applyAgain()
        }
        return true
      }
      const recent = addDays(localDayOf(now, timeZone()), -latestDays)
      const since = checkedAt && recent > (fromDay ?? '') ? recent : fromDay
      const day = await rules.findDay(filters, { from: since, to: toDay })
      if (day) await add(await moving.takeOut(id, filters, day), 1)
      else await rules.update(id, { status: 'active', checkedAt: now })
      return true
    })
}
