import type { z } from 'zod'
import { PlatformFault } from './fault.ts'
import type { CallContext, Json } from './platform.ts'

/**
 * An answer in the shape that the platform documents.
 * @throws {PlatformFault} `lost` when it has another: a success was told, and nobody knows of what
 */
export function readAnswer<T>(shape: z.ZodType<T>, answer: unknown): T {
  const read = shape.safeParse(answer)
  if (!read.success)
    throw new PlatformFault('lost', 'unreadable answer', { code: 'unreadable', cause: read.error })
  return read.data
}

/**
 * What we have stored, such as a preparation, in the shape that we write.
 * @throws {PlatformFault} `refused` when it has another, such as that of an older version
 */
export function readProgress<T>(shape: z.ZodType<T>, progress: Json): T {
  const read = shape.safeParse(progress)
  if (!read.success) throw new PlatformFault('refused', 'unreadable stored data', { cause: read.error })
  return read.data
}

/** What no message and no history may show of a call. */
export const secretsOf = ({ client, accessToken }: Pick<CallContext, 'client' | 'accessToken'>): string[] => [
  accessToken,
  client.secret,
]
