import { z } from 'zod'
import { socialPermissions } from '#features/social/permissions.ts'
import { ScheduleForm, SocialFile, SocialPost } from '#features/social/posts/contract.ts'
import { readIdempotencyKey } from '#features/social/posts/idempotency-key.ts'
import type { ScheduleOne } from '#features/social/posts/schedule-one.ts'
import { contentDisposition } from '#http/files/content-disposition.ts'
import { sendFile } from '#http/files/send-file.ts'
import { refusedFields } from '#http/problem-details.ts'
import { defineRoutes } from '#http/routes.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { Problem } from '#shared/problem.ts'
import type { SocialFiles } from './files.ts'
import { readForm, registerForms } from './form.ts'

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

interface FileRouteOptions {
  socialFiles: SocialFiles
  files: FileStore
  scheduleOne: ScheduleOne
}

/** Files of posts, at links that only this installation makes. */
export const linkedFileRoutes = ({ socialFiles, files }: Pick<FileRouteOptions, 'socialFiles' | 'files'>) =>
  defineRoutes((server) => {
    server.get(
      '/social/files/:token',
      {
        config: { access: 'public' },
        schema: { hide: true, params: z.object({ token: z.string().max(200) }) },
      },
      async (request, reply) => {
        const { row, path, type } = await socialFiles.open(request.params.token)
        const facts = await files.find(path)
        if (!facts) throw new Problem('not_found', 404)
        reply.headers({
          'content-disposition': contentDisposition('inline', row.name),
          // Platforms and their pages fetch it.
          'cross-origin-resource-policy': 'cross-origin',
          'cache-control': 'private, max-age=21600, immutable',
          'x-robots-tag': 'noindex',
        })
        return sendFile(request, reply, {
          ...{ ...facts, type },
          etag: `"${path}"`,
          open: (range) => files.open(path, range),
        })
      },
    )
  })

/** Forms with a file: uploads for the composer, and whole posts of programs. */
export const socialFormRoutes = ({ socialFiles, scheduleOne }: FileRouteOptions) =>
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
              '`account_id` may be left out where the platform has one account. `scheduled_at` is a moment such as `2026-12-01T09:00:00Z`, or a time on the clock of `time_zone`, by default that of the site. Fields named `target.…` say where the post goes.',
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

/** The fields of a form with a post. @throws {Problem} 422 */
function readScheduleForm(given: Record<string, string>) {
  const result = ScheduleForm.safeParse(given)
  if (!result.success)
    throw new Problem('validation_failed', 422, { fields: refusedFields(result.error.issues) })
  const target = Object.entries(given).flatMap(([name, value]) =>
    name.startsWith('target.') ? [[name.slice('target.'.length), value.trim().slice(0, 300)] as const] : [],
  )
  return { ...result.data, target: Object.fromEntries(target) }
}
