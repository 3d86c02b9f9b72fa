import { SocialFile } from '#features/social/files/contract.ts'
import type { SocialFiles } from '#features/social/files/files.ts'
import { readForm, registerForms } from '#features/social/files/form.ts'
import { socialPermissions } from '#features/social/permissions.ts'
import { refusedFields } from '#http/problem-details.ts'
import { defineRoutes } from '#http/routes.ts'
import { Problem } from '#shared/problem.ts'
import { ScheduleForm, SocialPost } from './contract.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import type { ScheduleOne } from './schedule-one.ts'

const tags = ['Posts on social platforms']
const common = {
  access: socialPermissions.publish,
  expects: 'multipart/form-data',
  // Half a gigabyte over a slow line.
  bodySeconds: 60 * 60,
} as const
const refusals = {
  400: ['form_unreadable'],
  413: ['social_file_too_big'],
  415: ['picture_type', 'picture_svg', 'picture_animated'],
  422: ['picture_broken', 'picture_too_many_pixels', 'picture_too_costly', 'video_unreadable'],
  503: ['storage_away'],
  507: ['storage_full'],
}

interface FormRouteOptions {
  socialFiles: SocialFiles
  scheduleOne: ScheduleOne
}

/** Forms with a file: uploads for the composer, and whole posts of programs. */
export const socialFormRoutes = ({ socialFiles, scheduleOne }: FormRouteOptions) =>
  defineRoutes(async (server) => {
    await server.scope(async (forms) => {
      await registerForms(forms.instance)

      forms.post(
        '/api/social/files',
        {
          config: { ...common, refusals },
          schema: {
            tags,
            operationId: 'uploadSocialFile',
            summary: 'Upload a picture or a video for posts, in a form field "file"',
            description:
              'Pictures are stored without their metadata. What no post shows is removed after a month.',
            consumes: ['multipart/form-data'],
            response: { 201: SocialFile },
          },
        },
        async (request, reply, { user }) => {
          const { file } = await readForm(request, (arriving) => socialFiles.add(arriving, user.id))
          if (!file)
            throw new Problem('validation_failed', 422, { fields: [{ field: 'file', code: 'required' }] })
          return reply.status(201).send(file)
        },
      )

      forms.post(
        '/api/social/schedule',
        {
          config: { ...common, refusals: { ...refusals, 422: [...refusals[422], 'idempotency_key_used'] } },
          schema: {
            tags,
            operationId: 'scheduleSocialPost',
            summary:
              'Schedule a post for one account: a form with "platform", "content", "scheduled_at" and what else is known',
            description:
              '`account_id` may be left out where the platform has one account. `scheduled_at` is a moment such as `2026-12-01T09:00:00Z`, or a time on the clock of `time_zone`, by default that of the site. Fields named `target.…` say where the post goes, and for TikTok who sees it (`target.privacy`).',
            consumes: ['multipart/form-data'],
            response: { 201: SocialPost },
          },
        },
        async (request, reply, { user }) => {
          const asker = { userId: user.id, key: readIdempotencyKey(request.headers) }
          const { fields, file } = await readForm(request, (arriving) => socialFiles.add(arriving, user.id))
          return reply.status(201).send(await scheduleOne(readScheduleForm(fields), file, asker))
        },
      )
    })
  })

const targetPrefix = 'target.'

/** The fields of a form with a post. @throws {Problem} 422 */
function readScheduleForm(given: Record<string, string>) {
  const target = Object.entries(given).flatMap(([name, value]) =>
    name.startsWith(targetPrefix) ? [[name.slice(targetPrefix.length), value] as const] : [],
  )
  const result = ScheduleForm.safeParse({ ...given, target: Object.fromEntries(target) })
  if (!result.success)
    throw new Problem('validation_failed', 422, { fields: refusedFields(result.error.issues) })
  return result.data
}
