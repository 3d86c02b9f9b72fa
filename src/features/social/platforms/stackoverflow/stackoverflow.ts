import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import { createTokenForm } from '#features/social/platforms/oauth/token-form.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type {
  Authorization,
  CallContext,
  ClientCredentials,
  Platform,
} from '#features/social/platforms/platform.ts'
import { type PlatformAnswer, readJson } from '#features/social/platforms/platform-calls.ts'
import { readAnswer } from '#features/social/platforms/shapes.ts'

/** Tokens end after a day without it, and nothing renews them. They read what is public. */
const scopes = ['no_expiry']
const shortestPause = 60_000

const Me = z.object({
  items: z
    .array(
      z.object({
        user_id: z.number(),
        display_name: z.string(),
        link: z.url({ protocol: /^https$/ }),
        reputation: z.number(),
      }),
    )
    .min(1),
  quota_max: z.number().optional(),
  quota_remaining: z.number().optional(),
})
const ErrorBody = z.object({ error_id: z.number(), error_message: z.string().optional() })

/**
 * Stack Overflow: accounts are connected, and questions are asked by hand. Its interface could ask them, but questions of programs are
 * taken for spam.
 */
export function createStackoverflow(options: PlatformOptions): Platform {
  const { site } = options.endpoints.stackoverflow
  return {
    id: 'stackoverflow',
    capabilities: {
      ...{ connection: 'oauth', publishing: 'assisted', needsApproval: false, costsMoney: false },
      ...{ needsPublicSite: false, canFind: false, canRemove: false, hasFigures: false },
    },
    authorization: createStackoverflowAuthorization(options),

    async describeAccount(context) {
      const [user] = (await readMe(options, context)).items
      if (!user) throw new PlatformFault('refused', 'no user')
      return {
        ...{ externalId: String(user.user_id), name: decodeEntities(user.display_name), url: user.link },
        data: { reputation: user.reputation },
      }
    },

    // https://api.stackexchange.com/docs/throttle
    async readQuota(context) {
      const { quota_remaining: left, quota_max: total = null } = await readMe(options, context)
      return left === undefined ? undefined : { left, total, resetsAt: null }
    },

    composeUrl({ title, target }) {
      const url = new URL(`${site}/questions/ask`)
      if (title) url.searchParams.set('title', title)
      if (target.tags) url.searchParams.set('tags', target.tags)
      return url.href
    },
    pace: { atOnce: 1, perMinute: 30 },
  }
}

/**
 * https://api.stackexchange.com/docs/authentication
 * https://stackapps.com/help/api-authentication: with PKCE since June 2025
 */
function createStackoverflowAuthorization(options: PlatformOptions): Authorization {
  const { calls, endpoints, now } = options
  const { site } = endpoints.stackoverflow
  const requestToken = createTokenForm({ calls, now })
  return {
    scopes,
    usesPkce: true,

    authorize({ client, redirectUri, state, codeChallenge }) {
      const url = new URL(`${site}/oauth`)
      url.searchParams.set('client_id', client.id)
      url.searchParams.set('redirect_uri', redirectUri)
      url.searchParams.set('scope', scopes.join(','))
      url.searchParams.set('state', state)
      if (codeChallenge !== undefined) {
        url.searchParams.set('code_challenge', codeChallenge)
        url.searchParams.set('code_challenge_method', 'S256')
      }
      return url
    },

    exchange({ client, redirectUri, code, codeVerifier, signal }) {
      const form = { client_id: client.id, client_secret: client.secret, code, redirect_uri: redirectUri }
      return requestToken(`${site}/oauth/access_token/json`, { ...form, code_verifier: codeVerifier }, signal)
    },

    // https://api.stackexchange.com/docs/invalidate-access-tokens
    async revoke({ client, grant, signal }) {
      const path = `/2.3/access-tokens/${encodeURIComponent(grant.accessToken)}/invalidate`
      await callStackExchange(options, path, { client, accessToken: grant.accessToken, signal })
    },
  }
}

async function readMe(options: PlatformOptions, context: Omit<CallContext, 'account'>) {
  const { accessToken: access_token } = context
  const answer = await callStackExchange(options, '/2.3/me', context, { site: 'stackoverflow', access_token })
  return readAnswer(Me, readJson(answer.body))
}

async function callStackExchange(
  { calls, endpoints, now }: PlatformOptions,
  path: string,
  { client, accessToken, signal, observe }: Omit<CallContext, 'account'>,
  query: Record<string, string> = {},
): Promise<PlatformAnswer> {
  const url = new URL(`${endpoints.stackoverflow.api}${path}`)
  const parameters = { ...query, ...(client.key && { key: client.key }) }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const answer = await calls.call(url, { signal, observe, secrets: [accessToken, ...keysOf(client)] })
  const error = ErrorBody.safeParse(readJson(answer.body))
  if (error.success) throw faultOf(error.data, answer.status, now())
  return calls.requireSuccess(answer)
}

const keysOf = ({ secret, key }: ClientCredentials) => (key ? [secret, key] : [secret])

/** All errors have the status 400 and a number of their own: https://api.stackexchange.com/docs/error-handling */
function faultOf(
  { error_id: id, error_message: message = String(id) }: z.infer<typeof ErrorBody>,
  status: number,
  now: Date,
): PlatformFault {
  if ([401, 402, 406].includes(id)) return new PlatformFault('token', message, { status })
  if (id === 500 || id === 503) return new PlatformFault('busy', message, { status })
  if (id !== 502) return new PlatformFault('refused', message, { status })
  const seconds = Number(/available in (\d+) seconds/.exec(message)?.[1] ?? 0)
  const again = new Date(now.getTime() + Math.max(seconds * 1000, shortestPause))
  return new PlatformFault('limited', message, { status, again })
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Stack Exchange writes names as HTML. */
const decodeEntities = (html: string): string =>
  html.replace(/&(?:#(\d{1,6})|(amp|lt|gt|quot));/g, (whole, number?: string, name?: string) => {
    if (name) return entities[name] ?? whole
    const codePoint = Number(number)
    return codePoint <= 0x10_ff_ff ? String.fromCodePoint(codePoint).toWellFormed() : whole
  })
