import type { Platform } from '#features/social/platforms/platform.ts'
import { SocialAccount } from './contract.ts'
import type { AccountRow } from './store.ts'
import { usualTimetable } from './timetable.ts'
import { findEnd, isRenewable } from './token-ends.ts'

/** The scopes that a platform has not granted, as far as it says what it has. */
export function listMissingScopes(
  scopes: readonly string[] | null,
  { authorization }: Pick<Platform, 'authorization'>,
): string[] {
  if (scopes === null || !authorization) return []
  return authorization.scopes.filter((scope) => !scopes.includes(scope))
}

interface ViewContext {
  platform: Pick<Platform, 'authorization'>
  /** That of the site. */
  timeZone: string
}

/** An account as the team sees it: without tokens. */
export function toAccount(row: AccountRow, { platform, timeZone }: ViewContext): SocialAccount {
  const { quota } = row
  return SocialAccount.parse({
    ...{ id: row.id, platform: row.platform, account_name: row.name, url: row.url, mode: row.mode },
    connected_at: row.connectedAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    is_renewed: isRenewable(row, platform),
    reconnect_by: findEnd(row, platform)?.toISOString() ?? null,
    scopes: row.scopes,
    missing_scopes: listMissingScopes(row.scopes, platform),
    last_success_at: row.lastSuccessAt?.toISOString() ?? null,
    fault: row.fault,
    fault_sentence: row.faultSentence,
    quota: quota && { left: quota.left, total: quota.total, resets_at: quota.resetsAt, at: quota.at },
    timetable: row.timetable ?? usualTimetable(timeZone),
  })
}
