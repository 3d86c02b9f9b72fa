import type { BackupFrequency } from '#features/backups/settings.ts'

const day = 86_400_000

/** Days after which a proven backup should have been followed by another one, with some patience. */
const patience = { daily: 2, weekly: 9, monthly: 35 } as const

/** For how many days there has been no proven backup, if that is too long. */
export function findOverdueDays(
  frequency: BackupFrequency,
  { lastProven, setAt, now }: { lastProven: Date | undefined; setAt: Date | undefined; now: Date },
): number | undefined {
  if (frequency === 'off') return undefined
  // A schedule that was set only now is not late.
  const since = Math.max(lastProven?.getTime() ?? 0, setAt?.getTime() ?? now.getTime())
  const days = Math.floor((now.getTime() - since) / day)
  return days >= patience[frequency] ? days : undefined
}
