import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { PlatformEndpoints } from '#features/social/platforms/endpoints.ts'
import type { Grant } from '#features/social/platforms/platform.ts'
import { createAuthorizationCodes } from './protocol/authorization-code.ts'
import {
  bearerOf,
  createSimulatorState,
  formOf,
  type PlatformRequest,
  type PlatformSimulator,
  publishOrFail,
  refusalSentence,
  type ShownPost,
  sendJson,
  startPlatformServer,
} from './simulator.ts'

const days = 24 * 3_600_000
const partLength = 4 * 1024 * 1024
const author = 'urn:li:person:AbC-12'

interface Asset {
  type: string
  /** Of a video: the bytes of each part, in their order. */
  parts: (Buffer | undefined)[]
  status: 'WAITING_UPLOAD' | 'PROCESSING' | 'AVAILABLE'
}

/** LinkedIn with one member. https://learn.microsoft.com/en-us/linkedin/ */
export async function startLinkedinSimulator({ givesRefreshTokens = true } = {}): Promise<
  PlatformSimulator & {
    endpoints: PlatformEndpoints['linkedin']
    expireUploads(areOver?: boolean): void
    failUploads(...parts: number[]): void
  }
> {
  const state = createSimulatorState()
  const codes = createAuthorizationCodes(state.client)
  const assets = new Map<string, Asset>()
  let uploadsAreOver = false
  const failingParts: number[] = []

  const server = await startPlatformServer((response, request) => {
    const { pathname } = request.url
    if (pathname === '/oauth/v2/authorization') return codes.authorize(response, request)
    if (pathname === '/oauth/v2/accessToken') return giveTokens(response, request)
    if (pathname === '/oauth/v2/revoke') return revoke(response, request)
    if (pathname.startsWith('/dms-uploads/')) return takeUpload(response, request)
    if (!state.accepts(bearerOf(request))) return rejectToken(response)
    if (pathname === '/v2/userinfo')
      return sendJson(response, 200, { sub: 'AbC-12', name: 'Ana Acme', locale: { language: 'es' } })
    if (!/^20\d{4}$/.test(String(request.headers['linkedin-version'])))
      return fail(response, 400, 'VERSION_MISSING', 'A version must be present.')
    answerRest(response, request)
  })

  const fail = (response: ServerResponse, status: number, code: string, message: string, headers = {}) =>
    sendJson(response, status, { status, code, message }, headers)
  const rejectToken = (response: ServerResponse) =>
    fail(response, 401, 'INVALID_ACCESS_TOKEN', 'Invalid access token')

  function giveTokens(response: ServerResponse, request: PlatformRequest) {
    const form = formOf(request)
    const refuse = (status: number, error: string, description: string) =>
      sendJson(response, status, { error, error_description: description })
    if (!codes.isClient(form)) return refuse(401, 'invalid_client', 'Client authentication failed')
    if (form.get('grant_type') === 'refresh_token') {
      if (!state.acceptsRefresh(form.get('refresh_token')))
        return refuse(400, 'invalid_request', 'The provided refresh token is invalid, expired or revoked.')
      state.renew({ keepsRefresh: true })
      state.counts.renewals++
    } else if (!codes.redeem(form))
      return refuse(400, 'invalid_grant', 'Unable to retrieve access token: authorization code not found')
    const { accessToken, refreshToken } = state.tokens()
    sendJson(response, 200, {
      ...{ access_token: accessToken, expires_in: 5_184_000, scope: 'openid,profile,w_member_social' },
      ...(givesRefreshTokens && { refresh_token: refreshToken, refresh_token_expires_in: 31_536_000 }),
    })
  }

  function revoke(response: ServerResponse, request: PlatformRequest) {
    const form = formOf(request)
    if (!codes.isClient(form)) return sendJson(response, 401, { error: 'invalid_client' })
    if (state.accepts(form.get('token') ?? undefined)) {
      state.counts.revocations++
      state.expireToken()
    }
    response.writeHead(200).end()
  }

  function answerRest(response: ServerResponse, request: PlatformRequest) {
    const { method, url, body } = request
    const route = `${method} ${url.pathname}${url.search}`
    if (route === 'POST /rest/images?action=initializeUpload') return beginImage(response)
    if (route === 'POST /rest/videos?action=initializeUpload')
      return beginVideo(response, JSON.parse(body.toString()).initializeUploadRequest)
    if (route === 'POST /rest/videos?action=finalizeUpload')
      return finalize(response, JSON.parse(body.toString()).finalizeUploadRequest)
    if (route === 'POST /rest/posts') return createPost(response, JSON.parse(body.toString()))
    const [, kind, urn = ''] = /^\/rest\/(videos|posts)\/(.+)$/.exec(url.pathname) ?? []
    if (kind === 'videos' && method === 'GET') return describeVideo(response, decodeURIComponent(urn))
    if (kind === 'posts' && method === 'DELETE') {
      const index = state.shown.findIndex(({ id }) => id === decodeURIComponent(urn))
      if (index !== -1) state.shown.splice(index, 1)
      return void response.writeHead(204).end()
    }
    fail(response, 404, 'NOT_FOUND', 'No virtual resource found')
  }

  const end = () => Date.now() + (uploadsAreOver ? -1 : 3_600_000)
  const addressOf = (urn: string, part: number) =>
    `${server.origin}/dms-uploads/${encodeURIComponent(urn)}/${part}?ut=${randomBytes(4).toString('hex')}`

  function beginImage(response: ServerResponse) {
    const urn = `urn:li:image:${randomBytes(6).toString('hex')}`
    assets.set(urn, { type: 'image/jpeg', parts: [undefined], status: 'WAITING_UPLOAD' })
    const value = { uploadUrl: addressOf(urn, 0), image: urn, uploadUrlExpiresAt: end() }
    sendJson(response, 200, { value })
  }

  function beginVideo(response: ServerResponse, { fileSizeBytes: size }: { fileSizeBytes: number }) {
    const urn = `urn:li:video:${randomBytes(6).toString('hex')}`
    const count = Math.ceil(size / partLength)
    assets.set(urn, { type: 'video/mp4', parts: Array(count).fill(undefined), status: 'WAITING_UPLOAD' })
    const uploadInstructions = Array.from({ length: count }, (_, part) => ({
      ...{ uploadUrl: addressOf(urn, part), firstByte: part * partLength },
      lastByte: Math.min(size, (part + 1) * partLength) - 1,
    }))
    sendJson(response, 200, {
      value: { video: urn, uploadToken: '', uploadUrlsExpireAt: end(), uploadInstructions },
    })
  }

  function takeUpload(response: ServerResponse, { method, url, body }: PlatformRequest) {
    const [, urn = '', part = ''] = /^\/dms-uploads\/([^/]+)\/(\d+)$/.exec(url.pathname) ?? []
    const asset = assets.get(decodeURIComponent(urn))
    if (!asset || method !== 'PUT' || uploadsAreOver) return void response.writeHead(403).end()
    if (failingParts.includes(Number(part))) {
      failingParts.splice(failingParts.indexOf(Number(part)), 1)
      return void response.writeHead(503).end()
    }
    asset.parts[Number(part)] = body
    if (asset.type.startsWith('image/')) asset.status = 'AVAILABLE'
    response.writeHead(201, { etag: `"${etagOf(decodeURIComponent(urn), Number(part))}"` }).end()
  }

  const etagOf = (urn: string, part: number) => `part-${part}-of-${urn}`

  function finalize(response: ServerResponse, sent: { video: string; uploadedPartIds: string[] }) {
    const asset = assets.get(sent.video)
    const isWhole = asset?.parts.every(
      (part, index) => part && sent.uploadedPartIds[index] === etagOf(sent.video, index),
    )
    if (!asset || !isWhole) return fail(response, 400, 'BAD_REQUEST', 'The parts do not match.')
    asset.status = 'PROCESSING'
    response.writeHead(200).end()
  }

  /** It is ready when it is asked for the second time. */
  function describeVideo(response: ServerResponse, urn: string) {
    const asset = assets.get(urn)
    if (!asset) return fail(response, 404, 'NOT_FOUND', 'No such video')
    const { status } = asset
    if (status === 'PROCESSING') asset.status = 'AVAILABLE'
    sendJson(response, 200, { id: urn, status, owner: author })
  }

  function createPost(response: ServerResponse, post: LinkedinPost) {
    const media = post.content?.multiImage?.images ?? (post.content?.media ? [post.content.media] : [])
    const isKnown = media.every(({ id }) => assets.get(id)?.status === 'AVAILABLE')
    if (post.author !== author || post.lifecycleState !== 'PUBLISHED' || !isKnown)
      return fail(response, 422, 'INVALID', 'The post is not valid.')
    publishOrFail(state, response, {
      act: () => {
        const id = `urn:li:share:${randomBytes(6).toString('hex')}`
        return {
          ...{ id, url: `https://www.linkedin.com/feed/update/${id}/`, title: '', target: {} },
          ...{ text: readLittleText(post.commentary), at: new Date() },
          files: media.map((one) => shownFile(assets.get(one.id), one.altText)),
        }
      },
      succeed: ({ id }) => response.writeHead(201, { 'x-restli-id': id }).end(),
      refuse: () => fail(response, 422, 'MISSING_REQUIRED_FIELD', refusalSentence),
      rejectToken: () => rejectToken(response),
      limit: () =>
        fail(response, 429, 'TOO_MANY_REQUESTS', 'Resource level throttle MEMBER DAY limit is reached.', {
          ...(state.retryAfter && { 'retry-after': state.retryAfter }),
        }),
    })
  }

  return Object.assign(state, {
    ...{ origin: server.origin, received: server.received, close: server.close },
    endpoints: { site: server.origin, api: server.origin },
    /** Ends the addresses of all uploads, or those that are begun next. */
    expireUploads(areOver = true) {
      uploadsAreOver = areOver
    },
    /** Lets these parts of an upload go wrong once each. */
    failUploads: (...parts: number[]) => void failingParts.push(...parts),
    grant(): Grant {
      const { accessToken, refreshToken } = state.tokens()
      const expiresAt = new Date(Date.now() + 60 * days)
      return {
        ...{ accessToken, expiresAt, scopes: ['openid', 'profile', 'w_member_social'] },
        refreshToken: givesRefreshTokens ? refreshToken : null,
        refreshExpiresAt: givesRefreshTokens ? new Date(Date.now() + 365 * days) : expiresAt,
      }
    },
  })
}

interface LinkedinPost {
  author: string
  commentary: string
  lifecycleState: string
  content?: {
    media?: { id: string; altText?: string }
    multiImage?: { images: { id: string; altText?: string }[] }
  }
}

const shownFile = (asset: Asset | undefined, alternativeText = ''): ShownPost['files'][number] => ({
  type: asset?.type ?? '',
  bytes: Buffer.concat(asset?.parts.filter((part) => part !== undefined) ?? []).length,
  alternativeText,
})

/** What LinkedIn shows of a commentary: nothing after a reserved letter that is not escaped. */
function readLittleText(commentary: string): string {
  let text = ''
  for (let rest = commentary; rest !== ''; ) {
    const [piece, tag, escaped, plain] =
      /^\{hashtag\|\\#\|((?:\\.|[^\\}])+)\}|^\\(.)|^([^\\|{}@[\]()<>#*_~]+)/s.exec(rest) ?? []
    if (piece === undefined) break
    text += tag === undefined ? (escaped ?? plain ?? '') : `#${tag.replace(/\\(.)/g, '$1')}`
    rest = rest.slice(piece.length)
  }
  return text
}
