import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '#shared/problem.ts'

/**
 * The key with which a request has one effect however often it is sent (draft-ietf-httpapi-idempotency-key-header); undefined without
 * one. @throws {Problem} 400 for what is no key
 */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const given = headers['idempotency-key']
  if (given === undefined) return undefined
  const key = String(given).replace(/^"(.*)"$/, '$1')
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw new Problem('idempotency_key_invalid', 400)
  return key
}
