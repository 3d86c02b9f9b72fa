import {
  type LinkDraft,
  type LinkState,
  mostLinks,
  type NewLink,
  type OpenLink,
  type SharedLink,
} from '#features/reports/contract.ts'
import { linkScopes } from '#features/reports/model.ts'
import { reportPermissions } from '#features/reports/permissions.ts'
import type { ReportNeeds } from '#features/reports/ports.ts'
import { linkPrefix, type SignedIn } from '#http/access.ts'
import type { Clock } from '#platform/clock.ts'
import type { Logger } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import { hashToken, isToken, makeToken } from '#platform/secrets/bearer-token.ts'
import { createUseRecorder } from '#platform/secrets/use-recorder.ts'
import { isAllowed } from '#shared/permissions.ts'
import { Problem } from '#shared/problem.ts'
import { createLinkStore, type LinkRow } from './link-store.ts'

const day = 24 * 3_600_000

export interface LinkOptions extends Pick<ReportNeeds, 'findActiveUsers' | 'findNames'> {
  db: Database
  clock: Clock
  log: Logger
}

/** The links with which anybody reads the figures, in the name of whoever made them. */
export function createLinks(options: LinkOptions) {
  const { db, clock, log, findActiveUsers } = options
  const store = createLinkStore(db)
  const recordUse = createUseRecorder({ log, name: 'a shared link', touch: store.touch })

  return {
    /** All links, newest first, without their tokens. */
    list: async (): Promise<SharedLink[]> => describeLinks(await store.list(), options),

    /** Makes a link. @throws {Problem} 409 there are too many */
    async create({ name, days }: LinkDraft, userId: string): Promise<NewLink> {
      const token = makeToken(linkPrefix)
      const row = await db.transaction(async (transaction) => {
        const links = createLinkStore(transaction)
        await links.lock()
        const now = clock.now()
        if ((await links.countValid(now)) >= mostLinks)
          throw new Problem('report_links_full', 409, { params: { limit: mostLinks } })
        return links.insert({
          ...{ name, tokenHash: hashToken(token), createdBy: userId, createdAt: now },
          expiresAt: new Date(now.getTime() + days * day),
        })
      })
      const [link] = await describeLinks([row], options)
      if (!link) throw new Error('a link was made but not described')
      return { link, token }
    },

    /** Ends a link at once in every process. @throws {Problem} 404 */
    async end(id: string): Promise<void> {
      if (!(await store.remove(id))) throw new Problem('report_link_not_found', 404)
    },

    /** In whose name the reader of a link reads; undefined when the link does not work. */
    async find(token: string): Promise<SignedIn | undefined> {
      if (!isToken(token, linkPrefix)) return undefined
      const now = clock.now()
      const link = await store.findValid(hashToken(token), now)
      if (!link) return undefined
      const maker = (await findActiveUsers([link.createdBy])).get(link.createdBy)
      if (!maker || !isAllowed(maker, reportPermissions.share)) return undefined
      recordUse(link, now)
      return {
        user: { ...maker, scopes: linkScopes },
        ...{ sessionId: link.id, linkId: link.id },
        passwordConfirmedAt: new Date(0),
      }
    },

    /** What its reader is told about a link. @throws {Problem} 404 to whoever came without one */
    async describe(id: string | undefined): Promise<OpenLink> {
      const link = id === undefined ? undefined : await store.findById(id)
      if (!link) throw new Problem('report_link_not_found', 404)
      return { name: link.name, expires_at: link.expiresAt.toISOString() }
    },
  }
}
export type Links = ReturnType<typeof createLinks>

/** Links as the team sees them. */
async function describeLinks(
  rows: readonly LinkRow[],
  { clock, findActiveUsers, findNames }: Pick<LinkOptions, 'clock' | 'findActiveUsers' | 'findNames'>,
): Promise<SharedLink[]> {
  const makers = [...new Set(rows.map(({ createdBy }) => createdBy))]
  const [users, names] = await Promise.all([findActiveUsers(makers), findNames(makers)])
  const now = clock.now()
  const stateOf = ({ expiresAt, createdBy }: LinkRow): LinkState => {
    if (expiresAt <= now) return 'expired'
    const maker = users.get(createdBy)
    return maker && isAllowed(maker, reportPermissions.share) ? 'active' : 'blocked'
  }
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, state: stateOf(row) },
    created_at: row.createdAt.toISOString(),
    created_by: { id: row.createdBy, name: names.get(row.createdBy) ?? '' },
    expires_at: row.expiresAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  }))
}
