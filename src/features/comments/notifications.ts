import { z } from 'zod'
import { ContentKey } from '#features/content/contract.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Language } from '#shared/languages.ts'
import { languageNames, languages } from '#shared/languages.ts'
import {
  type NewNotification,
  type NotificationSource,
  type NotificationType,
  notificationOf,
  type Told,
} from '#shared/notifications/type.ts'
import type { FindNames } from '#shared/user.ts'
import { commentPermissions } from './permissions.ts'

const CommentData = z.object({
  key: ContentKey,
  language: z.enum(languages),
  author_id: z.uuid(),
})
type CommentData = z.infer<typeof CommentData>

const common = {
  permission: commentPermissions.read,
  schema: CommentData,
  mail: 'at_once',
  isAlarming: false,
} as const

/** Somebody asks a user to look at a text. */
const commentAsked: NotificationType<CommentData> = { ...common, name: 'comments.asked' }
/** Somebody whom a user has asked to look has answered. */
const commentAnswered: NotificationType<CommentData> = { ...common, name: 'comments.answered' }

interface NewComment extends Pick<CommentData, 'key' | 'language'> {
  authorId: string
  askedId: string | null
  createdAt: Date
}

/** The notifications of a comment: for whom it asks to look, and for those whom it answers. */
export function tellOfComment(
  { key, language, authorId, askedId, createdAt: at }: NewComment,
  askers: readonly string[],
): NewNotification[] {
  const data = { key, language, author_id: authorId }
  const answers = askers
    .filter((userId) => userId !== askedId)
    .map((userId) => notificationOf(commentAnswered, { data, at, userId }))
  if (askedId === null || askedId === authorId) return answers
  return [notificationOf(commentAsked, { data, at, userId: askedId }), ...answers]
}

interface CommentNotificationOptions {
  findNames: FindNames
  translator(language: Language): Translate
}

/** What users are told about comments. */
export function createCommentNotifications({
  findNames,
  translator,
}: CommentNotificationOptions): NotificationSource[] {
  async function describe(told: readonly Told<CommentData>[], language: Language) {
    const names = await findNames(told.flatMap(({ data }) => data?.author_id ?? []))
    const t = translator(language)
    return told.map(({ data }) => ({
      variables: {
        name: names.get(data?.author_id ?? '') ?? t('notification-texts:somebody'),
        text: data ? t(`content:content.keys.${data.key}`) : '',
        language: data ? languageNames[data.language] : '',
      },
      path: data ? `/admin/content/${data.key}?language=${data.language}` : '/admin/content/tasks',
    }))
  }
  const sources: NotificationSource<CommentData>[] = [
    { type: commentAsked, describe },
    { type: commentAnswered, describe },
  ]
  return sources
}
