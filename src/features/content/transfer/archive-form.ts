import { z } from 'zod'
import { type LeftOut, LeftOut as LeftOutForm, transferFormat, transferItemLimit } from './contract.ts'

/** The file of an archive that says what it holds; it comes first. */
export const contentFile = 'content.json'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** The names that files of an archive may have: none leads anywhere else. */
export const filePath = /^files\/(pictures|documents)\/[0-9a-f]{64}(-\d{1,4})?\.(avif|webp|jpg|pdf)$/

const ArchivedFile = z.strictObject({
  path: z.string().max(99).regex(filePath),
  size: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  sha256,
})
export type ArchivedFile = z.infer<typeof ArchivedFile>

/** What tells whether an archive can be read at all. */
export const ArchiveHead = z.object({
  format: z.literal(transferFormat),
  formatVersion: z.number().int().min(1),
})

/** `content.json`. Items are by key, those of languages by language as well. */
export const ArchiveContent = z.strictObject({
  format: z.literal(transferFormat),
  formatVersion: z.literal(1),
  productVersion: z.string().max(100),
  exportedAt: z.iso.datetime(),
  site: z.strictObject({ name: z.string().max(500), url: z.string().max(500) }),
  languages: z.array(z.string().max(20)).max(50),
  parts: z.record(z.string().max(200), z.record(z.string().min(1).max(500), z.unknown())),
  files: z.array(ArchivedFile).max(transferItemLimit),
  leftOut: z.array(LeftOutForm).max(transferItemLimit),
})
export type ArchiveContent = Omit<z.infer<typeof ArchiveContent>, 'leftOut'> & { leftOut: LeftOut[] }

/** A JSON value with the members of its objects in the order of their names, and a line for each. */
export function writeReadableJson(value: unknown): string {
  return `${JSON.stringify(sortMembers(value), null, 2)}\n`
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  // With `__proto__` as a member like any other.
  return Object.fromEntries(members.map(([name, inner]) => [name, sortMembers(inner)]))
}

/** The bytes of a stream of the library that reads and writes archives. */
export async function* bytesOf(stream: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) if (chunk instanceof Uint8Array) yield chunk
}
