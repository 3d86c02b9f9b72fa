import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import type { AuditedTables } from '#admin/kit/audited-tables.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'

// A new table is audited, or it is here with the reason why not.
const notAudited: Record<string, string> = {
  analytics_counts: 'counts',
  analytics_events: 'what visitors do on pages',
  analytics_queue: 'a queue',
  analytics_salts: 'lives for a day',
  analytics_timings: 'counts',
  analytics_views: 'views of pages, by visitors',
  analytics_visits: 'visits of pages, by visitors',
  audit_entries: 'the audit log itself',
  audit_links: 'the chain of the audit log',
  audit_queue: 'the queue of the audit log',
  audit_head: 'the end of the chain',
  backup_schedule: 'when backups are due',
  backups: 'a history of their own; their actions are recorded',
  confirmation_queue: 'a queue',
  consent_texts: 'sentences of the product, by their hash',
  content_actions: 'the history of texts, whose versions are audited',
  content_drafts: 'what is being typed',
  content_import_items: 'an archive that was uploaded; what it changes is audited',
  content_imports: 'archives that were uploaded; what they change is audited',
  content_presence: 'who has a text open',
  dismissed_tasks: 'what users have put aside for themselves',
  document_downloads: 'counts',
  document_pages: 'the text of files, which are audited',
  document_uploads: 'what is arriving',
  early_adopter_counts: 'counted from audited rows',
  edge_purges: 'a queue',
  erased_cohorts: 'counts',
  erasures: 'counts',
  factor_challenges: 'lives for minutes',
  lead_events: 'the history of leads, whose rows are audited',
  ledger_anchor_transactions: 'signed transactions, which the chain keeps',
  ledger_anchoring: 'what the chain last told',
  ledger_anchors: 'a log of its own',
  ledger_checkpoints: 'a log of its own',
  ledger_cosignatures: 'a log of its own',
  ledger_days: 'counts',
  ledger_former_logs: 'a log of its own',
  ledger_head: 'the end of the ledger',
  ledger_leaves: 'a log of its own',
  ledger_openings: 'what leaves of the ledger say',
  ledger_queue: 'a queue',
  ledger_tiles: 'hashes of the ledger',
  legal_texts: 'versions of texts, in the ledger',
  login_attempts: 'counts',
  mail_campaign_links: 'made by the product',
  mail_counts: 'counts',
  mail_events: 'the history of mails',
  mail_hits: 'the history of mails',
  mails: 'a queue, and its own history',
  missing_addresses: 'counts',
  notification_mailing: 'when mails are due',
  notification_receipts: 'who has read what',
  notifications: 'tells of rows that are audited',
  password_resets: 'lives for an hour; the new password is audited',
  request_counts: 'counts',
  restores: 'a history of their own; their action is recorded',
  search_texts: 'copies for the search',
  seo_checks: 'a queue, and its own history',
  seo_findings: 'what the product finds on its own pages',
  seo_pages: 'what the product finds on its own pages',
  seo_watch: 'what the product has looked at',
  seo_verification_checks: 'what the product has looked at',
  seo_accepted_changes: 'what engines have answered',
  seo_auto_submission: 'which revision of the site was submitted',
  seo_engines: 'what engines have answered',
  seo_inspecting: 'counts',
  seo_inspection_changes: 'what Google has answered',
  seo_inspections: 'what Google has answered',
  seo_search_days: 'counts',
  seo_search_fetch: 'when figures were fetched',
  seo_search_pages: 'counts',
  seo_search_queries: 'counts',
  seo_submission_calls: 'requests to engines',
  seo_submissions: 'a ledger of its own',
  social_attempts: 'the history of posts',
  social_connections: 'lives for minutes',
  social_drafts: 'what is being typed',
  social_files: 'files of posts, which are audited',
  social_post_files: 'files of posts, which are audited',
  social_requests: 'answers to requests, kept for a while',
  settings: 'the revisions of settings are audited',
  signature_links: 'links of signatures, which are audited',
  site_revision: 'a count',
  user_email_changes: 'lives for a day; the new address is audited',
  user_pictures: 'pictures; that one changed is audited with the user',
  webhook_attempts: 'the log of webhooks',
  webhook_deliveries: 'the log of webhooks',
  webhook_messages: 'the log of webhooks',
}

interface Audited {
  table: string
  /** Key, plain, personal, secret and ignored columns, and that of the person. */
  lists: string[][]
  person: string
}

let database: TestDatabase
const columns = new Map<string, string[]>()
const audited: Audited[] = []

before(async () => {
  database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const found = await client.query<{ table: string; columns: string[] }>(
    `SELECT table_name AS table, array_agg(column_name::text) AS columns FROM information_schema.columns
     WHERE table_schema = 'public' GROUP BY table_name`,
  )
  for (const row of found.rows) columns.set(row.table, row.columns)
  const triggers = await client.query<{ table: string; arguments: string }>(
    `SELECT tgrelid::regclass::text AS table, encode(tgargs, 'escape') AS arguments FROM pg_trigger WHERE tgname = 'audit_insert'`,
  )
  for (const { table, arguments: given } of triggers.rows) {
    const [key = '', plain = '', personal = '', secret = '', ignored = '', person = ''] = given.split('\\000')
    audited.push({ table, lists: [key, plain, personal, secret, ignored].map(readList), person })
  }
  await client.end()
})
after(() => database.drop())

const readList = (text: string) =>
  text
    .replace(/^\{|\}$/g, '')
    .split(',')
    .filter(Boolean)

describe('the audit log', () => {
  test('records every table but those with a reason not to', () => {
    const recorded = audited.map(({ table }) => table)
    const missing = [...columns.keys()].filter((table) => !recorded.includes(table) && !(table in notAudited))
    assert.deepEqual(missing, [])
    assert.deepEqual(
      recorded.filter((table) => table in notAudited),
      [],
    )
    assert.ok(recorded.length >= 30)
  })

  test('knows of every column whether its values are recorded', () => {
    for (const { table, lists, person } of audited) {
      const [key = [], ...kinds] = lists
      assert.deepEqual(kinds.flat().toSorted(), columns.get(table)?.toSorted(), table)
      for (const column of [...key, ...(person ? [person] : [])])
        assert.ok(columns.get(table)?.includes(column), `${table}.${column}`)
    }
  })

  test('records no value of a column that holds a secret or the address of a person', () => {
    const secret = /hash|secret|token|salt|credential|_key$|search_text/
    for (const { table, lists } of audited) {
      const [, plain = [], personal = []] = lists
      assert.deepEqual(
        [...plain, ...personal].filter((column) => secret.test(column)),
        [],
        table,
      )
      const open = plain.filter((column) => /^(email|user_agent|message|first_name|last_name)$/.test(column))
      assert.deepEqual(open, [], table)
    }
  })

  test('has a name for every table in its feature', async () => {
    const lists: { auditedTables: AuditedTables }[] = await Promise.all(
      globSync('src/features/*/admin/audited-tables.ts').map((file) => import(pathToFileURL(file).href)),
    )
    const named = lists.flatMap(({ auditedTables }) => Object.keys(auditedTables))
    // A restore notes in the log itself what it has done to it.
    const expected = [...audited.map(({ table }) => table), 'audit_entries']
    assert.deepEqual(named.toSorted(), expected.toSorted())
  })
})
