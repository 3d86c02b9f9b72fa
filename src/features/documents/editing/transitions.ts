import { createDocumentStore, type DocumentRow } from '#features/documents/store.ts'
import { createVersionStore } from '#features/documents/version-store.ts'
import { documentPublished } from '#features/documents/webhook-events.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { eventOf, type WebhookEvent } from '#shared/webhooks/event.ts'

export interface TransitionOptions {
  clock: Clock
  /** Tells programs of what happens, in the transaction in which it does. */
  announce(transaction: Database, events: readonly WebhookEvent[]): Promise<void>
}

/** A change of one document that is locked. */
export type Change = (row: DocumentRow, transaction: Database) => Promise<void>

/** The changes of a document's status. Each is refused with a sentence where the status does not allow it. */
export function createTransitions({ clock, announce }: TransitionOptions) {
  const setStatus = (row: DocumentRow, transaction: Database, status: DocumentRow['status']) =>
    createDocumentStore(transaction).update(row.id, { status, updatedAt: clock.now() })

  const publish: Change = async (row, transaction) => {
    if (row.status !== 'draft') throw new Problem('document_not_draft', 409)
    const key = { documentId: row.id, number: row.versionNumber }
    const version = await createVersionStore(transaction).find(key)
    if (version?.state === 'processing') throw new Problem('document_processing', 409)
    if (version?.state === 'failed') throw new Problem('document_failed', 409)
    const at = clock.now()
    const { id, slug, mappedLanguage: language } = row
    await createDocumentStore(transaction).update(id, { status: 'published', publishedAt: at, updatedAt: at })
    await announce(transaction, [eventOf(documentPublished, { data: { id, slug, language }, at })])
  }

  const unpublish: Change = async (row, transaction) => {
    if (row.status !== 'published') throw new Problem('document_not_published', 409)
    await setStatus(row, transaction, 'draft')
  }

  const archive: Change = async (row, transaction) => {
    if (row.status === 'archived') throw new Problem('document_archived', 409)
    await setStatus(row, transaction, 'archived')
  }

  const reopen: Change = async (row, transaction) => {
    if (row.status !== 'archived') throw new Problem('document_not_archived', 409)
    await setStatus(row, transaction, 'draft')
  }

  /** Puts it into the bin. */
  const remove: Change = ({ id }, transaction) =>
    createDocumentStore(transaction).update(id, { deletedAt: clock.now() })

  /** Takes it out of the bin; one that was published becomes a draft. */
  const recover: Change = async ({ id, status, deletedAt }, transaction) => {
    if (!deletedAt) return
    await createDocumentStore(transaction).update(id, {
      ...{ deletedAt: null, updatedAt: clock.now() },
      ...(status === 'published' && { status: 'draft' }),
    })
  }

  return { publish, unpublish, archive, reopen, remove, recover }
}
