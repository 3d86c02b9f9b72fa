import { createHmac, randomBytes } from 'node:crypto'

/** The purpose of the cipher of the secrets. */
export const webhookPurpose = 'webhooks.secret'

const prefix = 'whsec_'
// Of 24 to 64 bytes, as the specification asks for.
const secretBytes = 32

/** A random secret as receivers enter it. */
export function makeSecret(): string {
  return `${prefix}${randomBytes(secretBytes).toString('base64')}`
}

interface SignedMessage {
  /** The id of the message. */
  id: string
  at: Date
  body: string
}

/**
 * The headers of a request by which its receiver knows that we have sent it, just now, and what for (Standard Webhooks,
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md). Each secret signs.
 */
export function signedHeaders({ id, at, body }: SignedMessage, secrets: readonly string[]) {
  const timestamp = Math.floor(at.getTime() / 1000)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
