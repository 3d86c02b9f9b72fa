import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { ClientCredentials, Grant } from '#features/social/platforms/platform.ts'

/** A request that a simulated platform got. */
export interface PlatformRequest {
  method: string
  url: URL
  headers: IncomingHttpHeaders
  body: Buffer
}

export type PlatformHandler = (response: ServerResponse, request: PlatformRequest) => void | Promise<void>

/**
 * What goes wrong with a call that publishes. `limited`: 429 without effect; `busy`: 503 without effect; `busy_after`: 503 though it has
 * been done; `lost_before`: the connection ends without effect; `lost_after`: it ends after the effect; `refused`: the platform's documented
 * refusal; `expired`: the access token is no longer accepted until it is renewed.
 */
export type SimulatedFault =
  | 'limited'
  | 'busy'
  | 'busy_after'
  | 'lost_before'
  | 'lost_after'
  | 'refused'
  | 'expired'

/** A post that a simulated platform shows. */
export interface ShownPost {
  id: string
  url: string
  text: string
  title: string
  target: Readonly<Record<string, string>>
  files: { type: string; bytes: number; alternativeText: string }[]
  at: Date
}

/** The sentence of simulated refusals, with markup that must never be run. */
export const refusalSentence = 'The post was refused <img src=x onerror=alert(1)>'

/** A small server that speaks the protocol of a platform. */
export interface PlatformSimulator {
  origin: string
  /** The application that it knows. */
  client: ClientCredentials
  /** Tokens of its one account that it accepts now. */
  grant(): Grant
  /** What it shows: the effects. */
  shown: ShownPost[]
  received: PlatformRequest[]
  /** How often tokens have been renewed, and which have been revoked. */
  counts: { renewals: number; revocations: number }
  /** Lets the next calls that publish go wrong, in this order. */
  failNext(...faults: SimulatedFault[]): void
  /** What `Retry-After` says when it answers 429, in seconds or as a date. */
  retryAfter: string
  /** Ends the access token: it is refused until it has been renewed. */
  expireToken(): void
  close(): Promise<void>
}

/** The state that every simulated platform has. */
export function createSimulatorState({ key }: { key?: string } = {}) {
  const faults: SimulatedFault[] = []
  const token = () => `token-${randomBytes(12).toString('hex')}`
  let accessToken = token()
  let refreshToken = token()
  return {
    client: {
      id: `client-${randomBytes(6).toString('hex')}`,
      secret: `secret-${randomBytes(12).toString('hex')}`,
      key,
    },
    shown: [] as ShownPost[],
    counts: { renewals: 0, revocations: 0 },
    retryAfter: '2',
    accepts: (sent: string | undefined) => sent === accessToken,
    acceptsRefresh: (sent: string | undefined | null) => sent === refreshToken,
    tokens: () => ({ accessToken, refreshToken }),
    /** Gives new tokens; with `keepsRefresh` the one that renews stays. */
    renew({ keepsRefresh = false } = {}) {
      accessToken = token()
      if (!keepsRefresh) refreshToken = token()
      return { accessToken, refreshToken }
    },
    expireToken() {
      accessToken = token()
    },
    failNext(...next: SimulatedFault[]) {
      faults.push(...next)
    },
    takeFault: () => faults.shift(),
  }
}
export type SimulatorState = ReturnType<typeof createSimulatorState>

interface Effect {
  /** Shows the post. */
  act(): ShownPost
  /** The platform's answers. */
  succeed(post: ShownPost): void
  refuse(): void
  rejectToken(): void
  limit(): void
}

/** Makes the effect of a call that publishes, or lets it go wrong as the test has asked. */
export function publishOrFail(state: SimulatorState, response: ServerResponse, effect: Effect): void {
  const fault = state.takeFault()
  const show = () => {
    const post = effect.act()
    state.shown.push(post)
    return post
  }
  const happens = fault === undefined || fault === 'busy_after' || fault === 'lost_after'
  const post = happens ? show() : undefined
  if (fault === 'lost_before' || fault === 'lost_after') response.socket?.destroy()
  else if (fault === 'busy' || fault === 'busy_after') response.writeHead(503).end('upstream error')
  else if (fault === 'refused') effect.refuse()
  else if (fault === 'limited') effect.limit()
  else if (fault === 'expired') {
    state.expireToken()
    effect.rejectToken()
  } else if (post) effect.succeed(post)
}

/** Starts a server on a free port that answers as a platform does. */
export async function startPlatformServer(answer: PlatformHandler) {
  const received: PlatformRequest[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => undefined)
    if (body === undefined) return
    const { method = '', headers } = request
    const one = { method, url: new URL(request.url ?? '', 'http://platform'), headers, body }
    received.push(one)
    await answer(response, one)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** The fields of a body in form encoding. */
export const formOf = ({ body }: PlatformRequest) => new URLSearchParams(body.toString('utf8'))
/** The token of a `Bearer` header. */
export const bearerOf = ({ headers }: PlatformRequest) =>
  /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
