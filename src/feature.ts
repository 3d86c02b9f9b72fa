import type { DirectRoute } from './http/direct/direct-routes.ts'
import type { ApiPart } from './http/openapi/parts.ts'
import type { Routes } from './http/routes.ts'
import type { Poller } from './platform/poller.ts'
import type { Database } from './platform/postgres.ts'
import type { AnyJob } from './platform/queue.ts'
import type { StoredFileSource } from './shared/files/stored-files.ts'
import type { Language } from './shared/languages.ts'
import type { LiveTopic } from './shared/live/topic.ts'
import type { TeamTask } from './shared/notifications/task.ts'
import type { NewNotification, NotificationSource } from './shared/notifications/type.ts'
import type { PermissionTable } from './shared/permissions.ts'
import type { SearchSource } from './shared/search/source.ts'
import type { SettingDefinition, SettingRule } from './shared/setting.ts'
import type { TimelineSource } from './shared/time/timeline.ts'
import type { WebhookEventType } from './shared/webhooks/event.ts'
import type { PageSource } from './site/routes.ts'

/** A lead about whom features store data. */
export interface DataSubject {
  id: string
  emailKey: string
}

/** Tells the team of something, in the transaction in which it happens: the last statement of it, since others may wait. */
export type Notify = (transaction: Database, told: readonly NewNotification[]) => Promise<void>

/** What a feature stores about leads, so that they can see, export and erase it. */
export interface PersonalDataSource {
  /**
   * Its parts of what a lead sees and downloads, by name, with the names of things in a language. The page for leads shows
   * a part that it does not know as it is, under the title `rights:parts.<name>.title` where there is one.
   */
  describe?(person: DataSubject, language: Language): Promise<Record<string, unknown>>
  /** Erases what it stores about a lead, in the transaction that erases them. */
  erase?(transaction: Database, person: DataSubject): Promise<void>
}

/** What a restore is done with. */
export interface RestoredBackup {
  /** When the snapshot of the backup was taken. */
  takenAt: Date
  /** Whether the installation had data before: false on an empty machine. */
  replacesData: boolean
  /** Whether mails and posts that were due are to be sent, even if they may have been sent since. */
  sendsAgain: boolean
}

/** The keys, among some, of the rows of a table that the audit log says were deleted. */
export type FindDeleted = (db: Database, table: string, keys: readonly string[]) => Promise<string[]>

/** How a feature's tables are backed up and restored. Tables that it does not name are backed up and replaced as they are. */
export interface BackupPart {
  /** Tables that backups leave out and a restore empties: sessions, counters, caches and logs. */
  emptied?: readonly string[]
  /** Tables that backups leave out and a restore leaves alone: what they hold is about this installation. */
  untouched?: readonly string[]
  /** Tables whose rows of before the restore `keep` needs. */
  compared?: readonly string[]
  /**
   * Brings back what only grows: the audit log and the ledger. Called like `keep`, for every feature before any `keep`, whose
   * changes go into the audit log, too.
   */
  keepHistory?(transaction: Database, backup: RestoredBackup): Promise<void>
  /**
   * Brings back what must outlive a restore, such as erasures and revocations. Called in its transaction, in the order of the
   * features, once every table holds the rows of the backup, identities count on from them and triggers work again. The rows of
   * before are in tables of the same names and columns in the schema `before_restore`, which are empty on an empty machine.
   */
  keep?(transaction: Database, backup: RestoredBackup): Promise<void>
}

/** What an item of the site's content says, as JSON. */
export type TransferData = Readonly<Record<string, unknown>>

/** Something of the content of the site, as it is carried from one installation to another. */
export interface TransferItem {
  /** What it is called in its part, the same in every installation. */
  key: string
  /** Null for what is not in one language. */
  language: Language | null
  data: TransferData
}

/** An item that is here. */
export interface PresentItem extends TransferItem {
  /** What people call it. */
  label: string
  changedAt: Date
  /** Its files: their names in an archive, and in the file store. */
  files: readonly { path: string; stored: string }[]
  /** Why it is not exported, though it is compared with what is imported. */
  hidden?: 'deleted' | 'not_ready' | 'security'
}

/** A part of the content that is exported. */
export interface TransferSource {
  name: string
  isByLanguage: boolean
  /** Everything there is, with what it says in some languages. */
  list(db: Database, languages: readonly Language[]): Promise<PresentItem[]>
}

/** `drafts`: what has drafts is saved as one; `published`: what was published where it comes from is published. */
export type TransferMode = 'drafts' | 'published'

/** An item that an import adds or changes. */
export interface TransferChange extends TransferItem {
  /** What it says here before that. */
  present: TransferData | undefined
}

/** The import of some items of a part. */
export interface TransferRun {
  /** Does beforehand what takes long, for one item; `open` gives a file of the archive. @throws {Problem} */
  prepare?(change: TransferChange, open: (path: string) => Promise<AsyncIterable<Uint8Array>>): Promise<void>
  /** Keeps others from changing the items until the transaction ends. */
  lock?(transaction: Database, changes: readonly TransferChange[]): Promise<void>
  /** Stores all of them. @throws {Problem} */
  store(transaction: Database, changes: readonly TransferChange[]): Promise<void>
  /** Removes what was prepared, when nothing was stored. */
  discard?(): Promise<void>
}

/** A part of the content of the site that is carried from one installation to another. */
export interface TransferPart extends TransferSource {
  /**
   * What an archive says of an item as it would be stored, by the rules of the editor; or why it is left out.
   * @throws {Problem} 422
   */
  read(
    item: Omit<TransferItem, 'data'> & { data: unknown },
  ): Promise<TransferData | 'unknown_key' | 'security'>
  /** The names of the files of an item in an archive. */
  filesOf(key: string, data: TransferData): { needed: readonly string[]; possible?: readonly string[] }
  /** What an item shows besides. */
  needs(data: TransferData): readonly { part: string; key: string }[]
  /** What an item says once it was imported; what is here and is to stay comes back as it is. */
  merge(present: TransferData | undefined, incoming: TransferData, mode: TransferMode): TransferData
  begin(by: { actorId: string; now: Date }): TransferRun
}

/**
 * What a feature returns from its `feature.ts`, beside the functions that other features need of it. Once `app.ts` lists
 * the feature, all of it is in use: nothing else has to be told of a new feature.
 */
export interface Feature {
  routes?: Routes[]
  /** Routes that are answered below Fastify, since they come with nearly every view of a page. */
  directRoutes?: readonly DirectRoute[]
  /** The parts of the API's description that its routes have as their tags. */
  apiParts?: ApiPart[]
  /** What users do with it, and who may. */
  permissions?: PermissionTable
  /** What its public pages show; their addresses are in `site/routes.ts`. */
  pageSources?: PageSource[]
  /** What admins change about it while the product runs. */
  settings?: readonly SettingDefinition[]
  /** What these need of each other. */
  settingRules?: readonly SettingRule[]
  /** What it announces to programs of others. */
  webhookEvents?: readonly WebhookEventType[]
  /** Work whose state people see: rows that every process polls that works in the background (`platform/poller.ts`). */
  pollers?: Poller[]
  /** Work without such rows, run by the job queue (`platform/queue.ts`). */
  jobs?: AnyJob[]
  /** What it stores about leads: part of what they see and download, and erased with them. */
  personalData?: PersonalDataSource
  /** How its tables are backed up and restored. */
  backup?: BackupPart
  /** Its parts of the content of the site, which can be carried to another installation. */
  transfer?: readonly TransferPart[]
  /** What screens show anew whenever it has changed. */
  liveTopics?: readonly LiveTopic[]
  /** Which of the stored files are its own. */
  storedFiles?: readonly StoredFileSource[]
  /** What it tells the team. */
  notifications?: readonly NotificationSource[]
  /** What the team has to do once, until it is done. */
  tasks?: readonly TeamTask[]
  /** What it did on days, for the time lines of figures. */
  timeline?: readonly TimelineSource[]
  /** What the search box of the panel finds of it. */
  search?: readonly SearchSource[]
  /** Called once the server listens, in processes that answer requests. */
  start?(): Promise<void>
  /** Called after that, in processes that work in the background: what listens for others than browsers and programs of the API. */
  startBackground?(): Promise<void>
  /** Called once the server accepts no more connections: ends responses that would not end by themselves. */
  endResponses?(): void
  /** Called once the server has stopped taking requests, before the database connections are closed. */
  close?(): Promise<void> | void
}
