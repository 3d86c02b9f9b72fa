import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import type { PlatformEndpoints } from '#features/social/platforms/endpoints.ts'
import {
  bearerOf,
  createSimulatorState,
  type PlatformRequest,
  type PlatformSimulator,
  startPlatformServer,
} from './simulator.ts'
import { refuseTiktok, sendData } from './tiktok/answers.ts'
import {
  createSimulatedInits,
  createSimulatedUpload,
  type SimulatedPost,
  type TiktokWorld,
} from './tiktok/posts.ts'
import { createTiktokSignIn, tiktokScopes } from './tiktok/sign-in.ts'

export const tiktokUserName = 'acme.team'

export interface TiktokSimulator extends PlatformSimulator {
  endpoints: PlatformEndpoints['tiktok']
  posts: Map<string, SimulatedPost>
  /** Which privacy the account may choose. */
  privacyOptions: string[]
  longestVideo: number
}

/** Starts a server that speaks the protocol of TikTok. */
export async function startTiktokSimulator(): Promise<TiktokSimulator> {
  const state = createSimulatorState()
  const world: TiktokWorld = {
    ...{ state, posts: new Map() },
    privacyOptions: () => simulator.privacyOptions,
    retryAfter: () => simulator.retryAfter,
    origin: () => simulator.origin,
  }
  const signIn = createTiktokSignIn(state)
  const upload = createSimulatedUpload(world)
  const answerAuthorized = createAuthorized(world, () => simulator)

  const server = await startPlatformServer(async (response, request) => {
    const call = `${request.method} ${request.url.pathname}`
    if (call === 'GET /v2/auth/authorize/') signIn.authorize(response, request)
    else if (call === 'POST /v2/oauth/token/') signIn.token(response, request)
    else if (call === 'POST /v2/oauth/revoke/') signIn.revoke(response, request)
    else if (call === 'PUT /video/') upload(response, request)
    else await answerAuthorized(response, request)
  })

  const simulator: TiktokSimulator = {
    ...server,
    endpoints: { site: server.origin, api: server.origin },
    ...{ client: state.client, shown: state.shown, counts: state.counts, retryAfter: state.retryAfter },
    ...{ failNext: state.failNext, expireToken: state.expireToken, posts: world.posts },
    privacyOptions: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
    longestVideo: 600,
    grant: () => ({
      ...state.tokens(),
      expiresAt: new Date(Date.now() + 7_200_000),
      refreshExpiresAt: new Date(Date.now() + 15_552_000_000),
      scopes: [...tiktokScopes],
    }),
  }
  return simulator
}

const StatusRequest = z.object({ publish_id: z.string() })

/** Answers the calls that need an access token. */
function createAuthorized(world: TiktokWorld, getSimulator: () => TiktokSimulator) {
  const inits = createSimulatedInits(world)

  const creator = () => ({
    ...{ creator_username: tiktokUserName, creator_nickname: 'Acme', creator_avatar_url: '' },
    privacy_level_options: getSimulator().privacyOptions,
    ...{ comment_disabled: false, duet_disabled: false, stitch_disabled: true },
    max_video_post_duration_sec: getSimulator().longestVideo,
  })

  return async (response: ServerResponse, request: PlatformRequest) => {
    const token = bearerOf(request)
    if (!world.state.accepts(token))
      return refuseTiktok(response, 401, 'access_token_invalid', `The access token ${token} is invalid.`)
    const call = `${request.method} ${request.url.pathname}`
    if (call === 'GET /v2/user/info/')
      return sendData(response, { user: { open_id: 'open-id', display_name: 'Acme' } })
    if (call === 'POST /v2/post/publish/creator_info/query/') return sendData(response, creator())
    if (call === 'POST /v2/post/publish/video/init/') return inits.video(response, request)
    if (call === 'POST /v2/post/publish/content/init/') return inits.photos(response, request)
    if (call === 'POST /v2/post/publish/status/fetch/') {
      const asked = StatusRequest.parse(JSON.parse(request.body.toString('utf8')))
      return tellStatus(response, world.posts.get(asked.publish_id))
    }
    refuseTiktok(response, 404, 'invalid_params', 'Unsupported path')
  }
}

/** Tells the state of a post; one that everyone may see has an address after it was checked. */
function tellStatus(response: ServerResponse, post: SimulatedPost | undefined) {
  if (!post) return refuseTiktok(response, 400, 'invalid_publish_id', 'The publish_id does not exist')
  const isChecked = post.shown !== undefined && post.checks === 0
  if (post.shown && post.status !== 'FAILED')
    post.status = isChecked ? 'PUBLISH_COMPLETE' : 'PROCESSING_DOWNLOAD'
  if (post.shown) post.checks = Math.max(0, post.checks - 1)
  const isPublic = isChecked && post.privacy === 'PUBLIC_TO_EVERYONE'
  const uploaded = post.uploaded.reduce((sum, chunk) => sum + chunk.length, 0)
  // The id is a number of more digits than JSON.parse keeps.
  const ids = isPublic ? `[${post.shown?.id}]` : '[]'
  const data = `{"status":"${post.status}","fail_reason":"${post.failReason}","uploaded_bytes":${uploaded},"publicaly_available_post_id":${ids}}`
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(`{"data":${data},"error":{"code":"ok","message":"","log_id":"20261128"}}`)
}
