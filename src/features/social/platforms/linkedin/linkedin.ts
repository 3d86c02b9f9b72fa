import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type {
  CallContext,
  Platform,
  PostContent,
  Preparation,
  PublishContext,
  Publishing,
} from '#features/social/platforms/platform.ts'
import { readJson } from '#features/social/platforms/platform-calls.ts'
import { readAnswer, readProgress } from '#features/social/platforms/shapes.ts'
import { createLinkedinClient } from './client.ts'
import { toLittleText } from './little-text.ts'
import { createLinkedinAuthorization } from './oauth.ts'
import { beginUpload, continueUpload, isOver, Upload } from './uploads.ts'

const UserInfo = z.object({ sub: z.string().min(1), name: z.string().min(1) })
const AccountData = z.object({ author: z.string() })
const Progress = z.object({ uploads: z.array(Upload) })
type Progress = z.infer<typeof Progress>

/**
 * LinkedIn: posts of members. A member's posts cannot be read with the permissions that everybody gets (`r_member_social` is closed), so
 * that nothing is found again and there are no figures.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api
 */
export function createLinkedin(options: PlatformOptions): Platform {
  return {
    id: 'linkedin',
    capabilities: {
      ...{ connection: 'oauth', publishing: 'automatic', needsApproval: false, costsMoney: false },
      ...{ needsPublicSite: false, canFind: false, canRemove: true, hasFigures: false },
    },
    authorization: createLinkedinAuthorization(options),

    // https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
    async describeAccount(context) {
      const answer = await createLinkedinClient(options, context).call('/v2/userinfo', { method: 'GET' })
      const { sub, name } = readAnswer(UserInfo, readJson(answer.body))
      return { externalId: sub, name, url: null, data: { author: `urn:li:person:${sub}` } }
    },

    publishing: createLinkedinPublishing(options),
    pace: { atOnce: 2, perMinute: 60 },
  }
}

function createLinkedinPublishing(options: PlatformOptions): Publishing {
  const clientOf = (context: CallContext) => createLinkedinClient(options, context)
  return {
    async prepare(context, stored) {
      const { uploads } = stored === null ? { uploads: [] } : readProgress(Progress, stored)
      return continueUploads(context, uploads)
    },

    async publish(context, stored) {
      const { uploads } = readProgress(Progress, stored)
      const answer = await clientOf(context).call('/rest/posts', {
        method: 'POST',
        json: {
          author: authorOf(context),
          commentary: toLittleText(context.content.text),
          ...{ visibility: 'PUBLIC', lifecycleState: 'PUBLISHED', isReshareDisabledByAuthor: false },
          distribution: {
            ...{ feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
          },
          ...contentOf(context.content, uploads),
        },
      })
      const id = answer.headers.get('x-restli-id')
      if (!id) throw new PlatformFault('lost', 'unreadable answer', { status: answer.status })
      return { id, url: `https://www.linkedin.com/feed/update/${id}/` }
    },

    async find() {
      return { state: 'unknown' }
    },

    // It may be done again: https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api#delete-posts
    async remove(context, { id }) {
      await clientOf(context).call(`/rest/posts/${encodeURIComponent(id)}`, {
        ...{ method: 'DELETE', headers: { 'x-restli-method': 'DELETE' } },
      })
    },
  }

  /** One step of the uploads; each file begins when the one before is ready. */
  async function continueUploads(context: PublishContext, uploads: Upload[]): Promise<Preparation> {
    const { files } = context.content
    const now = options.now()
    const index = uploads.findIndex(({ isReady }) => !isReady)
    const position = index === -1 ? uploads.length : index
    const file = files[position]
    const upload = uploads[position]
    if (!file) return { isReady: true, progress: { uploads } }
    const client = clientOf(context)
    const step =
      upload && !isOver(upload, now)
        ? await continueUpload(client, upload, file)
        : { upload: await beginUpload(client, { file, owner: authorOf(context), now }), wait: 0 }
    const next = [...uploads.slice(0, position), step.upload, ...uploads.slice(position + 1)]
    const isReady = next.length === files.length && next.every((one) => one.isReady)
    return isReady
      ? { isReady, progress: { uploads: next } }
      : { isReady: false, progress: { uploads: next }, wait: step.wait }
  }
}

const authorOf = ({ account }: CallContext) => readProgress(AccountData, account.data).author

/** The files of a post: https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/multiimage-post-api */
function contentOf({ files }: PostContent, uploads: Progress['uploads']): object {
  const media = uploads.map(({ urn: id }, index) => {
    const altText = files[index]?.alternativeText
    return { id, ...(files[index]?.kind === 'image' && altText && { altText }) }
  })
  if (media.length === 0) return {}
  return { content: media.length === 1 ? { media: media[0] } : { multiImage: { images: media } } }
}
