import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { definePermissions } from '#shared/permissions.ts'
import { defineRoutes } from './routes.ts'

const permissions = definePermissions('things', { read: 'viewer' })

test('the type of a handler’s user follows from the access of its route', async () => {
  const routes = defineRoutes((server) => {
    server.get('/protected', { config: { access: permissions.read } }, (_request, _reply, signedIn) => {
      return signedIn.user.id
    })
    // @ts-expect-error a public route knows nobody
    server.get('/public', { config: { access: 'public' } }, (_request, _reply, signedIn) => {
      return String(signedIn)
    })
    server.get('/optional', { config: { access: 'optional' } }, (_request, _reply, signedIn) => {
      // @ts-expect-error whoever asks may be nobody
      return signedIn.user.id
    })
    // @ts-expect-error a route says who may call it
    server.get('/undeclared', { config: {} }, () => 'x')
  })
  const server = Fastify()
  await server.register(routes)
  assert.ok(server.hasRoute({ method: 'GET', url: '/protected' }))
  // Should the guard ever be missing, a protected handler is not reached.
  const reply = await server.inject('/protected')
  assert.notEqual(reply.statusCode, 200)
})
