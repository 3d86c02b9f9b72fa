import { isTimeout, PlatformFault, wordsOf } from '#features/social/platforms/fault.ts'
import type { CallContext, Platform } from '#features/social/platforms/platform.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import type { PostTarget } from './contract.ts'
import { createPostStore } from './store.ts'

export interface TargetOptions {
  db: Database
  platforms: ReadonlyMap<string, Platform>
  /** An account with what its platform is called with. @throws {Error} when a person has to connect it again */
  open(accountId: string, signal: AbortSignal): Promise<Omit<CallContext, 'signal'>>
}

const timeout = 8_000
const mostTargets = 500

/** Where the posts of an account can be sent to, as its platform lists it. */
export function createTargets({ db, platforms, open }: TargetOptions) {
  return {
    /** @throws {Problem} 404 for an account that is not connected, 502 when the platform does not answer */
    async list(
      accountId: string,
      field: string,
      chosen: Readonly<Record<string, string>>,
    ): Promise<PostTarget[]> {
      const [account] = await createPostStore(db).listAccounts([accountId])
      const platform = account && platforms.get(account.platform)
      if (!platform) throw new Problem('social_account_not_found', 404)
      if (!platform.listTargets) return []
      const signal = AbortSignal.timeout(timeout)
      try {
        const context = { ...(await open(accountId, signal)), signal }
        return (await platform.listTargets(context, field, chosen)).slice(0, mostTargets)
      } catch (error) {
        if (isTimeout(error)) throw failed('timeout')
        throw error instanceof PlatformFault ? failed(wordsOf(error)) : error
      }
    },
  }
}
const failed = (sentence: string) => new Problem('social_platform_failed', 502, { extra: { sentence } })
export type Targets = ReturnType<typeof createTargets>
