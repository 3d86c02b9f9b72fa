import type { ServerResponse } from 'node:http'
import { sendJson } from '../simulator.ts'

/** In what Threads and Instagram differ. */
export interface MetaProtocol {
  prefix: 'th' | 'ig'
  version: string
  /** Where containers are made and posts are listed. */
  posts: string
  publish: string
  limit: string
  total: number
  status: string
  reason: string
  text: string
  scopes: readonly string[]
  metrics: readonly string[]
  /** What `/me` tells. */
  profile(userId: string): Record<string, string>
  /** The answer that gives a token of an hour for a code. */
  shortToken(token: string, userId: string, scopes: readonly string[]): string
  /** The error of a container that is published before it is finished. */
  notReady: { code: number; error_subcode: number }
  /** Whether a picture is fetched while its container is made. */
  fetchesAtOnce: boolean
  addressOf(shortcode: string): string
}

export const metaUserName = 'acme.team'
export const sixtyDays = 60 * 24 * 3_600

/** Answers with an error of a Graph API. */
export function refuseGraph(response: ServerResponse, error: Record<string, unknown>, status = 400): void {
  const usual = { message: 'Invalid parameter', type: 'OAuthException', is_transient: false }
  sendJson(response, status, { error: { ...usual, fbtrace_id: 'AbCdEfGhIjK', ...error } })
}

/** Refuses an access token, and repeats it as some platforms do. */
export function rejectToken(response: ServerResponse, sent: string | null): void {
  refuseGraph(response, { code: 190, message: `Error validating access token: ${sent} has expired` }, 401)
}
