import { z } from 'zod'
import { languages, sourceLanguage } from '#shared/languages.ts'
import { hasFewElements, isShallow } from '#shared/markup.ts'
import { queryNumber } from '#shared/paging.ts'
import { LanguageCode } from '#shared/parameters.ts'
import { text } from '#shared/text.ts'
import { countGraphemes, seoDescriptionLimit, seoKeywordsLimit, seoTitleLimit } from './model.ts'

/** The eleven places of the site whose text the team edits. */
export const contentKeys = [
  'home-hero',
  'home-problem',
  'home-cases',
  'home-why',
  'home-community',
  'about-mission',
  'about-team',
  'about-technology',
  'use-cases-identity',
  'use-cases-transparency',
  'use-cases-industrial',
] as const
export const ContentKey = z.enum(contentKeys, 'content_key_unknown')
export type ContentKey = z.infer<typeof ContentKey>

export type ContentGroup = 'home' | 'about' | 'use-cases'

/** The page that a text belongs to. */
export function contentGroup(key: ContentKey): ContentGroup {
  if (key.startsWith('home-')) return 'home'
  return key.startsWith('about-') ? 'about' : 'use-cases'
}

/** The longest text of one key and language, in characters of HTML. */
export const contentLimit = 200_000

/** A text of up to `limit` characters as people count them. */
export const countedText = (limit: number) =>
  text(limit * 8).refine((value) => countGraphemes(value) <= limit, 'too_long')

/** Which version of a key to read: of a language, the published one unless a version is named. */
export const ContentQuery = z.object({
  language: LanguageCode.default(sourceLanguage),
  version: queryNumber(1, 2_000_000_000, 'version_invalid').optional(),
})
export type ContentQuery = z.infer<typeof ContentQuery>

/** A digest of the source text. */
export const SourceDigest = z.string('invalid').regex(/^[\w-]{22}$/, 'invalid')

/** What the editor sends to save one text. `version` is the newest of that key and language plus one. */
export const ContentDraft = z.object({
  key: ContentKey,
  language: LanguageCode,
  content: z
    .string('required')
    .max(contentLimit, 'too_long')
    .refine((html) => !html.includes('\0'), 'control_characters')
    .refine(hasFewElements, 'too_many_elements')
    .refine(isShallow, 'too_deep'),
  version: z.int('version_invalid').min(1, 'version_invalid').max(2_000_000_000, 'version_invalid'),
  /** Whether the saved version is to be published at once. */
  published: z.boolean('invalid').default(false),
  /** For a translation: the source that its writer has seen (`TranslationState.source`); by default the newest. */
  source: SourceDigest.optional(),
  seo_title: countedText(seoTitleLimit).default(''),
  seo_description: countedText(seoDescriptionLimit).default(''),
  seo_keywords: text(seoKeywordsLimit).default(''),
})
export type ContentDraft = z.infer<typeof ContentDraft>

/** A text of a limited length as it is stored in JSON, which knows no NUL and no half of a surrogate pair. */
const unsaved = (limit: number) =>
  z
    .string('required')
    .max(limit, 'too_long')
    .refine((value) => !value.includes('\0'), 'control_characters')
    .overwrite((value) => value.toWellFormed())

const UnsavedFields = z.object({
  content: unsaved(contentLimit),
  // Longer than can be saved: nothing that somebody types is lost.
  seo_title: unsaved(2_000),
  seo_description: unsaved(8_000),
  seo_keywords: unsaved(2_000),
})

/** What somebody has typed and not saved, and the version that it began from. */
export const UnsavedText = z.object({
  language: LanguageCode,
  base: z.object({
    version: z.int('version_invalid').min(0, 'version_invalid').max(2_000_000_000, 'version_invalid'),
    fields: UnsavedFields,
  }),
  fields: UnsavedFields,
})
export type UnsavedText = z.infer<typeof UnsavedText>

/** All unsaved texts of one key in one window; `dropped` are those that it had and that are saved or discarded. */
export const UnsavedTexts = z.object({
  editor: z.uuid('invalid'),
  texts: z
    .array(UnsavedText, 'required')
    .max(languages.length, 'too_long')
    .refine((texts) => new Set(texts.map(({ language }) => language)).size === texts.length, 'invalid'),
  dropped: z.array(LanguageCode, 'required').max(languages.length, 'too_long'),
})
export type UnsavedTexts = z.infer<typeof UnsavedTexts>

/** When the server has kept unsaved texts. */
export const KeptAt = z.object({ saved_at: z.iso.datetime() })

/** One version of one text. `content` is HTML that the server has sanitised. */
export const ContentItem = z.object({
  id: z.uuid(),
  key: ContentKey,
  language: z.enum(languages),
  content: z.string(),
  version: z.number().int(),
  published: z.boolean(),
  seo_title: z.string(),
  seo_description: z.string(),
  seo_keywords: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type ContentItem = z.infer<typeof ContentItem>

/** A version in a list: all but its text, which is asked for by its number. */
export const ContentVersion = ContentItem.omit({ content: true })
export type ContentVersion = z.infer<typeof ContentVersion>

export const contentStatuses = ['none', 'draft', 'published'] as const
export const contentStates = ['none', 'draft', 'published', 'changed'] as const
/** The state of one key in one language; `version` and `updated_at` are those of its newest version. */
export const ContentState = z.object({
  status: z.enum(contentStatuses),
  /** The same, with `changed` for a published text that has a newer draft. */
  state: z.enum(contentStates),
  /** Whether what the site shows in the source language has changed since this translation was made or confirmed. */
  outdated: z.boolean(),
  /** Who made the newest version; a machine until a person confirms or edits it. */
  made_by: z.enum(['person', 'machine']).nullable(),
  version: z.number().int(),
  published_version: z.number().int().nullable(),
  /** Whether the newest version shows anything to a reader, which counts as translated. */
  has_content: z.boolean(),
  updated_at: z.iso.datetime().nullable(),
})
export type ContentState = z.infer<typeof ContentState>

/** One key in the content list. */
export const ContentEntry = z.object({
  key: ContentKey,
  languages: z.record(z.enum(languages), ContentState),
})
export type ContentEntry = z.infer<typeof ContentEntry>

/** A published text as the public page reads it. */
export type PublishedText = Pick<ContentItem, 'content' | 'seo_title' | 'seo_description' | 'seo_keywords'>

/** The published texts of a language, by key; one that is missing shows the built-in text. */
export type PublishedTexts = Partial<Record<ContentKey, PublishedText>>

/** Who translates a text until when. */
export const Assignment = z.object({
  key: ContentKey,
  language: z.enum(languages),
  owner: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  due_on: z.iso.date().nullable(),
})
export type Assignment = z.infer<typeof Assignment>

const mostAssigned = contentKeys.length * languages.length

/** Sets the owner, the due date or both of some texts; what is left out stays. */
export const AssignmentChange = z
  .object({
    texts: z
      .array(z.object({ key: ContentKey, language: LanguageCode }), 'required')
      .min(1, 'required')
      .max(mostAssigned, 'too_long')
      .refine(
        (texts) => new Set(texts.map(({ key, language }) => `${key} ${language}`)).size === texts.length,
        'twice',
      ),
    owner_id: z.uuid('owner_unknown').toLowerCase().nullable().optional(),
    due_on: z.iso
      .date('invalid')
      .refine((day) => day >= '2000-01-01', 'invalid')
      .nullable()
      .optional(),
  })
  .meta({ examples: [{ texts: [{ key: 'home-why', language: 'de' }], due_on: '2027-01-31' }] })
export type AssignmentChange = z.infer<typeof AssignmentChange>

/** What was done to a text. */
export const contentActionNames = [
  'save',
  'publish',
  'unpublish',
  'restore',
  'confirm',
  'translate',
  'release',
  'roll_back',
  'replace_picture',
  'import',
] as const

/** One thing that was done to one version of a text, and by whom. */
export const ContentAction = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  action: z.enum(contentActionNames),
  key: ContentKey,
  language: z.enum(languages),
  version: z.number().int(),
  /** The version that this one brought back. */
  restored_from: z.number().int().nullable(),
  /** Whether the page shows this version now. */
  published: z.boolean(),
  /** Null when the product did it by itself, as at a scheduled time, or when the person is gone. */
  actor: z.object({ id: z.uuid(), name: z.string() }).nullable(),
})
export type ContentAction = z.infer<typeof ContentAction>

/** Asks for an older version as a new one. `version` is the newest plus one, as for saving. */
export const ContentRestore = ContentDraft.pick({ version: true })

/** The heartbeat of an open editor. `editor` is a random id of the open window. */
export const PresenceBeat = z.object({
  editor: z.uuid('invalid'),
  language: LanguageCode,
})

/** Who else has a text open, and which version of each of its languages is the newest. */
export const Presence = z.object({
  others: z.array(
    z.object({
      editor: z.uuid(),
      language: z.enum(languages),
      user: z.object({ id: z.uuid(), name: z.string() }),
    }),
  ),
  newest: z.partialRecord(
    z.enum(languages),
    z.object({ version: z.number().int(), author: z.object({ id: z.uuid(), name: z.string() }).nullable() }),
  ),
})
export type Presence = z.infer<typeof Presence>

/** A block as it is shown for comparison; nulls if its text is no longer stored. */
export const SourceBlock = z.object({ tag: z.string().nullable(), text: z.string().nullable() })
export type SourceBlock = z.infer<typeof SourceBlock>

/** How one block of the source has changed since a translation was made. */
export const BlockChange = z.object({
  kind: z.enum(['kept', 'added', 'removed', 'changed', 'moved']),
  before: SourceBlock.nullable(),
  after: SourceBlock.nullable(),
})
export type BlockChange = z.infer<typeof BlockChange>

/** How a translation compares to the text it was made from. */
export const TranslationState = z.object({
  /** The newest version of the translation; null while there is none. */
  id: z.uuid().nullable(),
  version: z.number().int(),
  outdated: z.boolean(),
  made_by: z.enum(['person', 'machine']),
  /** The source's published version; null while the site shows its built-in text. */
  source_version: z.number().int().nullable(),
  /** Digest of the current source; sent back when the translation is confirmed. */
  source: z.string(),
  /** What changed in the source since; empty unless the translation is outdated. */
  changes: z.array(BlockChange),
  /** Whether a machine is there to translate. */
  machine: z.boolean(),
})
export type TranslationState = z.infer<typeof TranslationState>

/** Asks a machine for a translation of what the site shows of `from`. */
export const TranslationOrder = z
  .object({
    key: ContentKey,
    from: LanguageCode,
    to: LanguageCode,
  })
  .refine(({ from, to }) => from !== to, { error: 'same_language', path: ['to'] })
  .meta({ examples: [{ key: 'home-hero', from: 'es', to: 'en' }] })
export type TranslationOrder = z.infer<typeof TranslationOrder>

/** Has a machine translate a sample, to see whether that works. */
export const TranslationTest = z.object({ to: LanguageCode }).meta({ examples: [{ to: 'en' }] })
export type TranslationTest = z.infer<typeof TranslationTest>

/** A sample, and what a machine has made of it. */
export const TranslationSample = z.object({
  from: LanguageCode,
  to: LanguageCode,
  original: z.string(),
  translation: z.string(),
})
export type TranslationSample = z.infer<typeof TranslationSample>

/** The beginning of what the site shows of one text, for its thumbnail. */
export const Excerpt = z.object({
  key: ContentKey,
  /** Whether it is a published text rather than the built-in one. */
  published: z.boolean(),
  blocks: z.array(z.object({ tag: z.string(), text: z.string() })),
})
export type Excerpt = z.infer<typeof Excerpt>
