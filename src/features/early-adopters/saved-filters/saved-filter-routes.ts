import { z } from 'zod'
import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import { SavedFilter, SavedFilterChange, SavedFilterDraft } from './contract.ts'
import type { SavedFilters } from './saved-filters.ts'

const tags = ['Early adopters']

/** The saved filters of the list of early adopters. */
export const savedFilterRoutes = ({ savedFilters }: { savedFilters: SavedFilters }) =>
  defineRoutes((server) => {
    server.get(
      '/api/saved-filters',
      {
        config: { access: leadPermissions.read },
        schema: {
          tags,
          operationId: 'listSavedFilters',
          summary: 'List the saved filters of the list of early adopters, by name',
          response: { 200: z.array(SavedFilter) },
        },
      },
      async () => savedFilters.list(),
    )

    server.post(
      '/api/saved-filters',
      {
        config: {
          access: leadPermissions.edit,
          refusals: { 409: ['saved_filter_taken'] },
        },
        schema: {
          tags,
          operationId: 'addSavedFilter',
          summary: 'Save filters of the list of early adopters under a name',
          body: SavedFilterDraft,
          response: { 201: SavedFilter },
        },
      },
      async (request, reply, signedIn) =>
        reply.status(201).send(await savedFilters.add(request.body, signedIn.user.id)),
    )

    server.patch(
      '/api/saved-filters/:id',
      {
        config: { access: leadPermissions.edit, refusals: { 409: ['saved_filter_taken'] } },
        schema: {
          tags,
          operationId: 'changeSavedFilter',
          summary: 'Rename a saved filter, or change what it narrows the list by',
          params: byId,
          body: SavedFilterChange,
          response: { 200: SavedFilter },
        },
      },
      async (request) => savedFilters.change(request.params.id, request.body),
    )

    server.delete(
      '/api/saved-filters/:id',
      {
        config: { access: leadPermissions.edit },
        schema: {
          tags,
          operationId: 'deleteSavedFilter',
          summary: 'Delete a saved filter',
          params: byId,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await savedFilters.remove(request.params.id)
        return reply.status(204).send()
      },
    )
  })
