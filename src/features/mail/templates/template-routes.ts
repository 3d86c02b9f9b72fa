import { z } from 'zod'
import {
  MailPreview,
  MailTextDraft,
  Template,
  TemplateChange,
  TemplateEntry,
  TemplateKind,
  TemplateTestMail,
  TestMailSent,
} from '#features/mail/contract.ts'
import { mailPermissions, templatePermission } from '#features/mail/permissions.ts'
import type { SignedIn } from '#http/access.ts'
import { defineRoutes } from '#http/routes.ts'
import { LanguageCode } from '#shared/parameters.ts'
import { isAllowed } from '#shared/permissions.ts'
import { Problem } from '#shared/problem.ts'
import type { ApproveTemplateChange, Templates } from './templates.ts'

const tags = ['Mail']
const params = z.object({ kind: TemplateKind })
const querystring = z.object({ language: LanguageCode })
/** The bytes of the longest text, escaped, in a script with three bytes a character. */
const bodyLimit = 512 * 1024

export interface TemplateRouteOptions {
  templates: Templates
  /** Returns the function that requires a recent password and records an action. */
  approverOf: (action: string) => (signedIn: SignedIn) => ApproveTemplateChange
}

/** @throws {Problem} 403 */
function requirePermission({ user }: SignedIn, kind: TemplateKind): void {
  if (!isAllowed(user, templatePermission(kind))) throw new Problem('forbidden', 403)
}

/** Reads and previews the templates of mails. */
export const templateRoutes = ({ templates }: Pick<TemplateRouteOptions, 'templates'>) =>
  defineRoutes((server) => {
    server.get(
      '/api/mail/templates',
      {
        config: { access: mailPermissions.readTemplates },
        schema: {
          tags,
          operationId: 'listMailTemplates',
          summary: 'List templates with their state in each language',
          response: { 200: z.array(TemplateEntry) },
        },
      },
      async () => templates.list(),
    )

    server.get(
      '/api/mail/templates/:kind',
      {
        config: { access: mailPermissions.readTemplates },
        schema: {
          tags,
          operationId: 'getMailTemplate',
          summary: 'Get a template in a language, with its built-in text and newest versions',
          ...{ params, querystring },
          response: { 200: Template },
        },
      },
      async (request) => templates.describe(request.params.kind, request.query.language),
    )

    server.post(
      '/api/mail/templates/:kind/preview',
      {
        config: { access: mailPermissions.readTemplates },
        bodyLimit,
        schema: {
          tags,
          operationId: 'previewMailTemplate',
          summary: 'Preview a text with sample data',
          ...{ params, querystring },
          body: MailTextDraft,
          response: { 200: MailPreview },
        },
      },
      async (request) => templates.preview(request.params.kind, request.query.language, request.body),
    )
  })

/** Changes the templates of mails and sends test mails. */
export const templateEditingRoutes = ({ templates, approverOf }: TemplateRouteOptions) =>
  defineRoutes((server) => {
    const access = mailPermissions.editTemplates
    const languages = ({ query }: { query: z.output<typeof querystring> }) => [query.language]
    const approve = approverOf(mailPermissions.editSecurityTemplates.action)
    server.put(
      '/api/mail/templates/:kind',
      {
        config: { access, languages, refusals: { 409: ['mail_template_stale'] } },
        bodyLimit,
        schema: {
          tags,
          operationId: 'changeMailTemplate',
          summary: 'Save a text as a new version, used from the next mail on',
          ...{ params, querystring },
          body: TemplateChange,
          response: { 200: Template },
        },
      },
      async ({ params, query, body }, _reply, signedIn) => {
        requirePermission(signedIn, params.kind)
        const author = { id: signedIn.user.id, approve: approve(signedIn) }
        return templates.save(params.kind, query.language, body, author)
      },
    )

    server.post(
      '/api/mail/templates/:kind/reset',
      {
        config: { access, languages, refusals: { 409: ['mail_template_stale'] } },
        schema: {
          tags,
          operationId: 'resetMailTemplate',
          summary: 'Restore the built-in text as a new version',
          ...{ params, querystring },
          body: TemplateChange.pick({ version: true }),
          response: { 200: Template },
        },
      },
      async ({ params, query, body }, _reply, signedIn) => {
        requirePermission(signedIn, params.kind)
        const author = { id: signedIn.user.id, approve: approve(signedIn) }
        return templates.reset(params.kind, query.language, body.version, author)
      },
    )

    server.post(
      '/api/mail/templates/:kind/test',
      {
        config: { access, languages },
        bodyLimit,
        schema: {
          tags,
          operationId: 'sendTemplateTest',
          summary: 'Send a test mail of a text to your own address',
          ...{ params, querystring },
          body: TemplateTestMail,
          response: { 202: TestMailSent },
        },
      },
      async (request, reply, signedIn) => {
        requirePermission(signedIn, request.params.kind)
        const { text, to } = request.body
        const sent = await templates.sendTestMail({
          kind: request.params.kind,
          language: request.query.language,
          ...{ text, to },
          userId: signedIn.user.id,
        })
        return reply.status(202).send({ to: sent })
      },
    )
  })
