import type { EngineAnswer } from '#features/seo/submission/engines/engine.ts'
import type { EngineRequest, Exchange, Reply } from '#features/seo/submission/engines/exchange.ts'
import { createGoogleTokens } from './tokens.ts'

interface GoogleCallOptions {
  exchange: Exchange
  /** Where Google's tokens come from. */
  tokenEndpoint: string
  /** The key file of the service account, as JSON. */
  account(): string
}

/** Creates the function that calls an interface of Google as the service account. It never throws, and answers too when there is no token. */
export function createGoogleCalls({ exchange, tokenEndpoint, account }: GoogleCallOptions) {
  const tokens = createGoogleTokens({ exchange, endpoint: tokenEndpoint })
  return async ({ headers, ...request }: EngineRequest): Promise<Reply | EngineAnswer> => {
    const found = await tokens.get(account(), request.signal)
    if ('verdict' in found) return found
    const reply = await exchange({
      ...request,
      secret: found.token,
      headers: { authorization: `Bearer ${found.token}`, ...headers },
    })
    if (reply.status === 401) tokens.forget()
    return reply
  }
}
export type GoogleCalls = ReturnType<typeof createGoogleCalls>
