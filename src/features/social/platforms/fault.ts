/**
 * What went wrong between us and a platform.
 * `unreachable`: no request has reached it; `lost`: a request has been sent, and nobody knows what came of it; `busy`: it answered 5xx,
 * and may have done what it was asked; `limited`: it wants to be asked later, and has done nothing; `token`: it no longer accepts the
 * access token, and has done nothing; `refused`: it refuses for a reason that does not pass by itself, and has done nothing.
 */
export const platformFaults = ['unreachable', 'lost', 'busy', 'limited', 'token', 'refused'] as const
export type PlatformFaultKind = (typeof platformFaults)[number]

interface PlatformFaultOptions extends ErrorOptions {
  /** The HTTP status of the answer. */
  status?: number | undefined
  /** When the platform wants to be asked again. */
  again?: Date | undefined
  /** A code of our own for a refusal that we know, in `social:faults.<code>`. */
  code?: string | undefined
}

/** A platform has not done what it was asked, or nobody knows whether it has. The message is its own sentence, without secrets. */
export class PlatformFault extends Error {
  override name = 'PlatformFault'
  readonly kind: PlatformFaultKind
  readonly status: number | undefined
  readonly again: Date | undefined
  readonly code: string | undefined

  constructor(
    kind: PlatformFaultKind,
    message: string,
    { status, again, code, ...options }: PlatformFaultOptions = {},
  ) {
    super(message, options)
    this.kind = kind
    this.status = status
    this.again = again
    this.code = code
  }
}

/** What is stored or told of a fault: its code where we know it, otherwise the sentence of the platform. */
export const wordsOf = ({ code, message }: PlatformFault): string => code ?? message

/** Whether something was broken off since its time was over. */
export const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

/** Whether a request that ended so may have had an effect. */
export const mayHaveHappened = ({ kind }: PlatformFault): boolean => kind === 'lost' || kind === 'busy'
