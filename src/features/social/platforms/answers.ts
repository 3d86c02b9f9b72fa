import type { z } from 'zod'
import { PlatformFault } from './fault.ts'
import { type PlatformAnswer, readJson } from './platform-calls.ts'

/** What a successful answer says. @throws {PlatformFault} `lost` when it is not what the platform describes: something may have been done */
export function readAnswer<Content>(answer: PlatformAnswer, schema: z.ZodType<Content>): Content {
  const read = schema.safeParse(readJson(answer.body))
  if (read.success) return read.data
  throw new PlatformFault('lost', 'unreadable', { status: answer.status, cause: read.error })
}
