import type { JWT } from 'google-auth-library'
import type { EngineAnswer } from '#features/seo/submission/engines/engine.ts'
import { type Exchange, judge, type Reply, shorten } from '#features/seo/submission/engines/exchange.ts'
import { ServiceAccount } from '#features/seo/submission/settings.ts'
import { messageOf } from '#platform/log.ts'

const scope = 'https://www.googleapis.com/auth/webmasters'

/** A token, or the answer that says why there is none. */
export type FoundToken = { token: string } | EngineAnswer

interface TokenOptions {
  exchange: Exchange
  /** Where Google's tokens come from. */
  endpoint: string
}

/**
 * Creates the function that gets an access token for a service account, kept until it expires. Google's library is loaded when a
 * service account is first used; what it asks goes through our own client.
 */
export function createGoogleTokens({ exchange, endpoint }: TokenOptions) {
  let known: { account: string; client: JWT } | undefined
  let last: Promise<unknown> = Promise.resolve()
  let asking: { signal: AbortSignal; reply: Reply | undefined } | undefined

  /** Answers the library once; its own repetitions get the same answer, as ours follow the ledger. */
  async function fetchToken(_address: unknown, init?: RequestInit): Promise<Response> {
    if (!asking) throw new Error('nobody asks for a token')
    asking.reply ??= await exchange({
      ...{ url: endpoint, method: 'POST', body: String(init?.body), signal: asking.signal },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    const { status, body } = asking.reply
    if (status === null) throw new Error('no answer')
    return new Response(body, { status, headers: { 'content-type': 'application/json' } })
  }

  async function clientFor(account: string): Promise<JWT> {
    if (known?.account === account) return known.client
    const { client_email: email, private_key: key } = ServiceAccount.parse(JSON.parse(account))
    const { JWT } = await import('google-auth-library')
    const transporterOptions = { fetchImplementation: fetchToken, retry: false }
    const client = new JWT({ ...{ email, key }, scopes: [scope], transporterOptions })
    known = { account, client }
    return client
  }

  async function ask(account: string, signal: AbortSignal): Promise<FoundToken> {
    const question: { signal: AbortSignal; reply: Reply | undefined } = { signal, reply: undefined }
    asking = question
    try {
      const { token } = await (await clientFor(account)).getAccessToken()
      if (token) return { token }
      throw new Error('there is no token in the answer')
    } catch (error) {
      const { reply } = question
      if (!reply) return refuse(messageOf(error))
      const said = judge(reply)
      return reply.fault === null ? { ...said, verdict: 'again', fault: 'unreadable' } : said
    } finally {
      asking = undefined
    }
  }

  return {
    /** One after the other, so that each knows its own answer. */
    get(account: string, signal: AbortSignal): Promise<FoundToken> {
      const next = last.then(() => ask(account, signal))
      last = next
      return next
    },
    /** Forgets a token that was refused. */
    forget() {
      known = undefined
    },
  }
}

/** The service account cannot even sign. */
function refuse(reason: string): EngineAnswer {
  return { verdict: 'refused', status: null, fault: 'not_configured', answer: shorten(reason) }
}
