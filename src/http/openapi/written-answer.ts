import { z } from 'zod'

/** A file, in the description of the API. */
export const FileBytes = z.string().meta({ format: 'binary' })

/** Describes an answer that the handler writes itself, as text or bytes, in one of several content types. */
export function writtenAnswer(schema: z.ZodType, ...types: string[]) {
  return { 200: { content: Object.fromEntries(types.map((type) => [type, { schema }])) } }
}
