import { z } from 'zod'
import { seoPermissions } from '#features/seo/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import { NewVerification, Verification, VerifiedEngine } from './contract.ts'
import type { Verifications } from './verifications.ts'

const tags = ['Search engines']
const params = z.object({ engine: VerifiedEngine })
const response = { 200: z.array(Verification) }

/** The codes that prove to search engines whose site it is. */
export const verificationRoutes = ({ verifications }: { verifications: Verifications }) =>
  defineRoutes((server) => {
    server.get(
      '/api/admin/seo/verification',
      {
        config: { access: seoPermissions.read },
        schema: {
          tags,
          operationId: 'listVerifications',
          summary: 'The code of each search engine, and whether the site shows it',
          response,
        },
      },
      () => verifications.list(),
    )

    server.put(
      '/api/admin/seo/verification/:engine',
      {
        config: { access: seoPermissions.change, refusals: { 409: ['settings_stale'] } },
        schema: {
          tags,
          operationId: 'saveVerification',
          summary: 'Store the code of a search engine, or the element with it, for the head of every page',
          ...{ params, body: NewVerification, response },
        },
      },
      (request, _reply, { user }) => verifications.save(request.params.engine, request.body.code, user),
    )

    server.delete(
      '/api/admin/seo/verification/:engine',
      {
        config: { access: seoPermissions.change, refusals: { 409: ['settings_stale'] } },
        schema: {
          tags,
          operationId: 'removeVerification',
          summary: 'Remove the code of a search engine',
          params,
          response: { 204: z.null() },
        },
      },
      async (request, reply, { user }) => {
        await verifications.remove(request.params.engine, user)
        return reply.status(204).send(null)
      },
    )

    server.post(
      '/api/admin/seo/verification/checks',
      {
        config: { access: seoPermissions.check },
        schema: {
          tags,
          operationId: 'checkVerifications',
          summary: 'Fetch the public page, and say whether it shows the codes',
          response,
        },
      },
      () => verifications.check(),
    )
  })
