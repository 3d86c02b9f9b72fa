import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findPermission, findSignedIn } from './access.ts'

/** What an action was done to: ids and counts, never personal data. */
export type ActionSubject = Readonly<Record<string, string | number>>

/** Where actions that ask for the password are recorded. */
export interface ActionLog {
  /** Before anything is done, so that nothing is done without a record. Answers the record's id. */
  begin(action: { userId: string; action: string; subject: ActionSubject }): Promise<string>
  end(id: string, outcome: 'done' | 'failed', subject: ActionSubject): Promise<void>
  /** Forgets an action that was refused: nothing was done. */
  cancel(id: string): Promise<void>
}

const recordKey = Symbol('record')

declare module 'fastify' {
  interface FastifyRequest {
    [recordKey]: { id: string; subject: ActionSubject } | undefined
  }
}

/** Records what is done by routes whose permission asks for a recent password. */
export function recordActions(server: FastifyInstance, log: ActionLog): void {
  server.decorateRequest(recordKey, undefined)
  server.addHook('preHandler', async (request, reply) => {
    const permission = findPermission(request)
    const signedIn = findSignedIn(request)
    if (!permission?.recentPassword || !signedIn) return
    const id = await log.begin({ userId: signedIn.user.id, action: permission.action, subject: {} })
    request[recordKey] = { id, subject: {} }
    // Fastify's own hook is not called when the client goes away before the end of the response.
    reply.raw.once('close', () => void settle(request, reply, reply.raw.writableFinished))
  })
  server.addHook('onSend', async (request, reply, payload) => {
    const isFile = payload instanceof Readable
    // A file has still to be sent, unless its client has gone by now.
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
      // What was done stays done, and its record says that it was begun.
      request.log.error({ err: error }, 'the end of a recorded action could not be written')
    }
  }
}

/** Adds to the record of what this request does: ids, kinds and counts, never personal data. */
export function describeAction(request: FastifyRequest, subject: ActionSubject): void {
  const record = request[recordKey]
  if (record) record.subject = { ...record.subject, ...subject }
}
