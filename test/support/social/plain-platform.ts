import type { Platform, PublishContext } from '#features/social/platforms/platform.ts'
import { createPlatformCalls, readJson } from '#features/social/platforms/platform-calls.ts'
import { createSimulatorState, publishOrFail, sendJson, startPlatformServer } from './simulator.ts'

/** The platform in whose place it stands. */
export const plainPlatformId = 'threads'

/** A platform that stores nothing but texts: with a step that prepares, and a list that can be asked what is there. */
export async function startPlainSimulator() {
  const state = createSimulatorState()
  let canSearch = true
  let delay = 0
  const server = await startPlatformServer(async (response, request) => {
    if (!state.accepts(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]))
      return sendJson(response, 401, { error: 'The token has expired.' })
    if (request.method === 'GET')
      return sendJson(response, canSearch ? 200 : 404, { posts: canSearch ? state.shown : [] })
    if (request.url.pathname === '/prepare') return sendJson(response, 200, { container: 'c1' })
    const { key, text } = JSON.parse(request.body.toString())
    if (delay > 0) await new Promise((done) => setTimeout(done, delay))
    publishOrFail(state, response, {
      act: () => ({
        id: key,
        url: `${server.origin}/p/${key}`,
        text,
        title: '',
        target: {},
        files: [],
        at: new Date(),
      }),
      succeed: ({ id, url }) => sendJson(response, 201, { id, url }),
      refuse: () => sendJson(response, 403, { error: 'Words of this kind are not allowed here.' }),
      rejectToken: () => sendJson(response, 401, { error: 'The token has expired.' }),
      limit: () => sendJson(response, 429, { error: 'Slow down.' }, { 'retry-after': state.retryAfter }),
    })
  })
  return {
    ...server,
    state,
    /** How often each key was published. */
    countEffects: () => Map.groupBy(state.shown, ({ id }) => id),
    hideList() {
      canSearch = false
    },
    setDelay(milliseconds: number) {
      delay = milliseconds
    },
  }
}

/** The adapter of that platform. */
export function createPlainPlatform(origin: string): Platform {
  const calls = createPlatformCalls({ userAgent: 'test', now: () => new Date() })
  const sentenceOf = (body: string) => {
    const json = readJson(body)
    return json !== null && typeof json === 'object' && 'error' in json ? String(json.error) : undefined
  }
  async function call(path: string, context: PublishContext, body?: object) {
    const answer = await calls.call(origin + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${context.accessToken}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      ...{ signal: context.signal, secrets: [context.accessToken], observe: context.observe },
    })
    return JSON.parse(calls.requireSuccess(answer, sentenceOf).body)
  }
  return {
    id: plainPlatformId,
    capabilities: {
      ...{ connection: 'oauth', publishing: 'automatic', needsApproval: false, costsMoney: false },
      ...{ needsPublicSite: false, canFind: true, canRemove: false, hasFigures: false },
    },
    pace: { atOnce: 4, perMinute: 1_000_000 },
    publishing: {
      async prepare(context, progress) {
        if (progress === null) {
          const { container } = await call('/prepare', context, { text: context.content.text })
          return { isReady: false, progress: { container }, wait: 0 }
        }
        return { isReady: true, progress }
      },
      async publish(context) {
        const { id, url } = await call('/publish', context, {
          ...{ key: context.idempotencyKey, text: context.content.text },
        })
        return { id, url }
      },
      async find(context) {
        const answer = await calls.call(`${origin}/posts`, {
          headers: { authorization: `Bearer ${context.accessToken}` },
          ...{ signal: context.signal, secrets: [context.accessToken], observe: context.observe },
        })
        if (answer.status === 404) return { state: 'unknown' }
        const { posts } = JSON.parse(calls.requireSuccess(answer, sentenceOf).body)
        const post = posts.find(({ id }: { id: string }) => id === context.idempotencyKey)
        return post ? { state: 'published', published: { id: post.id, url: post.url } } : { state: 'absent' }
      },
    },
  }
}
