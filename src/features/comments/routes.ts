import { z } from 'zod'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import { Comment, CommentChange, CommentDraft, CommentQuery } from './contract.ts'
import { commentPermissions } from './permissions.ts'
import type { Comments } from './service.ts'

const tags = ['Comments']

/** Reading comments. */
export const commentReadingRoutes = ({ comments }: { comments: Comments }) =>
  defineRoutes((server) => {
    server.get(
      '/api/comments',
      {
        config: { access: commentPermissions.read, isAutomatic: true },
        schema: {
          tags,
          operationId: 'listComments',
          summary: 'The comments of a text, oldest first',
          querystring: CommentQuery,
          response: { 200: z.array(Comment) },
        },
      },
      (request) => comments.list(request.query),
    )

    server.get(
      '/api/comments/asked',
      {
        config: { access: commentPermissions.read },
        schema: {
          tags,
          operationId: 'listCommentsAsked',
          summary: 'The open comments that ask the user to look',
          response: { 200: z.array(Comment) },
        },
      },
      (_request, _reply, signedIn) => comments.listAsked(signedIn.user.id),
    )
  })

/** Writing, resolving and deleting comments. */
export const commentRoutes = ({ comments }: { comments: Comments }) =>
  defineRoutes((server) => {
    server.post(
      '/api/comments',
      {
        config: { access: commentPermissions.write, languages: 'any', refusals: { 409: ['comments_full'] } },
        schema: {
          tags,
          operationId: 'addComment',
          summary: 'Say something about a text, and ask somebody to look',
          body: CommentDraft,
          response: { 201: Comment },
        },
      },
      async (request, reply, signedIn) =>
        reply.status(201).send(await comments.add(request.body, signedIn.user.id)),
    )

    server.put(
      '/api/comments/:id',
      {
        config: {
          access: commentPermissions.write,
          languages: 'any',
          refusals: { 404: ['comment_not_found'] },
        },
        schema: {
          tags,
          operationId: 'resolveComment',
          summary: 'Mark a comment as resolved, or reopen it',
          params: byId,
          body: CommentChange,
          response: { 200: Comment },
        },
      },
      (request) => comments.resolve(request.params.id, request.body.resolved),
    )

    server.delete(
      '/api/comments/:id',
      {
        config: {
          access: commentPermissions.write,
          languages: 'any',
          refusals: { 403: ['comment_of_others'], 404: ['comment_not_found'] },
        },
        schema: {
          tags,
          operationId: 'deleteComment',
          summary: 'Delete a comment of one’s own; admins delete any',
          params: byId,
          response: { 204: z.null() },
        },
      },
      async (request, reply, signedIn) => {
        await comments.remove(request.params.id, signedIn.user)
        return reply.status(204).send(null)
      },
    )
  })
