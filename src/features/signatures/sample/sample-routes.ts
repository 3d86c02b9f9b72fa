import { z } from 'zod'
import { SampleCertificate } from '#features/signatures/contract.ts'
import { defineRoutes } from '#http/routes.ts'
import { openToAnyOrigin } from '#http/security-headers.ts'
import { languages } from '#shared/languages.ts'
import type { SampleCertificates } from './sample-certificate.ts'

/** What visitors check and change on the first page. */
export const sampleCertificateRoutes = ({ samples }: { samples: SampleCertificates }) =>
  defineRoutes((server) => {
    server.get(
      '/api/certificates/sample/:language',
      {
        config: { access: 'public' },
        schema: {
          tags: ['Signature'],
          operationId: 'getSampleCertificate',
          summary: 'A certificate of nobody, to try out how one is checked',
          params: z.object({ language: z.enum(languages) }),
          response: { 200: SampleCertificate },
        },
      },
      async (request, reply) =>
        reply.headers(openToAnyOrigin).send(await samples.get(request.params.language)),
    )
  })
