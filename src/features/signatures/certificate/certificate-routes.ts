import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { StatusList } from '#features/badges/contract.ts'
import {
  CertificateCredential,
  CertificatePdfQuery,
  CertificateRecord,
  DocumentSigners,
} from '#features/signatures/contract.ts'
import { signaturePermissions } from '#features/signatures/permissions.ts'
import { answerOfCredential, sendCredential } from '#http/files/credential-file.ts'
import { FileBytes, writtenAnswer } from '#http/openapi/written-answer.ts'
import { defineRoutes } from '#http/routes.ts'
import { openToAnyOrigin } from '#http/security-headers.ts'
import { byId } from '#shared/parameters.ts'
import type { CertificateFiles } from './certificate-files.ts'
import type { CertificateRecords } from './records.ts'

const tags = ['Signature']
const byToken = z.object({
  token: z.string().meta({ examples: ['pS1x4dC0r5m3sYvN8Qe7hT2bK9wJ6uFzLgVaXoRiM0E'] }),
})
const refusals = { 404: ['certificate_not_found'] }

const nameFile = (reply: FastifyReply, name: string) =>
  reply.header('content-disposition', `attachment; filename="${name}"`)

/** The certificate that a used link opens, as files. */
export const certificateFileRoutes = ({ files }: { files: CertificateFiles }) =>
  defineRoutes((server) => {
    server.get(
      '/api/signature/certificate/:token/credential.json',
      {
        config: { access: 'public', refusals },
        schema: {
          tags,
          operationId: 'getSignatureCredential',
          summary: 'The certificate that a used link opens, as a verifiable credential',
          params: byToken,
          response: answerOfCredential(CertificateCredential),
        },
      },
      async (request, reply) => {
        const { id, content } = await files.getCredential(request.params.token, request)
        return sendCredential(request, nameFile(reply, `${id}.json`), content)
      },
    )

    server.get(
      '/api/signature/certificate/:token/certificate.pdf',
      {
        config: { access: 'public', refusals },
        schema: {
          tags,
          operationId: 'getSignaturePdf',
          summary: 'The same as a signed PDF, with the credential in it',
          params: byToken,
          querystring: CertificatePdfQuery,
          response: writtenAnswer(FileBytes, 'application/pdf'),
        },
      },
      async (request, reply) => {
        const language = request.query.language ?? request.language
        const { id, content } = await files.getPdf(request.params.token, request, language)
        return nameFile(reply, `${id}.pdf`).type('application/pdf').send(Buffer.from(content))
      },
    )
  })

/** The certificate of a signature for the team, which may see what is on it. */
export const teamCertificateRoutes = ({ files }: { files: CertificateFiles }) =>
  defineRoutes((server) => {
    server.get(
      '/api/signatures/:id/certificate.pdf',
      {
        config: {
          access: signaturePermissions.readForms,
          refusals: { 404: ['signature_not_found', 'certificate_not_found'], 410: ['gone'] },
        },
        schema: {
          tags: ['Signatures'],
          operationId: 'getCertificatePdf',
          summary: 'The certificate of an activated signature as a signed PDF',
          params: byId,
          querystring: CertificatePdfQuery,
          response: writtenAnswer(FileBytes, 'application/pdf'),
        },
      },
      async (request, reply) => {
        const language = request.query.language ?? request.language
        const { id, content } = await files.getPdfOfSignature(request.params.id, language)
        return nameFile(reply, `${id}.pdf`).type('application/pdf').send(Buffer.from(content))
      },
    )
  })

interface RecordRouteOptions {
  listSigners(): Promise<DocumentSigners>
  records: CertificateRecords
  files: Pick<CertificateFiles, 'getStatusList'>
}

/** What anybody checks certificates with, from any origin. */
export const certificateRecordRoutes = ({ records, files, listSigners }: RecordRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/api/certificates/:id',
      {
        config: { access: 'public', refusals: { ...refusals, 410: ['gone'] } },
        schema: {
          tags,
          operationId: 'getCertificateRecord',
          summary: 'All that a certificate is checked with; names nobody',
          params: byId,
          response: { 200: CertificateRecord },
        },
      },
      async (request, reply) => reply.headers(openToAnyOrigin).send(await records.get(request.params.id)),
    )

    server.get(
      '/api/certificates/signers',
      {
        config: { access: 'public' },
        schema: {
          tags,
          operationId: 'listDocumentSigners',
          summary: 'The X.509 certificates that PDFs of certificates are and were signed with',
          response: { 200: DocumentSigners },
        },
      },
      async (_request, reply) => reply.headers(openToAnyOrigin).send(await listSigners()),
    )

    server.get(
      '/credentials/signatures/status/:list',
      {
        config: { access: 'public', rateLimit: 'file' },
        schema: {
          tags: ['Verification'],
          operationId: 'getSignatureStatusList',
          summary: 'Which certificates are revoked or erased, as a signed list of bits',
          params: z.object({
            list: z
              .string()
              .regex(/^[1-9]\d{0,4}$/)
              .meta({ examples: ['1'] })
              .transform(Number),
          }),
          response: answerOfCredential(StatusList),
        },
      },
      async (request, reply) => {
        const list = await files.getStatusList(request.params.list)
        return sendCredential(request, reply.headers(openToAnyOrigin), list)
      },
    )
  })
