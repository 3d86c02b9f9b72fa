import { z } from 'zod'
import { ContentKey } from '#features/content/contract.ts'
import { languages } from '#shared/languages.ts'
import type { LiveTopic } from '#shared/live/topic.ts'
import { LanguageCode } from '#shared/parameters.ts'
import { linesText } from '#shared/text.ts'
import { commentPermissions } from './permissions.ts'

/** The longest comment, in characters. */
export const commentLimit = 4_000
/** How many comments of one text may be open. */
export const mostOpen = 200

const Person = z.object({ id: z.uuid(), name: z.string() }).nullable()

/** What somebody of the team has said about a text. */
export const Comment = z.object({
  id: z.uuid(),
  key: ContentKey,
  language: z.enum(languages),
  body: z.string().meta({ examples: ['Is the second figure still right?'] }),
  /** Null once their account is gone. */
  author: Person,
  /** Who is asked to look. */
  asked: Person,
  created_at: z.iso.datetime(),
  resolved_at: z.iso.datetime().nullable(),
})
export type Comment = z.infer<typeof Comment>

export const CommentDraft = z
  .object({
    key: ContentKey,
    language: LanguageCode,
    body: linesText(commentLimit).min(1, 'required'),
    asked_id: z.uuid('owner_unknown').toLowerCase().nullable().default(null),
  })
  .meta({ examples: [{ key: 'home-why', language: 'de', body: 'Is the second figure still right?' }] })
export type CommentDraft = z.infer<typeof CommentDraft>

export const CommentChange = z.object({ resolved: z.boolean('invalid') })

/** The comments of one text. */
export const CommentQuery = z.object({ key: ContentKey, language: LanguageCode })
export type CommentQuery = z.infer<typeof CommentQuery>

/** Signalled when a comment has changed. */
export const commentsChanged: LiveTopic = { name: 'comments', permission: commentPermissions.read }
