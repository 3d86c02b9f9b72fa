import { contentPermissions } from '#features/content/permissions.ts'
import { contentDisposition } from '#http/files/content-disposition.ts'
import { createRequestTurns } from '#http/limits/request-turns.ts'
import { FileBytes, writtenAnswer } from '#http/openapi/written-answer.ts'
import { describeAction } from '#http/recorded-actions.ts'
import { defineRoutes } from '#http/routes.ts'
import { languages } from '#shared/languages.ts'
import { TransferContents, TransferExport } from './contract.ts'
import type { ContentExports } from './exports.ts'

export const transferTag = 'Content transfer'
export const transferPath = '/api/content/transfer'

/** The name of an archive. */
const nameOfArchive = (now: Date): string => `content-${now.toISOString().slice(0, 10)}.tar`

/** The content as an archive that another installation can import. */
export const contentExportRoutes = ({ exports }: { exports: ContentExports }) =>
  defineRoutes((server) => {
    server.get(
      transferPath,
      {
        config: { access: contentPermissions.export },
        schema: {
          tags: [transferTag],
          operationId: 'describeContent',
          summary: 'How much there is of each part of the content',
          response: { 200: TransferContents },
        },
      },
      () => exports.describeContents([...languages]),
    )

    server.post(
      `${transferPath}/export`,
      {
        config: { access: contentPermissions.export, isLong: true, refusals: { 429: ['exports_busy'] } },
        preHandler: createRequestTurns({
          ...{ concurrency: 1, maxWaiting: 4 },
          refusal: { code: 'exports_busy', status: 429 },
        }),
        schema: {
          tags: [transferTag],
          operationId: 'exportContent',
          summary: 'Export parts of the content, with their files, as an archive',
          description:
            'A TAR archive: `content.json`, which names everything, and the files. It is documented in docs/content-transfer.md.',
          body: TransferExport,
          response: writtenAnswer(FileBytes, 'application/x-tar'),
        },
      },
      async (request, reply) => {
        const { stream, size, now } = await exports.write(request.body)
        describeAction(request, { parts: request.body.parts.join(' '), bytes: size })
        return reply
          .type('application/x-tar')
          .header('content-length', size)
          .header('content-disposition', contentDisposition('attachment', nameOfArchive(now)))
          .send(stream)
      },
    )
  })
