import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useRefetchAfter } from '#admin/kit/api/use-refetch-after.ts'
import { useLive } from '#admin/kit/live/use-live.ts'
import {
  AccountTest,
  Disconnection,
  type NewAccount,
  SocialAccount,
  SocialPlatform,
} from '#features/social/accounts/contract.ts'
import { type PlatformId, socialAccountsChanged } from '#features/social/contract.ts'

const accountsPath = '/api/social/accounts'
const platformsPath = '/api/social/platforms'
const accountsKey = ['social', 'accounts']
const platformsKey = ['social', 'platforms']
const topics = [socialAccountsChanged]
const keys = [accountsKey, platformsKey] as const
// While changes are not told, in milliseconds.
const interval = 30_000

/** The connected accounts, as they are now. */
export function useAccounts() {
  const isLive = useLive(topics, keys)
  const api = useApi()
  return useQuery({
    queryKey: accountsKey,
    staleTime: 0,
    queryFn: ({ signal }) => api.get(accountsPath, z.array(SocialAccount), signal),
    refetchInterval: isLive ? false : interval,
  })
}

/** The platforms that the team has chosen to use. */
export function usePlatforms() {
  useLive(topics, keys)
  const api = useApi()
  return useQuery({
    queryKey: [...platformsKey, 'managed'],
    staleTime: 0,
    queryFn: ({ signal }) => api.get(platformsPath, z.array(SocialPlatform), signal),
  })
}

/** Every platform that can be chosen, while somebody chooses. */
export function useAvailablePlatforms({ enabled }: { enabled: boolean }) {
  const api = useApi()
  return useQuery({
    queryKey: [...platformsKey, 'available'],
    staleTime: 0,
    queryFn: ({ signal }) => api.get(`${platformsPath}/available`, z.array(SocialPlatform), signal),
    enabled,
  })
}

/** Returns a function that asks for accounts and platforms again. */
export function useAccountRefresh() {
  const queries = useQueryClient()
  return () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
}

/** What people do with accounts. */
export function useAccountActions() {
  const api = useApi()
  const run = useRefetchAfter(keys)
  const pathOf = (id: string) => `${accountsPath}/${encodeURIComponent(id)}`
  return {
    add: (account: NewAccount) => run(() => api.send('POST', accountsPath, SocialAccount, account)),
    disconnect: (id: string) => run(() => api.send('POST', `${pathOf(id)}/disconnect`, Disconnection)),
    /** Asks the platform whether it accepts the account. Posts nothing. */
    test: (id: string) => run(() => api.send('POST', `${pathOf(id)}/test`, AccountTest)),
    manage: (platforms: PlatformId[]) =>
      run(() => api.command('POST', `${platformsPath}/managed`, { body: platforms })),
  }
}
