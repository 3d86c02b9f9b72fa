import { and, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { ActivationProgress } from './contract.ts'
import type { SignatureRow } from './store.ts'
import { signatureLinks, signatures } from './table.ts'

export type NewLink = typeof signatureLinks.$inferInsert

/** Whether a link, found by its hash, still opens anything: a form until it expires, and a certificate for good. */
const isOpen = (tokenHash: string, now: Date) =>
  and(
    eq(signatureLinks.tokenHash, tokenHash),
    isNull(signatures.erasedAt),
    or(
      isNotNull(signatures.activatedAt),
      and(isNull(signatures.revokedAt), gt(signatureLinks.expiresAt, now)),
    ),
  )

/** The queries on links. Give it a transaction to make several of them one. */
export function createLinkStore(db: Database) {
  return {
    async insert(links: readonly NewLink[]): Promise<void> {
      if (links.length > 0) await db.insert(signatureLinks).values([...links])
    },

    /** Ends all links of signatures. */
    async deleteOf(signatureIds: readonly string[]): Promise<void> {
      await db.delete(signatureLinks).where(inArray(signatureLinks.signatureId, [...signatureIds]))
    },

    /** The signature that a link opens. One that is unknown and one that has expired take the same work. */
    async findSignature(tokenHash: string, now: Date): Promise<SignatureRow | undefined> {
      const [row] = await db
        .select({ signature: signatures })
        .from(signatureLinks)
        .innerJoin(signatures, eq(signatures.id, signatureLinks.signatureId))
        .where(isOpen(tokenHash, now))
      return row?.signature
    },

    /** The same, locked until the transaction ends. */
    async lockSignature(tokenHash: string, now: Date): Promise<SignatureRow | undefined> {
      const [row] = await db
        .select({ signature: signatures })
        .from(signatureLinks)
        .innerJoin(signatures, eq(signatures.id, signatureLinks.signatureId))
        .where(isOpen(tokenHash, now))
        .for('update', { of: signatures })
      return row?.signature
    },

    /** Notes how far the reader of a link has come, the first time only. */
    async noteProgress(tokenHash: string, step: ActivationProgress['step'], now: Date): Promise<void> {
      const first = (column: typeof signatures.openedAt | typeof signatures.startedAt) =>
        sql`coalesce(${column}, ${now}::timestamptz)`
      const isNew = step === 'opened' ? isNull(signatures.openedAt) : isNull(signatures.startedAt)
      await db
        .update(signatures)
        .set({
          openedAt: first(signatures.openedAt),
          ...(step === 'started' && { startedAt: first(signatures.startedAt) }),
        })
        .from(signatureLinks)
        .where(
          and(
            eq(signatureLinks.signatureId, signatures.id),
            isOpen(tokenHash, now),
            isNull(signatures.activatedAt),
            isNew,
          ),
        )
    },
  }
}
