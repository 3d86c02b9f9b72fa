import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ChangeAuthor, runAs } from '#platform/database/change-author.ts'
import { findPermission, findSignedIn } from './access.ts'

/** Who makes the changes of a request: the user, the program with a key, or a visitor. */
export function authorOf(request: FastifyRequest): ChangeAuthor {
  const { schema, url } = request.routeOptions
  const operation = schema && 'operationId' in schema ? String(schema.operationId) : url
  const action = findPermission(request)?.action ?? operation
  const signedIn = findSignedIn(request)
  // Without the request: the sign-ups of many visitors are one statement.
  if (!signedIn) return { kind: 'visitor', ...(action && { action }) }
  const common = { request: request.id, ...(action && { action }) }
  const { user, sessionId, keyId } = signedIn
  if (keyId !== undefined) return { kind: 'key', user: user.id, key: keyId, ...common }
  return { kind: 'user', user: user.id, session: sessionId, ...common }
}

/** Has the database record the changes of a request under who sent it. To be called after access has been checked. */
export function nameAuthors(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    if (request.method === 'GET' || request.method === 'HEAD') done()
    else runAs(authorOf(request), done)
  })
  // Once more after the body, whose events belong to the connection and not to the request.
  server.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined) done()
    else runAs(authorOf(request), done)
  })
}
