import { currentZone } from '#admin/kit/moment.ts'
import type { StateSymbol } from '#admin/kit/state-mark.tsx'
import type { Format } from '#admin/kit/texts/format.ts'
import type { Translate } from '#admin/kit/texts/texts.ts'
import type { Backup, BackupContents, BackupSummary } from '#features/backups/contract.ts'
import { addDays, localDayOf } from '#shared/time/days.ts'
import './texts.ts'

interface Words {
  t: Translate
  format: Format
}

/** A moment as one says it: today, yesterday and tomorrow by name. */
export function sayMoment(iso: string, { t, format }: Words, now = new Date()): string {
  const zone = currentZone()
  const day = localDayOf(new Date(iso), zone)
  const today = localDayOf(now, zone)
  const time = format.time(iso)
  if (day === today) return t('backups.moments.today', { time })
  if (day === addDays(today, -1)) return t('backups.moments.yesterday', { time })
  if (day === addDays(today, 1)) return t('backups.moments.tomorrow', { time })
  return format.dateTime(iso)
}

/** What is said of the state of a backup. */
export interface ShownState {
  symbol: StateSymbol
  isError: boolean
  text: string
}

/** The state of a backup in words. */
export function showState(backup: Backup, words: Words): ShownState {
  const { t, format } = words
  const percent = format.percent(backup.progress)
  switch (backup.state) {
    case 'waiting':
      return { symbol: 'begun', isError: false, text: t('backups.states.waiting') }
    case 'writing':
      return { symbol: 'begun', isError: false, text: t('backups.states.writing', { percent }) }
    case 'proving':
      return { symbol: 'changing', isError: false, text: t('backups.states.proving') }
    case 'failed':
      return backup.failure === 'canceled'
        ? { symbol: 'none', isError: false, text: t('backups.failures.canceled') }
        : {
            ...{ symbol: 'attention', isError: true },
            text: t('backups.states.failed', {
              reason: t(`backups.failures.${backup.failure ?? 'write_failed'}`),
            }),
          }
    case 'done':
      return backup.proven_at
        ? {
            ...{ symbol: 'done', isError: false },
            text: t('backups.states.proven', { time: sayMoment(backup.proven_at, words) }),
          }
        : { symbol: 'none', isError: false, text: t('backups.states.unproven') }
  }
}

/** Whether the installation can be restored, in one sentence, and what to do if not. */
export function showVerdict(
  summary: BackupSummary,
  words: Words,
): ShownState & { advice: string | undefined } {
  const { t } = words
  const { last_proven, last_failed, is_overdue } = summary
  const advice = last_failed?.failure
    ? t('backups.verdict.failed', {
        reason: t(`backups.failures.${last_failed.failure}`),
        advice: t(`backups.advice.${last_failed.failure}`),
      })
    : undefined
  if (!last_proven)
    return {
      ...{ symbol: last_failed ? 'attention' : 'none', isError: last_failed !== null },
      text: t('backups.verdict.never'),
      advice: advice ?? t('backups.verdict.neverText'),
    }
  const time = sayMoment(last_proven.proven_at, words)
  if (is_overdue)
    return {
      ...{ symbol: 'attention', isError: true, text: t('backups.verdict.overdue', { time }) },
      advice: advice ?? t('backups.verdict.overdueText'),
    }
  return {
    ...{ symbol: last_failed ? 'attention' : 'done', isError: false },
    ...{ text: t('backups.verdict.restorable', { time }), advice },
  }
}

/** The tables that people know, by what they call their rows. */
const knownTables = {
  early_adopters: 'people',
  content_versions: 'texts',
  documents: 'documents',
  pictures: 'pictures',
  badge_awards: 'badges',
  signatures: 'signatures',
  campaigns: 'campaigns',
  mails: 'mails',
  social_posts: 'posts',
  users: 'users',
  ledger_leaves: 'ledger',
  audit_entries: 'audit',
} as const
type KnownTable = keyof typeof knownTables

/** How much of what is in a backup. */
export function listContents(
  { tables, rows }: Pick<BackupContents, 'tables' | 'rows'>,
  { t, format }: Words,
) {
  const counts = new Map(tables.map((table) => [table.name, table.rows]))
  const names = Object.keys(knownTables) as KnownTable[]
  const known = names.flatMap((name) => {
    const count = counts.get(name)
    return count === undefined ? [] : [{ name: t(`backups.contents.${knownTables[name]}`), count }]
  })
  const rest = rows - known.reduce((sum, { count }) => sum + count, 0)
  return [...known, { name: t('backups.contents.others'), count: rest }].map(({ name, count }) => ({
    ...{ name, value: format.number(count), isQuiet: count === 0 },
  }))
}

/** How long a backup took, in the unit that tells most. */
export function sayDuration(seconds: number, format: Format): string {
  if (seconds < 1) return format.unit(Math.max(1, Math.round(seconds * 1000)), 'millisecond')
  return seconds < 90
    ? format.unit(Math.round(seconds), 'second')
    : format.unit(Math.round(seconds / 60), 'minute')
}

/** How many days of each kind there are. */
export function countDays(days: BackupSummary['days']) {
  const count = (wanted: string) => days.filter(({ state }) => state === wanted).length
  return { proven: count('proven'), failed: count('failed'), none: count('none') }
}
