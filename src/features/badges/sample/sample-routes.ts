import { z } from 'zod'
import { LedgerDocument, VerifiableCredential } from '#features/badges/contract.ts'
import { writtenAnswer } from '#http/openapi/written-answer.ts'
import { type CacheOptions, sendCached } from '#http/page-cache.ts'
import { defineRoutes } from '#http/routes.ts'
import { openToAnyOrigin } from '#http/security-headers.ts'
import { languages } from '#shared/languages.ts'
import { sampleCredentialPath, sampleLedgerPath } from './model.ts'
import type { SampleCredentials } from './sample-credential.ts'
import type { SampleLedger } from './sample-ledger.ts'

const tags = ['Verification']

interface SampleRouteOptions extends CacheOptions {
  samples: SampleCredentials
  sampleLedger: SampleLedger
}

/** What visitors check and change, and verifiers on any origin may read. */
export const sampleRoutes = ({ samples, sampleLedger, ...cacheOptions }: SampleRouteOptions) =>
  defineRoutes((server) => {
    const headers = { ...openToAnyOrigin, 'content-type': 'application/json; charset=utf-8' }
    server.get(
      sampleLedgerPath,
      {
        config: { access: 'public' },
        schema: {
          tags,
          operationId: 'getSampleLedger',
          summary: 'A sample of a ledger, whose entries are signed and chained',
          response: writtenAnswer(LedgerDocument, 'application/json'),
        },
      },
      async (request, reply) => {
        await sendCached(cacheOptions, request, reply, sampleLedgerPath, async () => ({
          headers,
          body: JSON.stringify(await sampleLedger.getLedger()),
        }))
      },
    )

    server.get(
      '/credentials/sample/:language.json',
      {
        config: { access: 'public' },
        schema: {
          tags,
          operationId: 'getSampleCredential',
          summary: 'A sample of a signed credential, which is valid and belongs to nobody',
          params: z.object({ language: z.enum(languages) }),
          response: writtenAnswer(VerifiableCredential, 'application/json'),
        },
      },
      async (request, reply) => {
        const { language } = request.params
        await sendCached(cacheOptions, request, reply, sampleCredentialPath(language), async () => ({
          headers,
          body: JSON.stringify(await samples.getSample(language)),
        }))
      },
    )
  })
