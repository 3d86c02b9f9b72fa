import { z } from 'zod'
import type { Notify } from '#feature.ts'
import { writeCheckpointText, writeVerifierKey } from '#features/ledger/checkpoints/checkpoint.ts'
import { commitTo, writeLeaf } from '#features/ledger/commitment.ts'
import { lastingKinds } from '#features/ledger/model.ts'
import { ledgerBroken } from '#features/ledger/notifications.ts'
import { createHeadStore } from '#features/ledger/reading/head-store.ts'
import { createLeafStore, type OpenedLeaf } from '#features/ledger/reading/leaf-store.ts'
import { createTileStore } from '#features/ledger/reading/tile-store.ts'
import { hashLeaf } from '#features/ledger/tree/hashing.ts'
import { hashRoot } from '#features/ledger/tree/proofs.ts'
import {
  countHashes,
  edgeOf,
  extendTiles,
  type Tile,
  type TilePlace,
  tileWidth,
} from '#features/ledger/tree/tiles.ts'
import type { Clock } from '#platform/clock.ts'
import type { Logger } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import type { Job } from '#platform/queue.ts'
import type { KeyRing } from '#platform/secrets/key-ring.ts'
import { notificationOf } from '#shared/notifications/type.ts'
import { verifyCheckpoint } from '#shared/transparency-log/checkpoint.ts'
import { LedgerError } from '#shared/transparency-log/ledger-error.ts'
import { parseVerifierKey } from '#shared/transparency-log/signed-note.ts'
import { createCheckingStore, type LedgerEnd } from './checking-store.ts'

const Nothing = z.object({})
const leavesAtOnce = 10 * tileWidth

interface CheckingOptions {
  db: Database
  clock: Clock
  log: Logger
  keys: Pick<KeyRing, 'list'>
  notify: Notify
}

/** Checks every night that leaves, hashes and checkpoint still belong together, so that damage is noticed before a visitor does. */
export function createLedgerChecking({ db, clock, log, keys, notify }: CheckingOptions) {
  const store = createCheckingStore(db)
  const leaves = createLeafStore(db)
  const tileStore = createTileStore(db)

  /** The first of these leaves that was changed, or is missing between the others; undefined when all are right. */
  async function findBroken(start: number, rows: readonly OpenedLeaf[], tiles: readonly Tile[]) {
    const wrong = rows.findIndex((row, position) => !isRight(row, start + position))
    if (wrong !== -1) return start + wrong
    const stored = await tileStore.read(tiles)
    const torn = tiles.find(({ hashes }, position) => !startsWith(stored[position], hashes))
    return torn && torn.index * tileWidth ** (torn.level + 1)
  }

  /** Rebuilds the tree of a size from its leaves. @returns the first place at which it is not what is stored */
  async function findFault(size: number, root: Buffer): Promise<number | undefined> {
    let known: Tile[] = []
    let done = 0
    while (done < size) {
      const rows = await leaves.listFrom(done, Math.min(leavesAtOnce, size - done))
      const start = done
      const hashes = rows.map(({ leaf }) => hashLeaf(Buffer.from(leaf.data)))
      if (hashes.length === 0) return start
      const tiles = extendTiles(start, edgeAmong(known, start), hashes)
      const broken = await findBroken(start, rows, tiles)
      if (broken !== undefined) return broken
      done += rows.length
      known = edgeAmong([...tiles, ...known], done)
    }
    const rebuilt = await hashRoot(size, async (places) =>
      places.map((place) => findTile(known, place)?.hashes ?? Buffer.alloc(0)),
    )
    return rebuilt.equals(root) ? undefined : size
  }

  /** Whether a checkpoint is signed by a key of this ledger, in its name. */
  async function isSigned(note: string, origin: string): Promise<boolean> {
    const known = (await keys.list()).map(({ publicKey }) => writeVerifierKey(origin, publicKey))
    try {
      await verifyCheckpoint(note, origin, await Promise.all(known.map(parseVerifierKey)))
      return true
    } catch (error) {
      if (error instanceof LedgerError) return false
      throw error
    }
  }

  /** Whether everything ends where the head says: the leaves, their hashes, and the newest checkpoint, which is signed. */
  async function isEndRight({ head, checkpoint, leaves: count, hashes }: LedgerEnd): Promise<boolean> {
    const { size, root, origin } = head
    if (count !== size || hashes.some((stored, level) => stored !== countHashes(size, level))) return false
    if (size === 0 || origin === null || !checkpoint) return size === 0 && !checkpoint
    const text = writeCheckpointText({ origin, size, root })
    const isOfHead = checkpoint.root.equals(root) && checkpoint.note.startsWith(`${text}\n`)
    return isOfHead && (await isSigned(checkpoint.note, origin))
  }

  async function check(): Promise<number | undefined> {
    const end = await store.readEnd()
    const { size, root, brokenAt: known } = end.head
    const isWhole = async () => (await isEndRight(end)) && !(await store.hasLostEntry())
    const fault = (await findFault(size, root)) ?? ((await isWhole()) ? undefined : size)
    if (fault !== undefined) log.error({ index: fault }, 'the ledger was changed from outside')
    const [checkedAt, brokenAt] = [clock.now(), fault ?? null]
    await db.transaction(async (transaction) => {
      await createHeadStore(transaction).noteCheck({ checkedAt, checkedTo: size, brokenAt })
      // Told once, and not every day for as long as it lasts.
      if (brokenAt !== null && brokenAt !== known)
        await notify(transaction, [
          notificationOf(ledgerBroken, { data: { index: brokenAt }, at: checkedAt }),
        ])
    })
    return fault
  }

  const job: Job<typeof Nothing> = {
    name: 'ledger-check',
    payload: Nothing,
    everyHours: 24,
    work: async () => void (await check()),
  }
  return { check, job }
}

const Written = z.object({
  commitment: z.string(),
  kind: z.string(),
  time: z.iso.datetime(),
  v: z.literal(1),
})

/** Whether a leaf is at its place, hashes to its hash, and commits to what is stored of it, which some kinds never lose. */
function isRight({ leaf, opening }: OpenedLeaf, index: number): boolean {
  if (leaf.index !== index || !hashLeaf(Buffer.from(leaf.data)).equals(leaf.hash)) return false
  const read = Written.safeParse(parseJson(leaf.data)).data
  if (!read || read.kind !== leaf.kind) return false
  const commitment = Buffer.from(read.commitment, 'hex')
  if (writeLeaf({ kind: leaf.kind, at: new Date(read.time), commitment }) !== leaf.data) return false
  if (!opening) return !lastingKinds.includes(leaf.kind)
  return opening.kind === leaf.kind && commitTo(opening.statement, opening.salt).equals(commitment)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const startsWith = (stored: Buffer | undefined, hashes: Buffer): boolean =>
  stored?.subarray(0, hashes.length).equals(hashes) ?? false

const findTile = (tiles: readonly Tile[], place: TilePlace) =>
  tiles.find(({ level, index }) => level === place.level && index === place.index)

/** The tiles of the right edge of a tree of a size, of those at hand. */
const edgeAmong = (tiles: readonly Tile[], size: number): Tile[] =>
  edgeOf(size).flatMap((place) => findTile(tiles, place) ?? [])
