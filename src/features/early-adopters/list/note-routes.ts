import { z } from 'zod'
import { LeadNote, LeadNoteDraft } from '#features/early-adopters/contract.ts'
import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import type { LeadNotes } from './notes.ts'

const tags = ['Early adopters']
const byNote = byId.extend({ note: z.uuid() })

/** The team's notes about an early adopter. */
export const noteRoutes = ({ notes }: { notes: LeadNotes }) =>
  defineRoutes((server) => {
    server.post(
      '/api/leads/:id/notes',
      {
        config: { access: leadPermissions.edit },
        schema: {
          tags,
          operationId: 'addNote',
          summary: 'Add a note about an early adopter',
          params: byId,
          body: LeadNoteDraft,
          response: { 201: LeadNote },
        },
      },
      async (request, reply, signedIn) => {
        const { user } = signedIn
        return reply.status(201).send(await notes.add(request.params.id, request.body.text, user))
      },
    )

    server.put(
      '/api/leads/:id/notes/:note',
      {
        config: { access: leadPermissions.edit },
        schema: {
          tags,
          operationId: 'changeNote',
          summary: 'Change your own note, or any note as an admin',
          params: byNote,
          body: LeadNoteDraft,
          response: { 200: LeadNote },
        },
      },
      async (request, _reply, signedIn) => {
        const { id, note } = request.params
        return notes.change(id, note, request.body.text, signedIn.user)
      },
    )

    server.delete(
      '/api/leads/:id/notes/:note',
      {
        config: { access: leadPermissions.edit },
        schema: {
          tags,
          operationId: 'deleteNote',
          summary: 'Delete your own note, or any note as an admin',
          params: byNote,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply, signedIn) => {
        await notes.remove(request.params.id, request.params.note, signedIn.user)
        return reply.status(204).send()
      },
    )
  })
