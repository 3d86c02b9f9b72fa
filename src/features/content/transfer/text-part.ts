import { z } from 'zod'
import type { PresentItem, TransferItem, TransferMode, TransferPart, TransferSource } from '#feature.ts'
import { ContentDraft, ContentKey } from '#features/content/contract.ts'
import { addVersion } from '#features/content/history/versions.ts'
import type { RecordPublication } from '#features/content/publication-record.ts'
import type { Sanitizer } from '#features/content/sanitizing/sanitizer.ts'
import { type ContentRow, createContentStore } from '#features/content/store.ts'
import { readFields } from '#http/problem-details.ts'
import type { Database } from '#platform/postgres.ts'
import { type Language, sourceLanguage } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import { listCurrentTexts } from './text-store.ts'

const { content, seo_title, seo_description, seo_keywords } = ContentDraft.shape

/** One version of a text. */
const Version = z.strictObject({
  ...{ content, seo_title, seo_description, seo_keywords },
  /** `machine` until a person has confirmed a machine's translation. */
  made_by: z.enum(['person', 'machine'], 'invalid').default('person'),
  /** Digests of the blocks of the text that this translation was made from; null where that is not known. */
  basis: z.array(z.string('invalid').max(100, 'invalid')).max(5_000, 'too_long').nullable().default(null),
})
type Version = z.infer<typeof Version>

/** What the site shows of a text, and what is to be shown next. */
const Text = z.strictObject({
  published: Version.nullable().default(null),
  draft: Version.nullable().default(null),
})
type Text = z.infer<typeof Text>

const toVersion = (row: ContentRow): Version => ({
  content: row.content,
  seo_title: row.seoTitle,
  seo_description: row.seoDescription,
  seo_keywords: row.seoKeywords,
  made_by: row.madeBy,
  basis: row.basis,
})

const saysTheSame = (one: Version, other: Version) =>
  one.content === other.content &&
  one.seo_title === other.seo_title &&
  one.seo_description === other.seo_description &&
  one.seo_keywords === other.seo_keywords

/** The texts of the site as they are exported. */
export const textSource: TransferSource = {
  name: 'texts',
  isByLanguage: true,
  async list(db, wanted) {
    const { newest, published } = await listCurrentTexts(db, wanted)
    const shown = new Map(published.map((row) => [`${row.key} ${row.language}`, row]))
    return newest.map((row): PresentItem => {
      const live = shown.get(`${row.key} ${row.language}`)
      const text: Text = {
        published: live ? toVersion(live) : null,
        draft:
          live && (live.version === row.version || saysTheSame(toVersion(live), toVersion(row)))
            ? null
            : toVersion(row),
      }
      const changedAt = live && live.updatedAt > row.updatedAt ? live.updatedAt : row.updatedAt
      return { key: row.key, language: row.language, label: row.key, data: text, changedAt, files: [] }
    })
  },
}

export interface TextPartOptions {
  sanitize: Sanitizer
  recordPublication: RecordPublication
}

/** The texts of the site as they are imported: what is new of them becomes new versions. */
export function createTextPart({ sanitize, recordPublication }: TextPartOptions): TransferPart {
  async function clean(version: Version | null, language: Language | null, mayBeBlank: boolean) {
    if (!version) return null
    const { html, isBlank } = await sanitize(version.content)
    if (isBlank && !mayBeBlank)
      throw new Problem('validation_failed', 422, {
        fields: [{ field: 'published.content', code: 'required' }],
      })
    return { ...version, content: html, basis: language === sourceLanguage ? null : version.basis }
  }

  return {
    ...textSource,
    async read({ key, language, data }) {
      if (!ContentKey.safeParse(key).success) return 'unknown_key'
      const text = readFields(Text, data)
      return {
        published: await clean(text.published, language, false),
        draft: await clean(text.draft, language, true),
      } satisfies Text
    },
    filesOf: () => ({ needed: [] }),
    needs(data) {
      const { published, draft } = Text.parse(data)
      const shown = `${published?.content ?? ''} ${draft?.content ?? ''}`
      const digests = [...shown.matchAll(/\/media\/([0-9a-f]{64})-/g)].map(([, digest = '']) => digest)
      return [...new Set(digests)].map((key) => ({ part: 'pictures', key }))
    },
    merge(present, incoming, mode) {
      const here = present ? Text.parse(present) : { published: null, draft: null }
      return mergeTexts(here, Text.parse(incoming), mode)
    },
    begin: (by) => ({
      async lock(transaction, changes) {
        const store = createContentStore(transaction)
        // Always in the same order, so that two transactions that lock the same texts cannot deadlock.
        const nameOf = ({ key, language }: TransferItem) => `${key} ${language}`
        for (const { key, language } of [...changes].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)))
          await store.lockText(ContentKey.parse(key), language ?? sourceLanguage)
      },
      async store(transaction, changes) {
        for (const change of changes) {
          const text = { key: ContentKey.parse(change.key), language: change.language ?? sourceLanguage }
          const here = change.present ? Text.parse(change.present) : { published: null, draft: null }
          await storeText(transaction, {
            ...by,
            ...text,
            here,
            wanted: Text.parse(change.data),
            recordPublication,
          })
        }
      },
    }),
  }
}

/** What a text is once it was imported. Nothing is taken off the site, and no draft is lost to what is published already. */
export function mergeTexts(here: Text, incoming: Text, mode: TransferMode): Text {
  /** What is here already is kept with its origin. */
  const keep = (version: Version, known: Version | null) =>
    known && saysTheSame(known, version) ? known : version
  if (mode === 'drafts') {
    const newest = incoming.draft ?? incoming.published
    if (!newest) return here
    const isNewest = [here.draft ?? here.published].some((one) => one && saysTheSame(one, newest))
    const isShown = !incoming.draft && here.published && saysTheSame(here.published, newest)
    return isNewest || isShown ? here : { published: here.published, draft: newest }
  }
  const published = incoming.published ? keep(incoming.published, here.published) : here.published
  const remaining = published === here.published ? here.draft : null
  const draft = incoming.draft ? keep(incoming.draft, here.draft) : remaining
  return { published, draft: draft && published && saysTheSame(draft, published) ? remaining : draft }
}

interface TextChange {
  key: ContentKey
  language: Language
  here: Text
  wanted: Text
  actorId: string
  now: Date
  recordPublication: RecordPublication
}

async function storeText(transaction: Database, change: TextChange): Promise<void> {
  const { key, language, here, wanted, actorId, now, recordPublication } = change
  const store = createContentStore(transaction)
  let version = await store.getNewestVersion(key, language)
  async function add(text: Version): Promise<ContentRow> {
    version += 1
    const { content: html, basis, made_by: madeBy } = text
    return addVersion(
      transaction,
      {
        ...{ key, language, version, content: html, basis, madeBy, restoredFrom: null },
        ...{ seoTitle: text.seo_title, seoDescription: text.seo_description, seoKeywords: text.seo_keywords },
      },
      { now, action: 'import', actorId },
    )
  }
  const isNew = (one: Version | null, other: Version | null): one is Version =>
    one !== null && (other === null || !saysTheSame(one, other))
  const isPublishing = isNew(wanted.published, here.published)
  if (isPublishing && wanted.published) {
    const row = await add(wanted.published)
    await recordPublication(transaction, {
      at: now,
      action: 'publish',
      key,
      language,
      version: row.version,
      actorId,
    })
    await store.setPublished(row, true, now)
  }
  if (wanted.draft && (isPublishing || isNew(wanted.draft, here.draft))) await add(wanted.draft)
}
