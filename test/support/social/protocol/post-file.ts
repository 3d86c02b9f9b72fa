import type { PostFile } from '#features/social/platforms/platform.ts'
import type { ByteRange } from '#platform/files/file-store.ts'

type FileOptions = Partial<PostFile> & { content?: string | Buffer }

/** A file of a post, a picture unless it is said; `reads` gathers which parts of it were asked for. */
export function postFile({
  content = 'picture',
  ...rest
}: FileOptions = {}): PostFile & { reads: (ByteRange | undefined)[] } {
  const bytes = Buffer.from(content)
  const reads: (ByteRange | undefined)[] = []
  const isVideo = rest.kind === 'video'
  return {
    ...{ kind: 'image', name: 'a file', size: bytes.length, width: 1200, height: 800, alternativeText: '' },
    ...{ type: isVideo ? 'video/mp4' : 'image/jpeg', seconds: isVideo ? 10 : null },
    url: () => 'https://example.org/files/a-file',
    async read(range) {
      reads.push(range)
      return Buffer.from(range ? bytes.subarray(range.start, range.end + 1) : bytes)
    },
    ...rest,
    reads,
  }
}
