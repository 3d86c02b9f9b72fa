import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { PlatformEndpoints } from '#features/social/platforms/endpoints.ts'
import { fieldsOf, readMultipart } from './protocol/multipart.ts'
import { createOAuthPages } from './protocol/oauth-pages.ts'
import {
  bearerOf,
  createSimulatorState,
  type PlatformRequest,
  type PlatformSimulator,
  publishOrFail,
  refusalSentence,
  type SimulatorState,
  sendJson,
  startPlatformServer,
} from './simulator.ts'

const user = { id: '2244994945', name: 'Sales academy', username: 'sales_academy' }
const scopes = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access']

interface Upload {
  type: string
  bytes: number
  parts: Buffer[]
  isFinal: boolean
  /** How often it still says that it is being processed. */
  rounds: number
  alternativeText: string
}

export interface TwitterSimulator extends PlatformSimulator {
  endpoints: PlatformEndpoints['twitter']
  /** Uploads by their ids. A test may remove one, as the platform does after a day. */
  uploads: Map<string, Upload>
  /** How many posts the next listings leave out, newest first. */
  hidden: number
  /** Whether the next videos cannot be processed. */
  failsVideos: boolean
}

/** A server that speaks the API 2 of X. */
export async function startTwitterSimulator(): Promise<TwitterSimulator> {
  const state = Object.assign(createSimulatorState(), {
    uploads: new Map<string, Upload>(),
    hidden: 0,
    failsVideos: false,
  })
  const answerOAuth = createOAuthPages(state, {
    paths: { authorize: '/i/oauth2/authorize', token: '/2/oauth2/token', revoke: '/2/oauth2/revoke' },
    ...{ scopes, usesPkce: true, clientAuthentication: 'basic', expiresIn: 7200, keepsRefresh: false },
    refuseRefresh: (response) =>
      sendJson(response, 400, {
        error: 'invalid_request',
        error_description: 'Value passed for the token was invalid.',
      }),
    revokedStatus: 200,
  })
  const server = await startPlatformServer((response, request) => {
    if (answerOAuth(response, request)) return
    if (!state.accepts(bearerOf(request))) return rejectToken(response, request)
    const { method } = request
    const { pathname } = request.url
    if (pathname.startsWith('/2/media/')) return answerMedia(state, response, request)
    if (method === 'POST' && pathname === '/2/tweets') return create(state, response, request)
    if (method === 'GET' && pathname === '/2/users/me') return sendJson(response, 200, { data: user })
    if (method === 'GET' && pathname === `/2/users/${user.id}/tweets`) return list(state, response, request)
    const [, id] = /^\/2\/tweets\/(\d+)$/.exec(pathname) ?? []
    const index = state.shown.findIndex((post) => post.id === id)
    if (index < 0) return refuse(response, 404, 'Not Found Error', 'Could not find tweet with id')
    if (method === 'GET') return sendJson(response, 200, { data: { id, public_metrics: metrics } })
    if (method !== 'DELETE') return refuse(response, 405, 'Method Not Allowed', 'No such method')
    state.shown.splice(index, 1)
    sendJson(response, 200, { data: { deleted: true } })
  })
  return Object.assign(state, server, {
    endpoints: { site: server.origin, api: server.origin },
    grant: () => ({
      ...state.tokens(),
      expiresAt: new Date(Date.now() + 7_200_000),
      refreshExpiresAt: null,
      scopes,
    }),
  })
}

const metrics = {
  ...{ retweet_count: 3, reply_count: 2, like_count: 11, quote_count: 1 },
  ...{ bookmark_count: 4, impression_count: 900 },
}

const refuse = (response: ServerResponse, status: number, title: string, detail: string, headers = {}) =>
  sendJson(response, status, { title, detail, type: 'about:blank', status }, headers)

/** A refusal that repeats the request, as whoever stands between may do. */
const rejectToken = (response: ServerResponse, { headers }: PlatformRequest) =>
  sendJson(response, 401, { title: 'Unauthorized', detail: 'Unauthorized', request: headers })

/** Seconds are told as X does, by the end of the window; a date as `Retry-After`, which gateways send. */
function limit({ retryAfter }: SimulatorState, response: ServerResponse): void {
  const reset = Math.floor(Date.now() / 1000) + Number(retryAfter)
  const headers = Number.isNaN(reset)
    ? { 'retry-after': retryAfter }
    : { 'x-rate-limit-limit': 100, 'x-rate-limit-remaining': 0, 'x-rate-limit-reset': reset }
  refuse(response, 429, 'Too Many Requests', 'Too Many Requests', headers)
}

type State = SimulatorState & Pick<TwitterSimulator, 'uploads' | 'hidden' | 'failsVideos'>

function create(state: State, response: ServerResponse, request: PlatformRequest) {
  const asked: { text?: string; media?: { media_ids: string[] } } = JSON.parse(request.body.toString('utf8'))
  const text = asked.text ?? ''
  const media = asked.media?.media_ids ?? []
  const uploads = media.map((id) => state.uploads.get(id))
  if (uploads.some((upload) => upload?.isFinal !== true || upload.rounds > 0))
    return refuse(response, 400, 'Invalid Request', 'Your media IDs are invalid.')
  if (text === '' && media.length === 0) return refuse(response, 400, 'Invalid Request', 'Nothing to post.')
  if (state.shown.some((post) => post.text === text && text !== ''))
    return refuse(response, 403, 'Forbidden', 'You are not allowed to create a Tweet with duplicate content.')
  const id = `19${Date.now()}${String(state.shown.length).padStart(4, '0')}`
  publishOrFail(state, response, {
    act: () => ({
      ...{ id, text, title: '', url: `https://x.com/${user.username}/status/${id}`, at: new Date() },
      target: { media: media.join(',') },
      files: uploads.flatMap((upload) =>
        upload ? [{ type: upload.type, bytes: upload.bytes, alternativeText: upload.alternativeText }] : [],
      ),
    }),
    succeed: () => sendJson(response, 201, { data: { id, text } }),
    refuse: () => refuse(response, 403, 'Forbidden', refusalSentence),
    rejectToken: () => rejectToken(response, request),
    limit: () => limit(state, response),
  })
}

/** Posts as they are listed: with short links, escaped markup, and a link to their media. Ten on a page. */
function list(state: State, response: ServerResponse, { url }: PlatformRequest) {
  const since = Date.parse(url.searchParams.get('start_time') ?? '')
  const newest = state.shown.filter(({ at }) => at.getTime() >= since).toReversed()
  const visible = newest.slice(state.hidden)
  const start = Number(url.searchParams.get('pagination_token') ?? 0)
  const data = visible.slice(start, start + 10).map(({ id, text, target }) => {
    const urls: { url: string; expanded_url: string; media_key?: string }[] = []
    const short = () => `https://t.co/${randomBytes(5).toString('hex')}`
    const withLinks = text.replace(/(https?:\/\/)?[a-z]+\.(example|com)\/?[\w/?=&.-]*/g, (link) => {
      urls.push({ url: short(), expanded_url: link.startsWith('http') ? link : `http://${link}` })
      return urls.at(-1)?.url ?? ''
    })
    const ids = target.media ? target.media.split(',') : []
    const keys = ids.map((one) => `3_${one}`)
    const [key] = keys
    if (key) urls.push({ url: short(), expanded_url: `https://x.com/a/status/${id}/photo/1`, media_key: key })
    const escaped = withLinks.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    return {
      ...{ id, text: key ? `${escaped} ${urls.at(-1)?.url}`.trim() : escaped, entities: { urls } },
      ...(keys.length > 0 && { attachments: { media_keys: keys } }),
    }
  })
  const next = start + 10 < visible.length ? { next_token: String(start + 10) } : {}
  sendJson(response, 200, {
    ...(data.length > 0 && { data }),
    meta: { result_count: data.length, ...next },
  })
}

function answerMedia(state: State, response: ServerResponse, request: PlatformRequest) {
  const { pathname, searchParams } = request.url
  const json = (): Record<string, unknown> => JSON.parse(request.body.toString('utf8'))
  if (pathname === '/2/media/upload/initialize') {
    const { media_type: type, total_bytes: bytes } = json()
    const id = `17${randomBytes(6).readUIntBE(0, 6)}`
    const rounds = type === 'video/mp4' ? 2 : 0
    const upload = { type: String(type), bytes: Number(bytes), parts: [], isFinal: false, rounds }
    state.uploads.set(id, { ...upload, alternativeText: '' })
    return sendJson(response, 200, { data: { id, media_key: `3_${id}`, expires_after_secs: 86_400 } })
  }
  if (pathname === '/2/media/metadata') {
    const { id, metadata } = json() as { id: string; metadata: { alt_text: { text: string } } }
    const upload = state.uploads.get(id)
    if (!upload) return refuse(response, 400, 'Invalid Request', 'No such media.')
    upload.alternativeText = metadata.alt_text.text
    return sendJson(response, 200, { data: { id } })
  }
  const [, inPath, action] = /^\/2\/media\/upload\/(\d+)\/(append|finalize)$/.exec(pathname) ?? []
  const id = inPath ?? searchParams.get('media_id') ?? ''
  const upload = state.uploads.get(id)
  if (!upload) return refuse(response, 400, 'Invalid Request', 'The media id is invalid or has expired.')
  if (action === 'append') {
    const parts = readMultipart(request)
    const content = parts.find(({ name }) => name === 'media')?.content
    if (!content || content.length > 5_000_000)
      return refuse(response, 400, 'Invalid Request', 'Invalid segment.')
    upload.parts[Number(fieldsOf(parts).segment_index)] = content
    return sendJson(response, 200, { data: { expires_at: 1 } })
  }
  if (action === 'finalize') {
    const arrived = upload.parts.reduce((sum, part) => sum + part.length, 0)
    if (arrived !== upload.bytes) return refuse(response, 400, 'Invalid Request', 'Segments are missing.')
    upload.isFinal = true
  } else upload.rounds -= 1
  const isFailed = state.failsVideos && upload.type === 'video/mp4'
  sendJson(response, 200, { data: { id, ...processingOf(upload, isFailed) } })
}

function processingOf({ type, rounds }: Upload, isFailed: boolean): object {
  if (type !== 'video/mp4') return {}
  if (rounds > 0) return { processing_info: { state: 'in_progress', check_after_secs: 1 } }
  if (!isFailed) return { processing_info: { state: 'succeeded' } }
  return { processing_info: { state: 'failed', error: { code: 1, message: 'Invalid video' } } }
}
