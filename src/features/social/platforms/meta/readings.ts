import { z } from 'zod'
import type { CallContext, PostFigures, Published, Quota } from '#features/social/platforms/platform.ts'
import { authorizedBy, type MetaDialect } from './dialect.ts'

const Usage = z.object({
  data: z
    .array(z.object({ quota_usage: z.number(), config: z.object({ quota_total: z.number() }).optional() }))
    .min(1),
})
const Insights = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      values: z.array(z.object({ value: z.number() })).optional(),
      total_value: z.object({ value: z.number() }).optional(),
    }),
  ),
})

/**
 * What Threads and Instagram tell about an account and its posts.
 * https://developers.facebook.com/docs/threads/insights, https://developers.facebook.com/docs/instagram-platform/insights
 */
export function createReadings({ graph, base, limit, metrics }: MetaDialect) {
  return {
    /** How many posts may still be published; Meta counts those of the last 24 hours, so that there is no moment when it begins anew. */
    async readQuota(context: CallContext): Promise<Quota | undefined> {
      const { token, rest } = authorizedBy(context)
      const params = { fields: 'quota_usage,config', ...token }
      const url = `${base}/${context.account.externalId}/${limit}`
      const [usage] = (await graph({ ...rest, url, params }, Usage)).data
      const total = usage?.config?.quota_total
      if (!usage || total === undefined) return undefined
      return { left: Math.max(0, total - usage.quota_usage), total, resetsAt: null }
    },
    async readFigures(context: CallContext, published: Published): Promise<PostFigures> {
      const { token, rest } = authorizedBy(context)
      const params = { metric: metrics.join(','), ...token }
      const url = `${base}/${published.id}/insights`
      const { data } = await graph({ ...rest, url, params }, Insights)
      const figures: Record<string, number> = {}
      for (const { name, values, total_value } of data) {
        const value = values?.at(-1)?.value ?? total_value?.value
        if (value !== undefined && metrics.includes(name)) figures[name] = value
      }
      return figures
    },
  }
}
