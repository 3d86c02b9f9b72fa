import { Readable } from 'node:stream'
import { z } from 'zod'
import type { BulkInvitations } from '#features/signatures/invitations/bulk.ts'
import { createRequestTurns } from '#http/limits/request-turns.ts'
import { FileBytes, writtenAnswer } from '#http/openapi/written-answer.ts'
import { pagedList } from '#http/paging.ts'
import { describeAction } from '#http/recorded-actions.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import {
  Invitation,
  InvitationProgress,
  SignatureCounts,
  SignatureDetail,
  SignatureExport,
  SignatureQuery,
  SignatureRevocation,
  SignatureSummary,
} from './contract.ts'
import type { SignatureExports } from './exports.ts'
import { signaturePermissions } from './permissions.ts'
import type { Signatures } from './service.ts'

const tags = ['Signatures']
const types = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' }

interface SignatureRouteOptions {
  signatures: Signatures
}

/** Reading signatures. */
export const signatureRoutes = ({ signatures }: SignatureRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/api/signatures',
      {
        config: { access: signaturePermissions.read },
        schema: {
          tags,
          operationId: 'listSignatures',
          summary: 'Signatures, newest first, of all or of those that a search finds',
          querystring: SignatureQuery,
          response: { 200: z.array(SignatureSummary) },
        },
      },
      async (request, reply, signedIn) =>
        pagedList(request, reply, await signatures.list(request.query, signedIn.user)),
    )

    server.get(
      '/api/signatures/summary',
      {
        config: { access: signaturePermissions.read },
        schema: {
          tags,
          operationId: 'countSignatures',
          summary: 'How many signatures there are in each state',
          response: { 200: SignatureCounts },
        },
      },
      async () => signatures.count(),
    )

    server.get(
      '/api/signatures/:id',
      {
        config: { access: signaturePermissions.read, refusals: { 404: ['signature_not_found'] } },
        schema: {
          tags,
          operationId: 'getSignature',
          summary: 'A signature; what the person wrote only for those who may read it',
          params: byId,
          response: { 200: SignatureDetail },
        },
      },
      async (request, _reply, signedIn) => signatures.get(request.params.id, signedIn.user),
    )

    server.get(
      '/api/leads/:id/signature',
      {
        config: {
          access: signaturePermissions.read,
          refusals: { 404: ['lead_not_found'] },
        },
        schema: {
          tags,
          operationId: 'getSignatureOfEarlyAdopter',
          summary:
            'The signature of a lead: the one that is not revoked, else the newest; null before they are invited',
          params: byId,
          response: writtenAnswer(SignatureDetail.nullable(), 'application/json'),
        },
      },
      async (request, reply, signedIn) => {
        const signature = await signatures.findOfLead(request.params.id, signedIn.user)
        // Written here: the server would send no body at all for null.
        return reply.type(types.json).send(JSON.stringify(signature ?? null))
      },
    )
  })

/** Sending links again, and revoking. */
export const signatureChangeRoutes = ({ signatures }: SignatureRouteOptions) =>
  defineRoutes((server) => {
    server.post(
      '/api/signatures/:id/resend',
      {
        config: {
          access: signaturePermissions.invite,
          refusals: {
            404: ['signature_not_found'],
            409: ['signature_ended', 'signature_already_activated', 'mail_stopped'],
          },
        },
        schema: {
          tags,
          operationId: 'resendActivationLink',
          summary: 'Send a new link of a signature, which ends the earlier ones',
          params: byId,
          response: { 200: SignatureDetail },
        },
      },
      async (request, _reply, signedIn) => signatures.resend(request.params.id, signedIn.user),
    )

    server.post(
      '/api/signatures/:id/revoke',
      {
        config: {
          access: signaturePermissions.revoke,
          refusals: { 404: ['signature_not_found'], 409: ['signature_ended'] },
        },
        schema: {
          tags,
          operationId: 'revokeSignature',
          summary: 'Revoke a signature; its certificate shows the reason',
          params: byId,
          body: SignatureRevocation,
          response: { 200: SignatureDetail },
        },
      },
      async (request, _reply, signedIn) =>
        signatures.revoke(request.params.id, request.body.reason, signedIn.user),
    )
  })

/** Inviting people to activate their signature. */
export const invitationRoutes = ({ bulk }: { bulk: BulkInvitations }) =>
  defineRoutes((server) => {
    server.post(
      '/api/signatures/invitations',
      {
        config: { access: signaturePermissions.invite },
        // Room for five thousand ids.
        bodyLimit: 256 * 1024,
        schema: {
          tags,
          operationId: 'inviteToActivate',
          summary: 'Invite leads to activate their signature: one at once, several bit by bit from now on',
          body: Invitation,
          response: { 202: InvitationProgress },
        },
      },
      async (request, reply, signedIn) =>
        reply.status(202).send(await bulk.order(request.body, signedIn.user.id)),
    )

    server.get(
      '/api/signatures/invitations/:id',
      {
        config: { access: signaturePermissions.read },
        schema: {
          tags,
          operationId: 'getInvitations',
          summary: 'How far invitations have come',
          params: byId,
          response: { 200: InvitationProgress },
        },
      },
      async (request) => bulk.get(request.params.id),
    )

    server.post(
      '/api/signatures/invitations/:id/stop',
      {
        config: { access: signaturePermissions.invite },
        schema: {
          tags,
          operationId: 'stopInvitations',
          summary: 'Stop invitations: those that were sent stay, the rest does not happen',
          params: byId,
          response: { 200: InvitationProgress },
        },
      },
      async (request) => bulk.stop(request.params.id),
    )
  })

/** Export of signatures. */
export const signatureExportRoutes = ({ exports }: { exports: SignatureExports }) =>
  defineRoutes((server) => {
    server.get(
      '/api/signatures/export',
      {
        config: { access: signaturePermissions.export, refusals: { 429: ['exports_busy'] } },
        // Many at once would slow each other down until none is done before its client gives up.
        preHandler: createRequestTurns({
          ...{ concurrency: 2, maxWaiting: 8 },
          refusal: { code: 'exports_busy', status: 429 },
        }),
        schema: {
          tags,
          operationId: 'exportSignatures',
          summary: 'Export signatures as a CSV or JSON file',
          querystring: SignatureExport,
          response: writtenAnswer(FileBytes, 'text/csv', 'application/json'),
        },
      },
      async (request, reply, signedIn) => {
        const { format } = request.query
        request.log.info({ user: signedIn.user.id, format }, 'signatures are exported')
        const file = exports.write(format, (count) => describeAction(request, { format, people: count }))
        return reply
          .type(types[format])
          .header('content-disposition', `attachment; filename="signatures.${format}"`)
          .send(Readable.from(file, { highWaterMark: 1 }))
      },
    )
  })
