import { z } from 'zod'
import { ask, type EdgeAdapter, type EdgeAnswer, EdgeFailure, inParts } from './adapter.ts'

interface CloudflareOptions {
  /** The address of its interface. */
  url: string | undefined
  token: string
  /** The id of the zone. */
  id: string
}

// https://developers.cloudflare.com/api/resources/cache/methods/purge/
const mostTags = 100
const Answer = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ code: z.number(), message: z.string() })).default([]),
})

/** Cloudflare, by its interface: by tags or, where the plan of the zone has none, everything. */
export function createCloudflare({
  url = 'https://api.cloudflare.com/client/v4',
  token,
  id,
}: CloudflareOptions): EdgeAdapter {
  const address = `${url}/zones/${id}/purge_cache`
  const { host } = new URL(address)

  async function purge(json: unknown): Promise<EdgeAnswer & { fault: string | undefined }> {
    const answer = await ask(address, {
      ...{ method: 'POST', json },
      headers: { authorization: `Bearer ${token}` },
    })
    return { ...answer, fault: findFault(answer) }
  }

  return {
    settles: 15_000,
    async purge(keys) {
      for (const tags of inParts(keys, mostTags)) {
        const { status, fault } = await purge({ tags })
        if (fault === undefined) continue
        // A wrong token, or a fault of theirs, is no matter of the plan.
        if (status === 401 || status === 403 || status >= 500) throw new EdgeFailure(`${host}: ${fault}`)
        const all = await purge({ purge_everything: true })
        if (all.fault !== undefined) throw new EdgeFailure(`${host}: ${all.fault}`)
        return
      }
    },
  }
}

/** Why an answer is no success. */
function findFault({ status, text }: EdgeAnswer): string | undefined {
  const answer = Answer.safeParse(parse(text))
  if (status === 200 && answer.data?.success) return undefined
  const [error] = answer.data?.errors ?? []
  return error ? `${status} ${error.code} ${error.message.slice(0, 200)}` : String(status)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
