import { useApi } from '#admin/kit/api/api-context.tsx'
import { useRefetchAfter } from '#admin/kit/api/use-refetch-after.ts'
import { SocialAccount, type Timetable } from '#features/social/accounts/contract.ts'

/** Sets the timetable of an account; resolves once the accounts are read again. */
export function useSetTimetable() {
  const api = useApi()
  const run = useRefetchAfter([['social', 'accounts']])
  return (accountId: string, timetable: Timetable) =>
    run(() =>
      api.send(
        'PUT',
        `/api/social/accounts/${encodeURIComponent(accountId)}/timetable`,
        SocialAccount,
        timetable,
      ),
    )
}
