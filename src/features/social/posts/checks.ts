import type { SocialFiles } from '#features/social/files/files.ts'
import { checkPost, type LimitFault } from '#features/social/limits/model.ts'
import { platformLimits } from '#features/social/platforms/model.ts'
import type { Clock } from '#platform/clock.ts'
import { Problem, type RefusedField } from '#shared/problem.ts'
import { composeText } from './composition.ts'
import { furthestDays, type PostText } from './contract.ts'
import { resolveWallTime, wallTimeAt } from './model.ts'
import type { PostAccount } from './store.ts'

const day = 24 * 3_600_000
// Whoever chooses this minute may take a while to press the button.
const tolerance = 2 * 60_000

/** When a post is to be published. */
export interface PostMoment {
  scheduledAt: Date
  wallTime: string
  timeZone: string
}

/** The moment of a time on a clock; without one it is now. @throws {Problem} 422 for the past and for what is too far ahead */
export function resolveMoment(
  { wall_time, time_zone: timeZone }: { wall_time: string | null; time_zone: string },
  clock: Clock,
  field = 'wall_time',
): PostMoment {
  const now = clock.now()
  if (wall_time === null) return { scheduledAt: now, wallTime: wallTimeAt(now, timeZone), timeZone }
  const { instant, shown } = resolveWallTime(wall_time, timeZone)
  const ahead = instant.getTime() - now.getTime()
  if (ahead < -tolerance) throw refuse([{ field, code: 'time_past' }])
  if (ahead > furthestDays * day) throw refuse([{ field, code: 'time_far', params: { limit: furthestDays } }])
  return { scheduledAt: instant, wallTime: shown, timeZone }
}

export interface CheckedPost extends PostText {
  groupId: string
  tracksLinks: boolean
}

interface CheckOptions {
  files: Pick<SocialFiles, 'listByIds'>
  siteOrigin: string
}

/** Creates the function that lists why an account's platform would not take a post. */
export function createPostChecks({ files, siteOrigin }: CheckOptions) {
  return async (post: CheckedPost, { platform }: PostAccount, prefix = ''): Promise<RefusedField[]> => {
    const known = new Map((await files.listByIds(post.files.map(({ id }) => id))).map((row) => [row.id, row]))
    const missing = post.files.findIndex(({ id }) => !known.has(id))
    if (missing >= 0) return [{ field: `${prefix}files.${missing}`, code: 'social_file_unknown' }]
    const faults = checkPost(platformLimits[platform], {
      text: composeText({ ...post, platform }, siteOrigin),
      ...{ title: post.title, target: post.target },
      files: post.files.flatMap(({ id, alternative_text }) => {
        const row = known.get(id)
        return row ? { ...row, alternativeText: alternative_text } : []
      }),
    })
    return faults.map((fault) => toField(fault, prefix))
  }
}
export type CheckPost = ReturnType<typeof createPostChecks>

const toField = ({ field, code, params }: LimitFault, prefix: string): RefusedField => ({
  field: prefix + (field === 'text' ? 'content' : field),
  code: `post_${code}`,
  params,
})

export const refuse = (fields: RefusedField[]) => new Problem('validation_failed', 422, { fields })
