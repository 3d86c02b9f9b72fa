import type { SocialFiles } from '#features/social/files/files.ts'
import { checkPost, writeLimitFault } from '#features/social/limits/model.ts'
import { platformLimits } from '#features/social/platforms/model.ts'
import type { PostContent } from '#features/social/platforms/platform.ts'
import { composeText } from '#features/social/posts/composition.ts'
import type { PostFileRow } from '#features/social/posts/post-file-store.ts'
import type { HeldPost } from './held-post-store.ts'

/** What a post says, and why its platform would not take it, as it is stored. */
export type ReadContent = (held: HeldPost) => Promise<PostContent & { faults: string[] }>

interface ContentOptions {
  files: Pick<SocialFiles, 'forPlatform'>
  /** The files of a post, in order. */
  listFiles(postId: string): Promise<PostFileRow[]>
  siteOrigin: string
}

/** Creates the function that reads what a post says, as its platform takes it. */
export function createContentReader({ files, listFiles, siteOrigin }: ContentOptions): ReadContent {
  return async (held) => {
    const { id, platform, title, target } = held
    const rows = await listFiles(id)
    const post = {
      text: composeText(held, siteOrigin),
      ...{ title, target },
      files: rows.map(({ file, alternativeText }) => files.forPlatform(file, platform, alternativeText)),
    }
    const faults = checkPost(platformLimits[platform], post).map(writeLimitFault)
    return { ...post, faults }
  }
}
