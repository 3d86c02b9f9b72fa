import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { writtenAnswer } from '#http/openapi/written-answer.ts'

/** The media types of a credential, the newest first; JSON for everybody else. */
const credentialTypes = ['application/vc', 'application/vc+ld+json', 'application/ld+json']

/** Describes an answer of `sendCredential`. */
export const answerOfCredential = (schema: z.ZodType) =>
  writtenAnswer(schema, 'application/json', ...credentialTypes)

/** Sends a verifiable credential in the media type that is asked for. */
export function sendCredential(
  request: FastifyRequest,
  reply: FastifyReply,
  credential: object,
): FastifyReply {
  const { accept = '' } = request.headers
  const type = credentialTypes.find((one) => accept.split(/[,;\s]+/).includes(one)) ?? 'application/json'
  reply.headers({ 'content-type': type, vary: 'accept' })
  // Serialized here, because Fastify does so only for the type `application/json`.
  return reply.send(JSON.stringify(credential))
}
