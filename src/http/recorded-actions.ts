import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { runAs } from '#platform/database/change-author.ts'
import { findPermission, findSignedIn } from './access.ts'
import { authorOf } from './change-author.ts'

/** The subject of an action: ids and counts, never personal data. */
export type ActionSubject = Readonly<Record<string, string | number>>

/** The log of actions that need a recent password. */
export interface ActionLog {
  /** Called before the action, so that none is done without a record. Returns the record's id. */
  begin(action: { userId: string; action: string; subject: ActionSubject }): Promise<string>
  end(id: string, outcome: 'done' | 'failed', subject: ActionSubject): Promise<void>
  /** Deletes the record of an action that was refused. */
  cancel(id: string): Promise<void>
}

const recordKey = Symbol('record')

declare module 'fastify' {
  interface FastifyRequest {
    [recordKey]: { id: string; subject: ActionSubject } | undefined
  }
}

/** Records the actions of routes whose permission needs a recent password. */
export function recordActions(server: FastifyInstance, log: ActionLog): void {
  server.decorateRequest(recordKey, undefined)
  server.addHook('preHandler', async (request, reply) => {
    const permission = findPermission(request)
    const signedIn = findSignedIn(request)
    if (!permission?.recentPassword || !signedIn) return
    const id = await log.begin({ userId: signedIn.user.id, action: permission.action, subject: {} })
    request[recordKey] = { id, subject: {} }
    // Fastify's `onResponse` is not called when the client disconnects before the end of the response.
    // It is called outside the request's own work.
    reply.raw.once('close', () =>
      runAs(authorOf(request), () => void settle(request, reply, reply.raw.writableFinished)),
    )
  })
  server.addHook('onSend', async (request, reply, payload) => {
    const isFile = payload instanceof Readable
    // A file is settled when it has been sent, unless its client has disconnected by now.
    if (!isFile || reply.raw.destroyed) await settle(request, reply, !isFile)
    return payload
  })

  async function settle(request: FastifyRequest, reply: FastifyReply, isSent: boolean): Promise<void> {
    const record = request[recordKey]
    if (!record) return
    request[recordKey] = undefined
    const { statusCode } = reply
    try {
      if (statusCode >= 400 && statusCode < 500) await log.cancel(record.id)
      else await log.end(record.id, statusCode < 400 && isSent ? 'done' : 'failed', record.subject)
    } catch (error) {
      // The action stays done, and its record without an outcome.
      request.log.error({ err: error }, 'the end of a recorded action could not be written')
    }
  }
}

/** Adds to the record of what this request does: ids, kinds and counts, never personal data. */
export function describeAction(request: FastifyRequest, subject: ActionSubject): void {
  const record = request[recordKey]
  if (record) record.subject = { ...record.subject, ...subject }
}
