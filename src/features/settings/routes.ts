import { z } from 'zod'
import { type CacheOptions, sendCached } from '#http/page-cache.ts'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import { PublicSettings, Setting, SettingChanges, SettingRevision, SettingRevisionQuery } from './contract.ts'
import { settingPermissions } from './permissions.ts'
import type { Settings } from './service.ts'

const tags = ['Settings']

interface SettingRouteOptions extends CacheOptions {
  settings: Settings
}

/** Reading and changing settings. */
export const settingRoutes = ({ settings, ...cacheOptions }: SettingRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/api/settings/public',
      {
        config: { access: 'public', isPublicApi: true },
        schema: {
          tags: ['Site'],
          operationId: 'getPublicSettings',
          summary: 'What the site says about itself: its name, its languages and who runs it',
          response: { 200: PublicSettings },
        },
      },
      (request, reply) =>
        sendCached(cacheOptions, request, reply, '/api/settings/public', async () => ({
          headers: { 'content-type': 'application/json; charset=utf-8' },
          body: JSON.stringify(settings.listPublic()),
        })),
    )

    server.get(
      '/api/settings',
      {
        config: { access: settingPermissions.read },
        schema: {
          tags,
          operationId: 'listSettings',
          summary: 'The settings that the user may read',
          response: { 200: z.array(Setting) },
        },
      },
      async (_request, _reply, { user }) => settings.list(user),
    )

    server.patch(
      '/api/settings',
      {
        config: {
          access: settingPermissions.change,
          refusals: { 409: ['settings_stale', 'settings_fixed'] },
        },
        schema: {
          tags,
          operationId: 'changeSettings',
          summary: 'Change settings, all or none; answers once they are in force in every process',
          body: SettingChanges,
          response: { 200: z.array(Setting) },
        },
      },
      (request, _reply, { user }) => settings.change(request.body, user),
    )
  })

/** What was changed, and going back. */
export const settingRevisionRoutes = ({ settings }: { settings: Settings }) =>
  defineRoutes((server) => {
    server.get(
      '/api/settings/changes',
      {
        config: { access: settingPermissions.readHistory },
        schema: {
          tags,
          operationId: 'listSettingChanges',
          summary: 'What was changed, by whom and why, newest first',
          querystring: SettingRevisionQuery,
          response: { 200: z.array(SettingRevision) },
        },
      },
      async (request, reply) => pagedList(request, reply, await settings.listRevisions(request.query)),
    )

    server.post(
      '/api/settings/changes/:id/undo',
      {
        config: {
          access: settingPermissions.change,
          refusals: {
            404: ['setting_revision_not_found'],
            409: ['settings_stale', 'settings_fixed'],
            422: ['validation_failed'],
          },
        },
        schema: {
          tags,
          operationId: 'undoSettingChange',
          summary: 'Go back to the values before a change',
          params: byId,
          response: { 200: z.array(Setting) },
        },
      },
      (request, _reply, { user }) => settings.undo(request.params.id, user),
    )
  })
