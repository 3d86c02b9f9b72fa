import type { ServerResponse } from 'node:http'
import {
  createSimulatorState,
  formOf,
  type PlatformRequest,
  type PlatformSimulator,
  sendJson,
  startPlatformServer,
} from '../simulator.ts'
import { createSimulatedContainers, newMetaId, type SimulatedContainer } from './containers.ts'
import { createSimulatedPosts } from './posts.ts'
import { type MetaProtocol, refuseGraph, rejectToken, sixtyDays } from './protocol.ts'
import { createSignIn } from './sign-in.ts'

export interface MetaSimulator extends PlatformSimulator {
  userId: string
  containers: Map<string, SimulatedContainer>
  /** Lets posts that were published be absent from the list for the next readings of it. */
  hideListed(readings: number): void
}

/** Starts a server that speaks the protocol of Threads or Instagram. */
export async function startMetaSimulator(protocol: MetaProtocol): Promise<MetaSimulator> {
  const state = createSimulatorState()
  const userId = newMetaId()
  const signIn = createSignIn(protocol, state, userId)
  const { containers, create, read } = createSimulatedContainers(protocol)
  const retryAfter = () => simulator.retryAfter
  const posts = createSimulatedPosts({ protocol, state, containers, retryAfter })
  const answerVersioned = createVersioned({ protocol, state, userId, containers, create, read, posts })

  const server = await startPlatformServer(async (response, request) => {
    const call = `${request.method} ${request.url.pathname}`
    if (call === 'GET /oauth/authorize') signIn.authorize(response, request)
    else if (call === 'POST /oauth/access_token') signIn.exchangeCode(response, request)
    else if (call === 'GET /access_token') signIn.lengthen(response, request)
    else if (call === 'GET /refresh_access_token') signIn.refresh(response, request)
    else if (request.url.pathname.startsWith(`/${protocol.version}/`))
      await answerVersioned(response, request)
    else refuseGraph(response, { code: 2500, message: 'Unknown path components' }, 404)
  })

  const simulator: MetaSimulator = {
    ...server,
    ...{ userId, containers, hideListed: posts.hideListed },
    ...{ client: state.client, shown: state.shown, counts: state.counts, retryAfter: state.retryAfter },
    ...{ failNext: state.failNext, expireToken: state.expireToken },
    grant() {
      const ends = new Date(Date.now() + sixtyDays * 1000)
      const { accessToken } = state.tokens()
      const scopes = [...protocol.scopes]
      return { accessToken, refreshToken: null, expiresAt: ends, refreshExpiresAt: ends, scopes }
    },
  }
  return simulator
}

interface VersionedOptions
  extends Pick<ReturnType<typeof createSimulatedContainers>, 'containers' | 'create' | 'read'> {
  protocol: MetaProtocol
  state: ReturnType<typeof createSimulatorState>
  userId: string
  posts: ReturnType<typeof createSimulatedPosts>
}

/** Answers the calls that need an access token. */
function createVersioned({ protocol, state, userId, containers, create, read, posts }: VersionedOptions) {
  const usage = () => [
    { quota_usage: state.shown.length, config: { quota_total: protocol.total, quota_duration: 86_400 } },
  ]

  return async (response: ServerResponse, request: PlatformRequest) => {
    const sent = request.method === 'POST' ? formOf(request) : request.url.searchParams
    const token = sent.get('access_token')
    if (!state.accepts(token ?? undefined)) return rejectToken(response, token)
    const [, , node = '', edge = ''] = request.url.pathname.split('/')
    const call = `${request.method} ${node === userId ? 'user' : node}/${edge}`
    if (call === 'GET me/') return sendJson(response, 200, protocol.profile(userId))
    if (call === 'GET debug_token/')
      return sendJson(response, 200, { data: { is_valid: true, scopes: protocol.scopes } })
    if (call === `POST user/${protocol.posts}`) return create(response, request)
    if (call === `POST user/${protocol.publish}`) return posts.publish(response, request)
    if (call === `GET user/${protocol.posts}`) return posts.list(response)
    if (call === `GET user/${protocol.limit}`) return sendJson(response, 200, { data: usage() })
    const [container, post] = [containers.get(node), posts.find(node)]
    if (container && edge === '') return read(response, container)
    if (!post) {
      const message = `Unsupported request. Object with ID '${node}' does not exist`
      return refuseGraph(response, { code: 100, error_subcode: 33, message })
    }
    if (edge === 'insights') return posts.readInsights(response, request)
    if (request.method === 'DELETE') return posts.remove(response, node)
    sendJson(response, 200, { id: node, permalink: post.url })
  }
}
