import { z } from 'zod'
import { seoPermissions } from '#features/seo/permissions.ts'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import {
  Redirect,
  RedirectCheck,
  RedirectCheckDraft,
  RedirectDraft,
  RedirectQuery,
  TriedAddress,
  TriedAddressQuery,
} from './contract.ts'
import type { Redirects } from './service.ts'

const tags = ['Redirects']
const refusals = { 404: ['redirect_not_found'] }
const path = '/api/admin/seo/redirects'

/** The redirects, to be looked at. */
export const redirectRoutes = ({ redirects }: { redirects: Redirects }) =>
  defineRoutes((server) => {
    server.get(
      path,
      {
        config: { access: seoPermissions.read },
        schema: {
          tags,
          operationId: 'listRedirects',
          summary: 'Redirects from former addresses, newest first',
          querystring: RedirectQuery,
          response: { 200: z.array(Redirect) },
        },
      },
      async (request, reply) => pagedList(request, reply, await redirects.list(request.query)),
    )

    server.get(
      `${path}/try`,
      {
        config: { access: seoPermissions.read },
        schema: {
          tags,
          operationId: 'tryAddress',
          summary: 'Where an address of the site leads now',
          querystring: TriedAddressQuery,
          response: { 200: TriedAddress },
        },
      },
      (request) => redirects.tryAddress(request.query.address),
    )

    server.post(
      `${path}/check`,
      {
        config: { access: seoPermissions.read },
        schema: {
          tags,
          operationId: 'checkRedirect',
          summary: 'What would be refused of a redirect, and what is worth knowing of it; nothing is stored',
          body: RedirectCheckDraft,
          response: { 200: RedirectCheck },
        },
      },
      (request) => {
        const { id, ...draft } = request.body
        return redirects.check(draft, id, request.language)
      },
    )
  })

/** What changes the redirects. */
export const redirectChangeRoutes = ({ redirects }: { redirects: Redirects }) =>
  defineRoutes((server) => {
    server.post(
      path,
      {
        config: { access: seoPermissions.redirect, refusals: { 409: ['redirects_full'] } },
        schema: {
          tags,
          operationId: 'createRedirect',
          summary: 'Add a redirect; it is in force when the call answers, wherever nothing else answers',
          body: RedirectDraft,
          response: { 201: Redirect },
        },
      },
      async (request, reply, signedIn) =>
        reply.status(201).send(await redirects.create(request.body, signedIn.user.id)),
    )

    server.put(
      `${path}/:id`,
      {
        config: { access: seoPermissions.redirect, refusals },
        schema: {
          tags,
          operationId: 'changeRedirect',
          summary: 'Change a redirect',
          params: byId,
          body: RedirectDraft,
          response: { 200: Redirect },
        },
      },
      (request) => redirects.change(request.params.id, request.body),
    )

    server.delete(
      `${path}/:id`,
      {
        config: { access: seoPermissions.redirect, refusals },
        schema: {
          tags,
          operationId: 'deleteRedirect',
          summary: 'Remove a redirect; for a day it can be restored',
          params: byId,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await redirects.remove(request.params.id)
        return reply.status(204).send(null)
      },
    )

    server.post(
      `${path}/:id/restore`,
      {
        config: {
          access: seoPermissions.redirect,
          refusals: { ...refusals, 409: ['redirects_full'], 422: ['validation_failed'] },
        },
        schema: {
          tags,
          operationId: 'restoreRedirect',
          summary: 'Put back a redirect that was removed, with its hits',
          params: byId,
          response: { 200: Redirect },
        },
      },
      (request) => redirects.restore(request.params.id),
    )
  })
