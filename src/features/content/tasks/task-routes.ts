import { z } from 'zod'
import { Assignment, AssignmentChange } from '#features/content/contract.ts'
import { contentPermissions } from '#features/content/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import type { Tasks } from './tasks.ts'

const tags = ['Texts']

/** Who translates which text until when. */
export const taskRoutes = ({ tasks }: { tasks: Tasks }) =>
  defineRoutes((server) => {
    server.get(
      '/api/content/assignments',
      {
        config: { access: contentPermissions.read },
        schema: {
          tags,
          operationId: 'listAssignments',
          summary: 'Who translates which text until when',
          response: { 200: z.array(Assignment) },
        },
      },
      () => tasks.list(),
    )

    server.put(
      '/api/content/assignments',
      {
        config: { access: contentPermissions.assign },
        schema: {
          tags,
          operationId: 'assignTexts',
          summary: 'Set the owner, the due date or both of some texts; null removes them',
          body: AssignmentChange,
          response: { 200: z.array(Assignment) },
        },
      },
      (request) => tasks.assign(request.body),
    )
  })
