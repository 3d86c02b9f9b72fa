import {
  type MailText,
  type Template,
  type TemplateChange,
  type TemplateEntry,
  type TemplateKind,
  type TemplateState,
  templateKinds,
} from '#features/mail/contract.ts'
import { isSecurityTemplate } from '#features/mail/model.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { type Language, languages } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import { cleanMailText } from './mail-text.ts'
import { createTemplateStore, type TemplateRow } from './template-store.ts'
import { createTestMails, type TestMailOptions } from './test-mails.ts'

const shownVersions = 50

export interface TemplateOptions extends TestMailOptions {
  clock: Clock
}

/** Approves a change of the template of a security mail, or throws; runs in the transaction of the change. */
export type ApproveTemplateChange = (
  transaction: Database,
  change: { kind: TemplateKind; language: Language; version: number },
) => Promise<void>

/** Who changes a template, and the approval for security mails. */
interface Author {
  id: string
  approve: ApproveTemplateChange
}

/** The templates of the mails: built in, or the team's versions. */
export function createTemplates({ db, clock, rendering, post, listUsers }: TemplateOptions) {
  const store = createTemplateStore(db)

  async function describe(kind: TemplateKind, language: Language): Promise<Template> {
    const rows = await store.listVersions(kind, language, shownVersions)
    const authors = await listUsers(rows.flatMap(({ authorId }) => authorId ?? []))
    const names = new Map(authors.map(({ id, name }) => [id, name]))
    const versions = rows.map(({ version, text, authorId, createdAt }) => ({
      ...{ version, text, created_at: createdAt.toISOString() },
      author: (authorId && names.get(authorId)) || null,
    }))
    const builtIn = rendering.builtIn(kind, language)
    const [newest] = versions
    return {
      ...{ kind, language },
      version: newest?.version ?? 0,
      edited: Boolean(newest?.text),
      updated_at: newest?.created_at ?? null,
      text: newest?.text ?? builtIn,
      built_in: builtIn,
      versions,
    }
  }

  /** Adds a version on top of the newest. @throws {Problem} 409 unless `version` is the newest plus one */
  async function add(
    kind: TemplateKind,
    language: Language,
    version: number,
    text: MailText | null,
    { id: authorId, approve }: Author,
  ): Promise<Template> {
    await db.transaction(async (transaction) => {
      const locked = createTemplateStore(transaction)
      await locked.lock(kind, language)
      const newest = (await locked.findNewest(kind, language))?.version ?? 0
      const row = { kind, language, version, text, authorId, createdAt: clock.now() }
      if (version !== newest + 1 || !(await locked.insert(row)))
        throw new Problem('mail_template_stale', 409, { extra: { current_version: newest } })
      if (isSecurityTemplate(kind)) await approve(transaction, { kind, language, version })
    })
    return describe(kind, language)
  }

  return {
    /** Every template with its state in every language. */
    async list(): Promise<TemplateEntry[]> {
      return describeStates(await store.listNewest())
    },

    describe,

    /**
     * Saves a text as a new version, used at once. @throws {Problem} 403 when it is about security and not approved, 409,
     * and 422 for a variable it cannot have
     */
    save(kind: TemplateKind, language: Language, { version, ...text }: TemplateChange, author: Author) {
      return add(kind, language, version, cleanMailText(text, kind), author)
    },

    /** Restores the built-in text, as a new version. @throws {Problem} 403 as for `save`, 409 */
    reset: (kind: TemplateKind, language: Language, version: number, author: Author) =>
      add(kind, language, version, null, author),

    /** A text as its readers would get it, with sample data. @throws {Problem} 422 for a variable it cannot have */
    preview: (kind: TemplateKind | 'campaign', language: Language, text: MailText, actionUrl?: string) =>
      rendering.writeSample(kind, language, cleanMailText(text, kind), actionUrl),

    sendTestMail: createTestMails({ db, rendering, post, listUsers }),
  }
}
export type Templates = ReturnType<typeof createTemplates>

/** The state of every template in every language, given the newest version of each that was changed. */
function describeStates(rows: TemplateRow[]): TemplateEntry[] {
  const newest = new Map(rows.map((row) => [`${row.kind} ${row.language}`, row]))
  const stateOf = (kind: TemplateKind, language: Language): TemplateState => {
    const row = newest.get(`${kind} ${language}`)
    return {
      version: row?.version ?? 0,
      edited: Boolean(row?.text),
      updated_at: row?.createdAt.toISOString() ?? null,
    }
  }
  return templateKinds.map((kind) => ({
    kind,
    languages: Object.fromEntries(languages.map((language) => [language, stateOf(kind, language)])) as Record<
      Language,
      TemplateState
    >,
  }))
}
