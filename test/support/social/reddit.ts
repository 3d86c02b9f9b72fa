import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { PlatformEndpoints } from '#features/social/platforms/endpoints.ts'
import { fieldsOf, readMultipart } from './protocol/multipart.ts'
import { createOAuthPages } from './protocol/oauth-pages.ts'
import {
  bearerOf,
  createSimulatorState,
  formOf,
  type PlatformRequest,
  type PlatformSimulator,
  publishOrFail,
  refusalSentence,
  type ShownPost,
  type SimulatorState,
  sendJson,
  startPlatformServer,
} from './simulator.ts'

const user = { id: 'k3x9a', name: 'SalesAcademy' }
const scopes = ['identity', 'read', 'submit', 'flair', 'edit', 'history', 'mysubreddits']
const subreddits = ['sales_tips', 'Marketing']
export const redditFlair = { id: '0f3c1c2e-9b7e-11ec-8c7e-0a1b2c3d4e5f', text: 'News & offers' }

export interface RedditSimulator extends PlatformSimulator {
  endpoints: PlatformEndpoints['reddit']
  /** Pictures in the store, by their addresses. */
  stored: Map<string, { assetId: string; type: string; bytes: number }>
  /** How many posts the next listings leave out, newest first. */
  hidden: number
  /** What the next submission is refused with, in `json.errors`. */
  refuseWith: [string, string, string] | undefined
}

/** A server that speaks the API of Reddit, and that of the store of its pictures. */
export async function startRedditSimulator(): Promise<RedditSimulator> {
  const state: State = Object.assign(createSimulatorState(), {
    ...{ stored: new Map(), hidden: 0, refuseWith: undefined, leases: new Map(), origin: '' },
  })
  const fail = (status: number, message: string) => (response: ServerResponse) =>
    sendJson(response, status, { message, error: status })
  const answerOAuth = createOAuthPages(state, {
    paths: {
      authorize: '/api/v1/authorize',
      token: '/api/v1/access_token',
      revoke: '/api/v1/revoke_token',
    },
    ...{ scopes, usesPkce: false, clientAuthentication: 'basic', expiresIn: 86_400, keepsRefresh: true },
    parameters: { duration: 'permanent' },
    refuseClient: fail(401, 'Unauthorized'),
    refuseCode: (response) => sendJson(response, 200, { error: 'invalid_grant' }),
    refuseRefresh: fail(400, 'Bad Request'),
    revokedStatus: 204,
  })
  const server = await startPlatformServer((response, request) => {
    const { method } = request
    const { pathname } = request.url
    if (method === 'POST' && pathname === '/store') return store(state, response, request)
    // Clients that do not say what they are get next to nothing.
    if (pathname !== '/api/v1/authorize' && !/^web:[\w-]+:v/.test(request.headers['user-agent'] ?? ''))
      return fail(429, 'Too Many Requests')(response)
    if (answerOAuth(response, request)) return
    if (!state.accepts(bearerOf(request))) return rejectToken(response, request)
    if (method === 'GET') return answerGet(state, response, request)
    if (pathname === '/api/media/asset.json') return lease(state, response, request)
    if (pathname === '/api/submit')
      return submit(state, response, request, Object.fromEntries(formOf(request)))
    if (pathname === '/api/submit_gallery_post.json')
      return submit(state, response, request, {
        kind: 'gallery',
        ...JSON.parse(request.body.toString('utf8')),
      })
    if (pathname !== '/api/del') return fail(404, 'Not Found')(response)
    const index = state.shown.findIndex(({ id }) => id === formOf(request).get('id'))
    if (index >= 0) state.shown.splice(index, 1)
    sendJson(response, 200, {})
  })
  return Object.assign(state, server, {
    endpoints: { site: server.origin, api: server.origin },
    grant: () => ({
      ...state.tokens(),
      expiresAt: new Date(Date.now() + 86_400_000),
      refreshExpiresAt: null,
      scopes,
    }),
  })
}

type State = SimulatorState &
  Pick<RedditSimulator, 'stored' | 'hidden' | 'refuseWith'> & {
    origin: string
    leases: Map<string, { assetId: string; type: string }>
  }

function lease(state: State, response: ServerResponse, request: PlatformRequest) {
  const form = formOf(request)
  const assetId = randomBytes(6).toString('hex')
  const key = `rte_images/${assetId}`
  state.leases.set(key, { assetId, type: form.get('mimetype') ?? '' })
  sendJson(response, 200, {
    args: {
      action: `${state.origin.replace('http:', '')}/store`,
      fields: [
        { name: 'key', value: key },
        { name: 'Content-Type', value: form.get('mimetype') },
        { name: 'x-amz-storage-class', value: 'STANDARD' },
      ],
    },
    asset: { asset_id: assetId, processing_state: 'incomplete', websocket_url: 'wss://ws.reddit.example/1' },
  })
}

/** The store, which knows nobody but who has a lease. */
function store(state: State, response: ServerResponse, request: PlatformRequest) {
  const parts = readMultipart(request)
  const { key = '' } = fieldsOf(parts)
  const leased = state.leases.get(key)
  const file = parts.at(-1)
  if (!leased || request.headers.authorization !== undefined || file?.name !== 'file')
    return void response
      .writeHead(403)
      .end('<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>')
  state.stored.set(`${state.origin}/store/${key}`, { ...leased, bytes: file.content.length })
  response.writeHead(201).end('<PostResponse/>')
}

type Fields = Record<string, string> & { items?: { media_id: string }[] | string }

/** A refusal that repeats the request, as whoever stands between may do. */
const rejectToken = (response: ServerResponse, { headers }: PlatformRequest) =>
  sendJson(response, 401, { message: 'Unauthorized', error: 401, request: headers })

function submit(state: State, response: ServerResponse, request: PlatformRequest, fields: Fields) {
  const { kind, sr = '', title = '', text = '', url = '', flair_id: flair = '', items } = fields
  const refuse = (...error: [string, string, string]) =>
    sendJson(response, 200, { json: { errors: [error] } })
  const refusal = state.refuseWith
  state.refuseWith = undefined
  if (refusal) return refuse(...refusal)
  if (!subreddits.some((one) => one.toLowerCase() === sr.toLowerCase()))
    return refuse('SUBREDDIT_NOEXIST', "Hmm, that community doesn't exist. Try checking the spelling.", 'sr')
  if (title === '') return refuse('NO_TEXT', 'Please enter a title.', 'title')
  if (title.length > 300) return refuse('TOO_LONG', 'This field must be under 300 characters', 'title')
  if (flair !== '' && flair !== redditFlair.id)
    return refuse('BAD_FLAIR_TEMPLATE_ID', 'Flair template not found', 'flair')
  const pictures = [...state.stored.entries()].filter(([address, { assetId }]) =>
    Array.isArray(items)
      ? items.some((item) => item.media_id === assetId)
      : kind === 'image' && address === url,
  )
  const wanted = Array.isArray(items) ? items.length : kind === 'image' ? 1 : 0
  if (pictures.length !== wanted) return refuse('INVALID_IMAGE', 'The picture is not there.', 'url')
  const id = `t3_${randomBytes(4).toString('hex')}`
  const permalink = `/r/${sr}/comments/${id.slice(3)}/a_title/`
  const post: ShownPost = {
    ...{ id, text, title, at: new Date(), url: `${state.origin}${permalink}` },
    target: { subreddit: sr, kind: kind ?? '', url, ...(flair && { flair }) },
    files: pictures.map(([, { type, bytes }]) => ({ type, bytes, alternativeText: '' })),
  }
  const shownAt = { url: post.url, id: id.slice(3), name: id, drafts_count: 0 }
  const pending = {
    user_submitted_page: `${state.origin}/user/${user.name}/submitted/`,
    websocket_url: 'wss://x',
  }
  publishOrFail(state, response, {
    act: () => post,
    succeed: () =>
      sendJson(response, 200, { json: { errors: [], data: kind === 'image' ? pending : shownAt } }),
    refuse: () => refuse('SUBREDDIT_NOTALLOWED', refusalSentence, 'sr'),
    rejectToken: () => rejectToken(response, request),
    limit: () => limit(state, response),
  })
}

/** Seconds are told as Reddit does; a date as `Retry-After`, which gateways send. */
function limit({ retryAfter }: SimulatorState, response: ServerResponse) {
  const headers = /^\d+$/.test(retryAfter)
    ? { 'x-ratelimit-remaining': '0.0', 'x-ratelimit-used': '100', 'x-ratelimit-reset': retryAfter }
    : { 'retry-after': retryAfter }
  sendJson(response, 429, { message: 'Too Many Requests', error: 429 }, headers)
}

function answerGet(state: State, response: ServerResponse, { url }: PlatformRequest) {
  const { pathname, searchParams } = url
  const list = (children: object[], after: string | null = null) =>
    sendJson(response, 200, {
      kind: 'Listing',
      data: { children: children.map((data) => ({ data })), after },
    })
  const [, where] = /^\/subreddits\/mine\/(\w+)$/.exec(pathname) ?? []
  if (pathname === '/api/v1/me') {
    const headers = { 'x-ratelimit-remaining': '96.0', 'x-ratelimit-used': '4', 'x-ratelimit-reset': '120' }
    return sendJson(response, 200, user, headers)
  }
  if (where !== undefined) {
    const names = where === 'moderator' ? subreddits.slice(1) : [...subreddits, 'banned_here']
    return list(
      names.map((name) => ({
        ...{ display_name: name, display_name_prefixed: `r/${name}` },
        user_is_banned: name === 'banned_here',
      })),
    )
  }
  if (pathname === '/r/sales_tips/api/link_flair_v2')
    return sendJson(response, 200, [redditFlair, { id: 'x', text: 'Staff', mod_only: true }])
  if (pathname === '/api/info') {
    const known = state.shown.some(({ id }) => id === searchParams.get('id'))
    return list(known ? [{ score: 12, num_comments: 5 }] : [])
  }
  if (pathname !== `/user/${user.name}/submitted`)
    return sendJson(response, 403, { message: 'Forbidden', error: 403 })
  const visible = state.shown.toReversed().slice(state.hidden)
  const start = Number(searchParams.get('after') ?? 0)
  const page = visible.slice(start, start + 5).map(({ id, text, title, at, url: address, target }) => ({
    ...{ name: id, title: title.trim().replace(/\s+/g, ' '), subreddit: target.subreddit },
    ...{ created_utc: at.getTime() / 1000, permalink: new URL(address).pathname },
    ...{ is_self: target.kind === 'self', selftext: text.trim(), url: target.url || address },
  }))
  list(page, start + 5 < visible.length ? String(start + 5) : null)
}
