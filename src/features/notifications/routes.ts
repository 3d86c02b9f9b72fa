import { z } from 'zod'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import type { ChoiceService } from './choices.ts'
import {
  Bell,
  ChoiceChange,
  Choices,
  Notification,
  NotificationQuery,
  ReadRequest,
  ReadResult,
  TaskChange,
  taskByName,
  typeByName,
  UnreadRequest,
} from './contract.ts'
import { notificationPermissions } from './permissions.ts'
import type { Notifications } from './service.ts'
import type { Tasks } from './tasks.ts'

const tags = ['Notifications']
const access = notificationPermissions.read

/** What a user is told, and what they have read of it. */
export const notificationRoutes = ({ notifications }: { notifications: Notifications }) =>
  defineRoutes((server) => {
    server.get(
      '/api/notifications',
      {
        config: { access, isAutomatic: true },
        schema: {
          tags,
          operationId: 'listNotifications',
          summary: 'List what the user is told, newest first',
          querystring: NotificationQuery,
          response: { 200: z.array(Notification) },
        },
      },
      async (request, reply, { user }) =>
        pagedList(request, reply, await notifications.list(user.id, request.query, request.language)),
    )
    server.get(
      '/api/notifications/bell',
      {
        config: { access, isAutomatic: true },
        schema: {
          tags,
          operationId: 'getBell',
          summary: 'Read how much is unread, what is to be done, and the newest notifications',
          response: { 200: Bell },
        },
      },
      (request, _reply, { user }) => notifications.getBell(user, request.language),
    )
    server.post(
      '/api/notifications/read',
      {
        config: { access },
        schema: {
          tags,
          operationId: 'markNotificationsRead',
          summary: 'Mark notifications as read: some, or all until a moment',
          body: ReadRequest,
          response: { 200: ReadResult },
        },
      },
      (request, _reply, { user }) => notifications.markRead(user.id, request.body),
    )
    server.post(
      '/api/notifications/unread',
      {
        config: { access },
        schema: {
          tags,
          operationId: 'markNotificationsUnread',
          summary: 'Mark notifications as unread again',
          body: UnreadRequest,
          response: { 204: z.null() },
        },
      },
      async (request, reply, { user }) => {
        await notifications.markUnread(user.id, request.body)
        return reply.status(204).send(null)
      },
    )
  })

/** What a user puts aside, and what they want by mail. */
export const notificationChoiceRoutes = ({ tasks, choices }: { tasks: Tasks; choices: ChoiceService }) =>
  defineRoutes((server) => {
    server.put(
      '/api/notifications/tasks/:name',
      {
        config: { access, refusals: { 404: ['not_found'] } },
        schema: {
          tags,
          operationId: 'dismissTask',
          summary: 'Put a task aside, or take it up again',
          params: taskByName,
          body: TaskChange,
          response: { 204: z.null() },
        },
      },
      async (request, reply, { user }) => {
        await tasks.setDismissed(user, request.params.name, request.body.is_dismissed)
        return reply.status(204).send(null)
      },
    )
    server.get(
      '/api/notifications/choices',
      {
        config: { access },
        schema: {
          tags,
          operationId: 'getNotificationChoices',
          summary: 'Read what the user gets by mail',
          response: { 200: Choices },
        },
      },
      (request, _reply, { user }) => choices.list(user.id, request.language),
    )
    server.put(
      '/api/notifications/choices/:type',
      {
        config: { access, refusals: { 404: ['not_found'] } },
        schema: {
          tags,
          operationId: 'chooseNotificationMail',
          summary: 'Choose whether a kind of notification comes by mail: never, in a daily mail, or at once',
          params: typeByName,
          body: ChoiceChange,
          response: { 204: z.null() },
        },
      },
      async (request, reply, { user }) => {
        await choices.choose(user.id, request.params.type, request.body.mail)
        return reply.status(204).send(null)
      },
    )
  })
