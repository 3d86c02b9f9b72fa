import { writeVerifierKey } from '#features/ledger/checkpoints/checkpoint.ts'
import type {
  ConsistencyProof,
  InclusionProof,
  InclusionQuery,
  LeafQuery,
  LedgerLeaf,
  LedgerState,
} from '#features/ledger/contract.ts'
import type { LeafKind } from '#features/ledger/model.ts'
import { hashRanges, hashRoot, planConsistency, planInclusion } from '#features/ledger/tree/proofs.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { KeyRing } from '#platform/secrets/key-ring.ts'
import { Problem } from '#shared/problem.ts'
import { createLedgerStore, type LeafRow, type OpeningRow } from './reading-store.ts'

/** Kinds of which everybody may know what their leaves say. */
const publicKinds: readonly LeafKind[] = ['legal_text']
const daysShown = 30
const dayLength = 86_400_000

export interface ReadingOptions {
  db: Database
  clock: Clock
  keys: Pick<KeyRing, 'list'>
  /** What names the log while it has no checkpoint. */
  origin: string
}

/** What everybody may read of the ledger, and the proofs with which they check it. */
export function createLedgerReading({ db, clock, keys, origin: defaultOrigin }: ReadingOptions) {
  const store = createLedgerStore(db)

  /** The size of the tree in which to prove something: the newest, or an earlier one. @throws {Problem} 422 */
  async function sizeOf(asked: number | undefined, field: string): Promise<number> {
    const { size } = await store.getHead()
    if (asked !== undefined && asked > size)
      throw new Problem('validation_failed', 422, { fields: [{ field, code: 'ledger_size' }] })
    return asked ?? size
  }

  async function getLeaf(which: { index: number } | { hash: Buffer }): Promise<LedgerLeaf> {
    const found = await store.findLeaf(which)
    if (!found) throw new Problem('not_found', 404)
    return describeLeaf(found)
  }

  return {
    async getState(): Promise<LedgerState> {
      const head = await store.getHead()
      const origin = head.origin ?? defaultOrigin
      const checkpoint = await store.findCheckpoint(head.size)
      const days = listDays(clock.now())
      const [kinds, counted, cosignatures, known] = await Promise.all([
        store.sumKinds(),
        store.sumDays(days[0] ?? ''),
        checkpoint ? store.listCosignatures(checkpoint.size) : [],
        keys.list(),
      ])
      const ofKind = (wanted: LeafKind) => kinds.find(({ kind }) => kind === wanted)?.entries ?? 0
      const ofDay = new Map(counted.map(({ day, entries }) => [day, entries]))
      return {
        ...{ origin, size: head.size, root_hash: head.root.toString('hex') },
        checkpoint: checkpoint ? writeNote(checkpoint.note, cosignatures) : null,
        checkpoint_at: checkpoint?.at.toISOString() ?? null,
        cosignatures: cosignatures.map(({ witness, at }) => ({ witness, at: at.toISOString() })),
        keys: known.map(({ publicKey, createdAt, retiredAt }) => ({
          verifier_key: writeVerifierKey(origin, publicKey),
          created_at: createdAt.toISOString(),
          retired_at: retiredAt?.toISOString() ?? null,
        })),
        by_kind: {
          activation: ofKind('activation'),
          badge_award: ofKind('badge_award'),
          revocation: ofKind('revocation'),
          legal_text: ofKind('legal_text'),
          audit_checkpoint: ofKind('audit_checkpoint'),
        },
        days: days.map((day) => ({ day, entries: ofDay.get(day) ?? 0 })),
        anchored: false,
      }
    },

    /** The newest checkpoint with the signatures of witnesses. @throws {Problem} 404 while the ledger is empty */
    async getCheckpoint(): Promise<string> {
      const checkpoint = await store.findCheckpoint()
      if (!checkpoint) throw new Problem('not_found', 404)
      return writeNote(checkpoint.note, await store.listCosignatures(checkpoint.size))
    },

    /** Leaves, newest first. */
    async listLeaves(query: LeafQuery): Promise<{ items: LedgerLeaf[]; total: number }> {
      const [rows, kinds] = await Promise.all([store.listLeaves(query), store.sumKinds()])
      const counted = kinds.filter(({ kind }) => query.kind === undefined || kind === query.kind)
      return {
        items: rows.map(describeLeaf),
        total: counted.reduce((total, { entries }) => total + entries, 0),
      }
    },

    /** @throws {Problem} 404 */
    getLeaf: (index: number): Promise<LedgerLeaf> => getLeaf({ index }),

    /** Proves that a leaf is in a tree. @throws {Problem} 404 when there is no such leaf, 422 for another tree */
    async proveInclusion({ index, hash, size: asked }: InclusionQuery): Promise<InclusionProof> {
      const size = await sizeOf(asked, 'size')
      const leaf = await getLeaf(
        hash === undefined ? { index: index ?? 0 } : { hash: Buffer.from(hash, 'hex') },
      )
      if (leaf.index >= size)
        throw new Problem('validation_failed', 422, { fields: [{ field: 'size', code: 'ledger_too_early' }] })
      const [root, hashes] = await Promise.all([
        hashRoot(size, store.readTiles),
        hashRanges(planInclusion(leaf.index, size), store.readTiles),
      ])
      return {
        ...{ leaf_index: leaf.index, leaf_hash: leaf.leaf_hash, tree_size: size },
        ...{ root_hash: root.toString('hex'), hashes: hashes.map((one) => one.toString('hex')) },
      }
    },

    /** Proves that a tree begins with an earlier one. @throws {Problem} 422 for trees that there are not */
    async proveConsistency(first: number, asked: number | undefined): Promise<ConsistencyProof> {
      const second = await sizeOf(asked, 'second')
      if (first > second)
        throw new Problem('validation_failed', 422, { fields: [{ field: 'first', code: 'ledger_size' }] })
      const [firstRoot, secondRoot, hashes] = await Promise.all([
        hashRoot(first, store.readTiles),
        hashRoot(second, store.readTiles),
        hashRanges(planConsistency(first, second), store.readTiles),
      ])
      return {
        ...{ first_size: first, first_root_hash: firstRoot.toString('hex') },
        ...{ second_size: second, second_root_hash: secondRoot.toString('hex') },
        hashes: hashes.map((hash) => hash.toString('hex')),
      }
    },
  }
}
export type LedgerReading = ReturnType<typeof createLedgerReading>

/** A checkpoint and the lines of its witnesses. */
const writeNote = (note: string, cosignatures: readonly { line: string }[]): string =>
  note + cosignatures.map(({ line }) => `${line}\n`).join('')

function describeLeaf({ leaf, opening }: { leaf: LeafRow; opening: OpeningRow | null }): LedgerLeaf {
  const { index, kind, data, hash } = leaf
  const { time, commitment }: Pick<LedgerLeaf, 'time' | 'commitment'> = JSON.parse(data)
  const isPublic = publicKinds.includes(kind)
  return {
    ...{ index, kind, time, commitment, data, leaf_hash: hash.toString('hex') },
    opening:
      opening && isPublic ? { salt: opening.salt.toString('hex'), statement: opening.statement } : null,
  }
}

/** The last days up to a moment, UTC, the earliest first. */
function listDays(now: Date): string[] {
  return Array.from({ length: daysShown }, (_, index) =>
    new Date(now.getTime() - (daysShown - 1 - index) * dayLength).toISOString().slice(0, 10),
  )
}
