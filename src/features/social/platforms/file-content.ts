import type { ByteRange } from '#platform/files/file-store.ts'
import { PlatformFault } from './fault.ts'
import type { PostFile } from './platform.ts'

/**
 * What is in a file of a post, or in a part of it.
 * @throws {PlatformFault} `unreachable` when our own store does not give it: nothing of it has been sent
 */
export async function readContent(file: PostFile, range?: ByteRange): Promise<Buffer<ArrayBuffer>> {
  const content = await file.read(range).catch((cause: unknown) => {
    throw unreadable(cause)
  })
  if (range && content.length !== range.end - range.start + 1) throw unreadable()
  return content
}

const unreadable = (cause?: unknown) =>
  new PlatformFault('unreachable', 'file_unreadable', { code: 'file_unreadable', cause })
