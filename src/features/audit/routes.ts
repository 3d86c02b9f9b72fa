import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Checking } from '#features/audit/chain/checking.ts'
import { createRequestTurns } from '#http/limits/request-turns.ts'
import { FileBytes, writtenAnswer } from '#http/openapi/written-answer.ts'
import { pagedList } from '#http/paging.ts'
import { describeAction } from '#http/recorded-actions.ts'
import { defineRoutes } from '#http/routes.ts'
import type { Actions } from './actions.ts'
import {
  AuditCheck,
  AuditCheckQuery,
  AuditEntry,
  AuditExportRequest,
  AuditHead,
  AuditQuery,
  RecordedAction,
  RecordedActionQuery,
} from './contract.ts'
import type { AuditExports } from './exports.ts'
import { auditPermissions } from './permissions.ts'
import type { Audit } from './service.ts'

const tags = ['Audit log']
const types = { csv: 'text/csv; charset=utf-8', json: 'application/jsonl; charset=utf-8' }
const names = { csv: 'audit-log.csv', json: 'audit-log.jsonl' }

interface AuditRouteOptions {
  audit: Audit
  actions: Pick<Actions, 'list'>
  checking: Checking
}

/** The audit log and the check of its chain, for admins. */
export const auditRoutes = ({ audit, actions, checking }: AuditRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/api/audit',
      {
        config: { access: auditPermissions.read },
        schema: {
          tags,
          operationId: 'listAuditEntries',
          summary: 'List changes: who, what, before and after, newest first',
          querystring: AuditQuery,
          response: { 200: z.array(AuditEntry) },
        },
      },
      async (request, reply) => pagedList(request, reply, await audit.list(request.query)),
    )
    server.get(
      '/api/audit/actions',
      {
        config: { access: auditPermissions.read },
        schema: {
          tags,
          operationId: 'listRecordedActions',
          summary: 'List actions that ask for the password, such as exports and erasures, newest first',
          querystring: RecordedActionQuery,
          response: { 200: z.array(RecordedAction) },
        },
      },
      async (request, reply) => pagedList(request, reply, await actions.list(request.query)),
    )
    server.get(
      '/api/audit/head',
      {
        config: { access: auditPermissions.read },
        schema: {
          tags,
          operationId: 'getAuditHead',
          summary: 'Read the end of the chain, and what its last check found',
          response: { 200: AuditHead },
        },
      },
      () => checking.getHead(),
    )
    server.get(
      '/api/audit/check',
      {
        config: { access: auditPermissions.read },
        preHandler: createRequestTurns({
          ...{ concurrency: 2, maxWaiting: 8 },
          refusal: { code: 'exports_busy', status: 429 },
        }),
        schema: {
          tags,
          operationId: 'checkAuditLog',
          summary: 'Check that no entry was changed or removed: 1,000 entries after a position',
          querystring: AuditCheckQuery,
          response: { 200: AuditCheck },
        },
      },
      (request) => checking.checkAfter(request.query.after),
    )
  })

/** The export of the audit log, for admins who give their password. */
export const auditExportRoutes = ({ exports }: { exports: AuditExports }) =>
  defineRoutes((server) => {
    server.post(
      '/api/audit/export',
      {
        config: { access: auditPermissions.export, refusals: { 429: ['exports_busy'] } },
        preHandler: createRequestTurns({
          ...{ concurrency: 2, maxWaiting: 8 },
          refusal: { code: 'exports_busy', status: 429 },
        }),
        schema: {
          tags,
          operationId: 'exportAuditLog',
          summary: 'Export changes as a CSV file, or as JSON lines with which the chain can be checked',
          body: AuditExportRequest,
          response: writtenAnswer(FileBytes, 'text/csv', 'application/jsonl'),
        },
      },
      async (request, reply) => {
        const { format } = request.body
        const file = exports.write(request.body, (entries) => describeAction(request, { format, entries }))
        return reply
          .type(types[format])
          .header('content-disposition', `attachment; filename="${names[format]}"`)
          .send(Readable.from(file, { highWaterMark: 1 }))
      },
    )
  })
