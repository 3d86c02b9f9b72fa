import type { LedgerLeaf, LedgerState } from '#features/ledger/contract.ts'
import {
  verifyGrowth,
  verifyLeaf,
  verifyLeafIn,
  verifyOpening,
} from '#features/ledger/site/parts/verification/leaf.ts'
import { toHex } from '#shared/base58.ts'
import { areSameBytes } from '#shared/cryptography/bytes.ts'
import { type Checkpoint, parseCheckpoint, verifyCheckpoint } from '#shared/transparency-log/checkpoint.ts'
import { LedgerError } from '#shared/transparency-log/ledger-error.ts'
import {
  parseSignedNote,
  parseVerifierKey,
  type SignedBy,
  type VerifierKey,
  verifySignedNote,
} from '#shared/transparency-log/signed-note.ts'
import {
  computeRoot,
  listRightEdge,
  listTiles,
  type ReadTile,
  type TileAddress,
  tilePath,
  verifyEntries,
} from '#shared/transparency-log/tiles.ts'
import { type LedgerSource, SourceError } from './source.ts'
import { CheckImpossible, type StepTaker } from './steps.ts'

/** Up to this size the root is computed from every leaf. */
export const mostLeaves = 4096
/** How many entries of a larger ledger are looked at, at random. */
const sampleSize = 16

export interface CheckOptions {
  source: LedgerSource
  taker: StepTaker
}

/** The log as it describes itself: its name and its keys, also the retired ones. */
export async function readLog(
  source: LedgerSource,
): Promise<{ origin: string; keys: VerifierKey[]; state: LedgerState }> {
  if (!globalThis.crypto?.subtle) throw new CheckImpossible('insecure')
  const state = await source.readState()
  if (state.checkpoint === null) throw new CheckImpossible('empty')
  const keys = await Promise.all(state.keys.map(({ verifier_key }) => parseVerifierKey(verifier_key)))
  return { origin: state.origin, keys, state }
}

/** The name that the newest checkpoint may have: that of the log, or until it has grown again that of the last one that it continues. */
function nameIn(note: string, { origin, state }: { origin: string; state: LedgerState }): string {
  const last = state.former_logs.at(-1)
  return last?.size === state.size && note.startsWith(`${last.origin}\n`) ? last.origin : origin
}

const keyName = ([signer]: readonly SignedBy[]) =>
  signer ? `${signer.key.name}+${toHex(signer.key.id)}` : ''

/** The newest checkpoint with its signature verified, as one step. */
async function readNewest({ source, taker }: CheckOptions): Promise<Checkpoint> {
  return taker.take('newest', async () => {
    const { origin, keys, state } = await readLog(source)
    const note = await source.readCheckpoint()
    const { checkpoint, signedBy } = await verifyCheckpoint(note, nameIn(note, { origin, state }), keys)
    return {
      value: checkpoint,
      facts: { size: checkpoint.size, key: keyName(signedBy) },
      evidence: toHex(checkpoint.root),
    }
  })
}

/** Checks the newest checkpoint: its signature, and that its root is that of the entries. @throws what a step throws */
export async function checkNewest(options: CheckOptions & { random?: () => number }): Promise<void> {
  const { source, taker, random = Math.random } = options
  const { note, origin, keys, state } = await taker.take('checkpoint', async () => {
    const log = await readLog(source)
    const text = await source.readCheckpoint()
    const { root } = parseCheckpoint(parseSignedNote(text).text)
    return { value: { note: text, ...log }, facts: { origin: log.origin }, evidence: toHex(root) }
  })
  const checkpoint = await taker.take('signature', async () => {
    const verified = await verifyCheckpoint(note, nameIn(note, { origin, state }), keys)
    return {
      value: verified.checkpoint,
      facts: { size: verified.checkpoint.size },
      evidence: keyName(verified.signedBy),
    }
  })
  await checkWitnesses(taker, note, state)
  const { size, root } = checkpoint
  const readTile = rememberTiles(source.readTile)
  const isWhole = size <= mostLeaves
  await taker.take('root', async () => {
    const tiles = isWhole ? listTiles(0, size) : listRightEdge(size)
    const made = await computeRoot(tiles, readTile)
    if (!areSameBytes(made, root)) throw new LedgerError('root', 'the tiles make another root')
    return {
      value: undefined,
      facts: { size, tiles: tiles.length },
      evidence: toHex(made),
      ...(!isWhole && { variant: 'edge' as const }),
    }
  })
  await taker.take('entries', async () => {
    const last = listTiles(0, size).at(-1)
    if (isWhole && last) {
      await verifyEntries(last, readTile)
      return { value: undefined, facts: { count: last.width } }
    }
    for (let round = 0; round < sampleSize; round++) {
      const index = Math.floor(random() * size)
      await verifyEntry({ source, checkpoint, leaf: await source.readLeaf(index), index })
    }
    return { value: undefined, facts: { count: sampleSize }, variant: 'sample' as const }
  })
}

/**
 * Checks what each witness has signed below a checkpoint, as a step each, with the keys that the ledger names. A checkpoint
 * that is newer than the state may have fewer witnesses than that.
 */
async function checkWitnesses(taker: StepTaker, note: string, state: LedgerState): Promise<void> {
  const signed = parseSignedNote(note)
  const named = state.cosignatures.map(({ verifier_key }) => verifier_key)
  let count = 0
  for (const written of named) {
    const isBelow = signed.signatures.some(({ name, id }) => written.startsWith(`${name}+${toHex(id)}+`))
    if (!isBelow && state.checkpoint !== note) continue
    count++
    await taker.take('witness', async () => {
      const key = await parseVerifierKey(written)
      const [found] = isBelow ? await verifySignedNote(signed, [key]) : []
      if (!found?.at) throw new LedgerError('cosignature', 'a witness that is named has not signed')
      return { value: undefined, facts: { witness: key.name, at: found.at }, evidence: written }
    })
  }
  if (count === 0) await taker.take('witness', async () => ({ value: undefined, variant: 'none' }))
}

/** Reads each tile once. */
function rememberTiles(readTile: ReadTile): ReadTile {
  const tiles = new Map<string, ReturnType<ReadTile>>()
  return (tile: TileAddress) => {
    const path = tilePath(tile)
    const read = tiles.get(path) ?? readTile(tile)
    tiles.set(path, read)
    return read
  }
}

interface EntryPlace {
  source: LedgerSource
  checkpoint: Checkpoint
  leaf: LedgerLeaf
  index: number
}

async function verifyEntry({ source, checkpoint, leaf, index }: EntryPlace): Promise<number> {
  const hash = await verifyLeaf(leaf)
  const proof = await source.readInclusion({ index, size: checkpoint.size })
  await verifyLeafIn(checkpoint, { index, hash }, proof)
  return proof.hashes.length
}

/** Checks that an earlier checkpoint is the beginning of the newest. @throws what a step throws */
export async function checkEarlier({ note, ...options }: CheckOptions & { note: string }): Promise<void> {
  const { source, taker } = options
  const first = await taker.take('earlier', async () => {
    const kept = readKept(note)
    const { origin, keys, state } = await readLog(source)
    const { origin: own, size } = parseCheckpoint(parseSignedNote(kept).text)
    const former = state.former_logs.find((log) => log.origin === own)
    const { checkpoint, signedBy } = await verifyCheckpoint(kept, former?.origin ?? origin, keys)
    // What a log had signed beyond where it is known to end was lost: nobody can say more about it.
    if (former && size > former.size) throw new CheckImpossible('ended')
    return {
      value: checkpoint,
      facts: { size: checkpoint.size, key: keyName(signedBy) },
      evidence: toHex(checkpoint.root),
    }
  })
  await checkGrowth(first, options)
}

/** Checks that a checkpoint is the beginning of the newest, as two steps. @throws what a step throws */
export async function checkGrowth(first: Checkpoint, { source, taker }: CheckOptions): Promise<void> {
  const second = await readNewest({ source, taker })
  await taker.take('growth', async () => {
    if (first.size > second.size) throw new LedgerError('size', 'the ledger has become smaller')
    const proof = await source.readConsistency(first.size, second.size)
    await verifyGrowth(first, second, proof)
    return {
      value: undefined,
      facts: { first: first.size, second: second.size, hashes: proof.hashes.length },
    }
  })
}

/**
 * A checkpoint as it was pasted: copying often changes line ends and loses the last one. A text that is not a whole one says
 * nothing against the ledger.
 */
function readKept(pasted: string): string {
  const note = `${pasted.replace(/\r\n/g, '\n').trim()}\n`
  try {
    parseCheckpoint(parseSignedNote(note).text)
  } catch (error) {
    throw error instanceof LedgerError ? new CheckImpossible('incomplete') : error
  }
  return note
}

/** Checks an entry by its number or the hash of its leaf, and returns it. @throws what a step throws */
export async function checkEntry(
  options: CheckOptions & { wanted: string; onLeaf: (leaf: LedgerLeaf) => void },
): Promise<void> {
  const { source, taker, wanted, onLeaf } = options
  const { leaf, hash } = await taker.take('entry', async () => {
    if (!globalThis.crypto?.subtle) throw new CheckImpossible('insecure')
    const index = /^\d{1,15}$/.test(wanted) ? Number(wanted) : await findByHash(source, wanted)
    const found = await source.readLeaf(index).catch(explainMissing)
    if (found.index !== index) throw new LedgerError('entry', 'another entry was answered')
    const leafHash = await verifyLeaf(found)
    if (index !== Number(wanted) && toHex(leafHash) !== wanted.toLowerCase()) {
      throw new LedgerError('entry', 'another entry was answered')
    }
    onLeaf(found)
    return { value: { leaf: found, hash: leafHash }, facts: { index }, evidence: toHex(leafHash) }
  })
  const checkpoint = await readNewest(options)
  await taker.take('proof', async () => {
    if (leaf.index >= checkpoint.size) throw new CheckImpossible('not_yet')
    const proof = await source.readInclusion({ index: leaf.index, size: checkpoint.size })
    await verifyLeafIn(checkpoint, { index: leaf.index, hash }, proof)
    return {
      value: undefined,
      facts: { index: leaf.index, hashes: proof.hashes.length, size: checkpoint.size },
    }
  })
  if (leaf.opening) {
    await taker.take('opening', async () => {
      await verifyOpening(leaf)
      return { value: undefined, evidence: leaf.commitment }
    })
  }
}

/** The number of the entry whose leaf has a hash. */
async function findByHash(source: LedgerSource, hash: string): Promise<number> {
  if (!/^[0-9a-f]{64}$/i.test(hash)) throw new CheckImpossible('no_entry')
  const { size, checkpoint } = await source.readState()
  if (checkpoint === null) throw new CheckImpossible('empty')
  const proof = await source.readInclusion({ hash: hash.toLowerCase(), size }).catch(explainMissing)
  return proof.leaf_index
}

/** The answer that something is missing is here one about the entry. */
function explainMissing(error: unknown): never {
  const isMissing = error instanceof SourceError && error.reason === 'missing'
  throw isMissing ? new CheckImpossible('no_entry') : error
}
