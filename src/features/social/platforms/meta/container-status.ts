import { z } from 'zod'
import type { PublishContext } from '#features/social/platforms/platform.ts'
import { authorizedBy, type MetaDialect } from './dialect.ts'

/**
 * Reads the state of a container: `IN_PROGRESS`, `FINISHED`, `PUBLISHED`, `EXPIRED` or `ERROR`, and what Meta says about it.
 * https://developers.facebook.com/docs/threads/troubleshooting
 */
export const createStatusReader =
  ({ graph, base, status, reason }: MetaDialect) =>
  async (context: PublishContext, container: string): Promise<{ status: string; reason: string }> => {
    const { token, rest } = authorizedBy(context)
    const params = { fields: `${status},${reason}`, ...token }
    const answer = await graph({ ...rest, url: `${base}/${container}`, params }, Answer)
    const said = answer[reason]
    return { status: String(answer[status]), reason: String(said ?? answer[status]) }
  }

const Answer = z.record(z.string(), z.unknown())
