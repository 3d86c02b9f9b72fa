import { BotRule, BotRules, NewBotRule } from '#features/analytics/contract.ts'
import { analyticsPermissions } from '#features/analytics/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import type { BotRules as Rules } from './bot-rules.ts'

const tags = ['Visit figures']

/** Which visits are bots, for the team. */
export const botRuleRoutes = ({ botRules }: { botRules: Rules }) =>
  defineRoutes((server) => {
    server.get(
      '/api/analytics/bot-rules',
      {
        config: { access: analyticsPermissions.readBotRules },
        schema: {
          tags,
          operationId: 'listBotRules',
          summary: 'Get which visits are bots, newest first',
          response: { 200: BotRules },
        },
      },
      async () => ({ rules: await botRules.list() }),
    )

    server.post(
      '/api/analytics/bot-rules',
      {
        config: { access: analyticsPermissions.ruleOutBots, refusals: { 409: ['bot_rules_full'] } },
        schema: {
          tags,
          operationId: 'createBotRule',
          summary: 'Take visits out of the figures, since they are bots',
          description:
            'The visits that have all of the values, on the given days or from a day on, as `GET /api/analytics/visits` counts them. They are taken out in the background; what comes later, within an hour. Their views count as views of bots.',
          body: NewBotRule,
          response: { 201: BotRule },
        },
      },
      async (request, reply, { user }) =>
        reply.status(201).send(await botRules.create(request.body, user.id)),
    )

    server.post(
      '/api/analytics/bot-rules/:id/undo',
      {
        config: { access: analyticsPermissions.ruleOutBots, refusals: { 404: ['bot_rule_not_found'] } },
        schema: {
          tags,
          operationId: 'undoBotRule',
          summary: 'Put visits back into the figures',
          description: 'They are put back in the background; then the rule is gone.',
          params: byId,
          response: { 202: BotRule },
        },
      },
      async (request, reply) => reply.status(202).send(await botRules.undo(request.params.id)),
    )
  })
