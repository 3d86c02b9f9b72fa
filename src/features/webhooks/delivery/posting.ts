import type { DeliveryFault } from '#features/webhooks/contract.ts'
import { bodyOf, messageIdOf } from '#features/webhooks/message.ts'
import { signedHeaders } from '#features/webhooks/signing.ts'
import type { Clock } from '#platform/clock.ts'
import type { OutgoingClient } from '#platform/outgoing/client.ts'
import { OutgoingFault } from '#platform/outgoing/fault.ts'
import type { TakenDelivery } from './delivery-store.ts'
import { readRetryAfter } from './schedule.ts'

// How long a receiver may take for its whole answer, in milliseconds.
const timeout = 15_000
const mostBytes = 2_000
const shownCharacters = 500
const gone = 410

/** What became of one attempt. */
export interface PostResult {
  at: Date
  status: number | null
  /** Null when it was accepted. */
  fault: DeliveryFault | null
  milliseconds: number
  /** The beginning of the answer's body. */
  response: string
  /** The receiver says that it is gone for good. */
  isGone: boolean
  /** When the receiver wants to be tried again. */
  retryAfter: Date | undefined
}

interface PostingOptions {
  client: OutgoingClient
  clock: Clock
  /** How the sender calls itself. */
  userAgent: string
}

/** Creates the function that sends one delivery, signed. It never throws. */
export function createPosting({ client, clock, userAgent }: PostingOptions) {
  return async (
    delivery: TakenDelivery,
    { url, secrets, signal }: { url: string; secrets: readonly string[]; signal: AbortSignal },
  ): Promise<PostResult> => {
    const at = clock.now()
    const began = performance.now()
    const took = () => Math.round(performance.now() - began)
    const body = bodyOf(delivery)
    const id = messageIdOf({ id: delivery.messageId })
    const headers = {
      ...{ 'content-type': 'application/json', 'user-agent': userAgent },
      ...signedHeaders({ id, at, body }, secrets),
    }
    try {
      const answer = await client.send({
        ...{ url: new URL(url), method: 'POST', headers, body, timeout, mostBytes, signal },
      })
      return {
        ...{ at, status: answer.status, fault: faultOf(answer.status), milliseconds: took() },
        response: tidy(answer.body),
        isGone: answer.status === gone,
        retryAfter: readRetryAfter(answer.headers['retry-after'], at),
      }
    } catch (error) {
      const fault = error instanceof OutgoingFault ? error.fault : 'disconnected'
      return {
        at,
        status: null,
        fault,
        milliseconds: took(),
        response: '',
        isGone: false,
        retryAfter: undefined,
      }
    }
  }
}
export type Post = ReturnType<typeof createPosting>

function faultOf(status: number): DeliveryFault | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

/** The beginning of an answer without what cannot be stored or shown. */
function tidy(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, shownCharacters)
    .toWellFormed()
}
