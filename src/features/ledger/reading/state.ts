import { writeVerifierKey } from '#features/ledger/checkpoints/checkpoint.ts'
import type { LedgerAnchor, LedgerKey, LedgerState } from '#features/ledger/contract.ts'
import type { LeafKind } from '#features/ledger/model.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { KeyRing, PublicSigningKey } from '#platform/secrets/key-ring.ts'
import { Problem } from '#shared/problem.ts'
import { createHeadStore } from './head-store.ts'

const daysShown = 30
const dayLength = 86_400_000

interface StateOptions {
  db: Database
  clock: Clock
  keys: Pick<KeyRing, 'list'>
  /** The newest checkpoint in a public chain. */
  findAnchor(): Promise<LedgerAnchor | undefined>
  /** What names the log while it has no checkpoint. */
  origin: string
}

/** What everybody may read of the ledger as a whole. */
export function createLedgerState({ db, clock, keys, findAnchor, origin: defaultOrigin }: StateOptions) {
  const store = createHeadStore(db)
  return {
    async getState(): Promise<LedgerState> {
      const head = await store.getHead()
      const origin = head.origin ?? defaultOrigin
      const checkpoint = await store.findCheckpoint(head.size)
      const days = listDays(clock.now())
      const [kinds, counted, cosignatures, known, anchor, former] = await Promise.all([
        store.sumKinds(),
        store.sumDays(days[0] ?? ''),
        checkpoint ? store.listCosignatures(checkpoint.size) : [],
        keys.list(),
        findAnchor(),
        store.listFormerLogs(),
      ])
      const ofKind = (wanted: LeafKind) => kinds.find(({ kind }) => kind === wanted)?.entries ?? 0
      const ofDay = new Map(counted.map(({ day, entries }) => [day, entries]))
      return {
        ...{ origin, size: head.size, root_hash: head.root.toString('hex') },
        checkpoint: checkpoint ? writeNote(checkpoint.note, cosignatures) : null,
        checkpoint_at: checkpoint?.at.toISOString() ?? null,
        cosignatures: cosignatures.map(({ witness: key, at }) => ({
          ...{ witness: key.split('+')[0] ?? '', verifier_key: key, at: at.toISOString() },
        })),
        keys: [origin, ...former.map((log) => log.origin)].flatMap((name) => describeKeys(known, name)),
        former_logs: former.map((log) => ({
          ...{ origin: log.origin, size: log.size, root_hash: log.root.toString('hex') },
          ended_at: log.endedAt.toISOString(),
        })),
        by_kind: {
          activation: ofKind('activation'),
          badge_award: ofKind('badge_award'),
          revocation: ofKind('revocation'),
          legal_text: ofKind('legal_text'),
          audit_checkpoint: ofKind('audit_checkpoint'),
          continuation: ofKind('continuation'),
        },
        days: days.map((day) => ({ day, entries: ofDay.get(day) ?? 0 })),
        anchored: anchor !== undefined,
        anchor: anchor ?? null,
      }
    },

    /** The newest checkpoint with the signatures of witnesses. @throws {Problem} 404 while the ledger is empty */
    async getCheckpoint(): Promise<string> {
      const checkpoint = await store.findCheckpoint()
      if (!checkpoint) throw new Problem('not_found', 404)
      return writeNote(checkpoint.note, await store.listCosignatures(checkpoint.size))
    },
  }
}
export type LedgerStateReader = ReturnType<typeof createLedgerState>

/** The keys that sign or signed the checkpoints of a log. */
export function describeKeys(keys: readonly PublicSigningKey[], origin: string): LedgerKey[] {
  return keys.map(({ publicKey, createdAt, retiredAt }) => ({
    verifier_key: writeVerifierKey(origin, publicKey),
    created_at: createdAt.toISOString(),
    retired_at: retiredAt?.toISOString() ?? null,
  }))
}

/** A checkpoint and the lines of its witnesses. */
export const writeNote = (note: string, cosignatures: readonly { line: string }[]): string =>
  note + cosignatures.map(({ line }) => `${line}\n`).join('')

/** The last days up to a moment, UTC, the earliest first. */
function listDays(now: Date): string[] {
  return Array.from({ length: daysShown }, (_, index) =>
    new Date(now.getTime() - (daysShown - 1 - index) * dayLength).toISOString().slice(0, 10),
  )
}
