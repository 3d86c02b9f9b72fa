import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import type { LedgerLeaf, LedgerState } from '#features/ledger/contract.ts'
import { canonicalizeJson } from '#shared/canonical-json.ts'
import { tilePath } from '#shared/transparency-log/tiles.ts'
import {
  consistencyPath,
  createNoteSigner,
  inclusionPath,
  type NoteSigner,
  readTileOf,
  treeHash,
  writeCheckpoint,
} from '../../../../../test/support/ledger/reference-log.ts'
import { checkEarlier, checkEntry, checkNewest, mostLeaves } from './run-checks.ts'
import { type LedgerSource, SourceError } from './source.ts'
import { type CheckStep, judge, StepTaker } from './steps.ts'

const origin = 'example.org/ledger'
const signer = createNoteSigner(origin)
const hex = (value: Uint8Array) => Buffer.from(value).toString('hex')

function makeLeaf(index: number): LedgerLeaf {
  const isOpen = index % 2 === 0
  const salt = randomBytes(32)
  const statement = { index }
  const commitment = createHash('sha256').update(salt).update(canonicalizeJson(statement)).digest('hex')
  const written = {
    commitment,
    kind: isOpen ? ('legal_text' as const) : ('badge_award' as const),
    time: '2026-01-01T00:00:00Z',
  }
  const data = canonicalizeJson({ ...written, v: 1 })
  const leaf_hash = createHash('sha256').update(`\0${data}`).digest('hex')
  return { ...written, index, data, leaf_hash, opening: isOpen ? { salt: hex(salt), statement } : null }
}

/** A ledger in memory that answers as the server does; `size` is that of its newest checkpoint. */
function createLog(
  leaves: readonly LedgerLeaf[],
  size = leaves.length,
  witnesses: readonly NoteSigner[] = [],
) {
  const data = leaves.map((leaf) => Buffer.from(leaf.data))
  const covered = data.slice(0, size)
  const checkpoint = writeCheckpoint(origin, covered, [signer, ...witnesses])
  const requests: string[] = []
  const state: LedgerState = {
    ...{ origin, size, root_hash: hex(treeHash(covered)), checkpoint: size === 0 ? null : checkpoint },
    ...{ checkpoint_at: null, days: [], anchored: false, anchor: null },
    cosignatures: witnesses.map(({ verifierKey }) => ({
      ...{ witness: verifierKey.split('+')[0] ?? '', verifier_key: verifierKey, at: '2026-01-01T00:00:00Z' },
    })),
    keys: [{ verifier_key: signer.verifierKey, created_at: '2026-01-01T00:00:00Z', retired_at: null }],
    by_kind: {
      activation: 0,
      badge_award: 0,
      revocation: 0,
      legal_text: size,
      audit_checkpoint: 0,
      continuation: 0,
    },
    former_logs: [],
  }
  const source: LedgerSource = {
    readState: async () => state,
    readCheckpoint: async () => checkpoint,
    async readTile(tile) {
      requests.push(tilePath(tile))
      const bytes = readTileOf(covered, tilePath(tile))
      if (!bytes) throw new SourceError('missing')
      return Uint8Array.from(bytes)
    },
    async readLeaf(index) {
      const leaf = leaves[index]
      if (!leaf) throw new SourceError('missing')
      return leaf
    },
    async readInclusion(of) {
      const index = 'index' in of ? of.index : leaves.findIndex(({ leaf_hash }) => leaf_hash === of.hash)
      const leaf = leaves[index]
      if (!leaf) throw new SourceError('missing')
      const tree = data.slice(0, of.size)
      return {
        ...{ leaf_index: index, leaf_hash: leaf.leaf_hash, tree_size: of.size },
        ...{ root_hash: hex(treeHash(tree)), hashes: inclusionPath(index, tree).map(hex) },
      }
    },
    readConsistency: async (first, second) => ({
      ...{ first_size: first, first_root_hash: hex(treeHash(data.slice(0, first))) },
      ...{ second_size: second, second_root_hash: hex(treeHash(data.slice(0, second))) },
      hashes: consistencyPath(first, data.slice(0, second)).map(hex),
    }),
  }
  return { source, checkpoint, requests, state }
}

/** Takes the steps of a check; returns how each ended. */
async function run(check: (taker: StepTaker) => Promise<void>): Promise<CheckStep[]> {
  const taker = new StepTaker(() => undefined)
  await check(taker).catch(() => undefined)
  return taker.steps
}
const ends = (steps: readonly CheckStep[]) =>
  steps.map((step) => {
    if (step.outcome === 'passed') return step.variant ?? 'passed'
    return step.outcome === 'failed' ? step.part : step.reason
  })

const leaves = Array.from({ length: 600 }, (_, index) => makeLeaf(index))

describe('the check of the newest checkpoint', () => {
  const check = (source: LedgerSource) => run((taker) => checkNewest({ source, taker }))

  test('passes for a whole ledger, which it reads all of', async () => {
    const { source, requests } = createLog(leaves)
    const steps = await check(source)
    assert.deepEqual(ends(steps), ['passed', 'passed', 'none', 'passed', 'passed'])
    assert.equal(judge(steps, true), 'proven')
    assert.deepEqual(requests, ['tile/0/000', 'tile/0/001', 'tile/0/002.p/88', 'tile/entries/002.p/88'])
  })

  test('looks at the right edge and at entries at random in a large one', { timeout: 60_000 }, async () => {
    const many = Array.from({ length: mostLeaves + 5 }, (_, index) => makeLeaf(index))
    const { source, requests } = createLog(many)
    const places: number[] = []
    const watched = {
      ...source,
      readLeaf: async (index: number) => source.readLeaf(places[places.push(index) - 1] ?? 0),
    }
    assert.deepEqual(ends(await check(watched)), ['passed', 'passed', 'none', 'edge', 'sample'])
    assert.deepEqual(requests, ['tile/1/000.p/16', 'tile/0/016.p/5'])
    assert.equal(places.length, 16)
    const forged = { ...watched, readLeaf: async () => makeLeaf(1) }
    assert.deepEqual(ends(await check(forged)), ['passed', 'passed', 'none', 'edge', 'proof'])
  })

  test('says what is wrong', async () => {
    const { source, checkpoint } = createLog(leaves)
    const other = createLog(leaves.slice(0, 599))
    const stranger = createNoteSigner(origin)
    const data = leaves.map((leaf) => Buffer.from(leaf.data))
    const cases: [Partial<LedgerSource>, string[]][] = [
      [{ readCheckpoint: async () => 'nothing' }, ['form']],
      [{ readCheckpoint: async () => checkpoint.replace('600', '601') }, ['passed', 'signature']],
      [{ readCheckpoint: async () => writeCheckpoint(origin, data, [stranger]) }, ['passed', 'signature']],
      [{ readCheckpoint: async () => writeCheckpoint('example.com', data, [signer]) }, ['passed', 'origin']],
      [{ readTile: async () => new Uint8Array(3) }, ['passed', 'passed', 'none', 'tiles']],
      [{ readTile: other.source.readTile }, ['passed', 'passed', 'none', 'missing']],
      [
        {
          readCheckpoint: async () => {
            throw new SourceError('unreachable')
          },
        },
        ['unreachable'],
      ],
    ]
    for (const [change, expected] of cases) {
      const steps = await check({ ...source, ...change })
      assert.deepEqual(ends(steps), expected)
      assert.notEqual(judge(steps, true), 'proven')
    }
    assert.deepEqual(ends(await check(createLog([]).source)), ['empty'])
  })

  test('names each witness that has signed, with its time', async () => {
    const first = createNoteSigner('witness.example.org', 1_700_000_000)
    const second = createNoteSigner('other.example.net', 1_800_000_000)
    const { source } = createLog(leaves, 600, [first, second])
    const steps = await check(source)
    assert.deepEqual(ends(steps), ['passed', 'passed', 'passed', 'passed', 'passed', 'passed'])
    assert.deepEqual(
      steps.filter(({ name }) => name === 'witness').map(({ facts, evidence }) => [facts, evidence]),
      [
        [{ witness: 'witness.example.org', at: new Date(1_700_000_000_000) }, first.verifierKey],
        [{ witness: 'other.example.net', at: new Date(1_800_000_000_000) }, second.verifierKey],
      ],
    )
  })

  test('finds a witness that has signed something else, or not at all', async () => {
    const witness = createNoteSigner('witness.example.org', 1_700_000_000)
    const { source, state, checkpoint } = createLog(leaves, 600, [witness])
    const text = checkpoint.slice(0, checkpoint.indexOf('\n\n') + 1)
    const alone = `${text}\n${signer.sign(text)}`
    const forged = alone + witness.sign(text.replace('600', '601'))
    const serve = (note: string, stated = note) =>
      check({
        ...source,
        readCheckpoint: async () => note,
        readState: async () => ({ ...state, checkpoint: stated }),
      })
    assert.deepEqual(ends(await serve(forged)), ['passed', 'passed', 'cosignature'])
    assert.deepEqual(ends(await serve(alone)), ['passed', 'passed', 'cosignature'])
    // A checkpoint that was signed since the state was read has no witnesses yet.
    assert.deepEqual(ends(await serve(alone, checkpoint)), ['passed', 'passed', 'none', 'passed', 'passed'])
  })
})

describe('the check of an earlier checkpoint', () => {
  const check = (source: LedgerSource, note: string) => run((taker) => checkEarlier({ source, taker, note }))

  test('passes for every earlier one, however it was copied', async () => {
    const { source } = createLog(leaves)
    for (const size of [1, 2, 255, 256, 599, 600]) {
      const { checkpoint } = createLog(leaves, size)
      for (const note of [
        checkpoint,
        checkpoint.trim(),
        ` ${checkpoint}\n`,
        checkpoint.replaceAll('\n', '\r\n'),
      ]) {
        assert.deepEqual(ends(await check(source, note)), ['passed', 'passed', 'passed'], note)
      }
    }
  })

  test('fails for one of another history, and of a ledger that was larger', async () => {
    const { source } = createLog(leaves)
    const changed = leaves.map((leaf, index) => (index === 7 ? makeLeaf(7) : leaf)).slice(0, 300)
    assert.deepEqual(ends(await check(source, createLog(changed).checkpoint)), ['passed', 'passed', 'root'])
    const shorter = createLog(leaves, 299).source
    assert.deepEqual(ends(await check(shorter, createLog(leaves).checkpoint)), ['passed', 'passed', 'size'])
  })

  test('takes those of a former name as far as that log is known to end', async () => {
    const { source, state } = createLog(leaves)
    const formerSigner = createNoteSigner('example.org/former')
    const former = (size: number) =>
      writeCheckpoint(
        'example.org/former',
        leaves.slice(0, size).map(({ data }) => Buffer.from(data)),
        [formerSigner],
      )
    const root = hex(treeHash(leaves.slice(0, 300).map(({ data }) => Buffer.from(data))))
    state.keys.push({
      ...{ verifier_key: formerSigner.verifierKey, created_at: '2026-01-01T00:00:00Z', retired_at: null },
    })
    assert.deepEqual(ends(await check(source, former(300))), ['origin'])
    state.former_logs.push({
      ...{ origin: 'example.org/former', size: 300, root_hash: root, ended_at: '2026-02-01T00:00:00Z' },
    })
    assert.deepEqual(ends(await check(source, former(300))), ['passed', 'passed', 'passed'])
    assert.deepEqual(ends(await check(source, former(301))), ['ended'])
  })

  test('a text that is not a whole checkpoint is no alarm', async () => {
    const { source, checkpoint } = createLog(leaves)
    const cut = [checkpoint.slice(0, -100), checkpoint.split('\n\n')[0] ?? '']
    const changed = [checkpoint.replace('600', 'six'), `${checkpoint}\u0000`, checkpoint.replace('— ', '')]
    for (const text of ['', 'hello', '\n\n\n', 'نص عادي\n\nنص', 'x'.repeat(20_000), ...cut, ...changed]) {
      const steps = await check(source, text)
      assert.deepEqual(ends(steps), ['incomplete'], text)
      assert.equal(judge(steps, true), 'unfinished')
    }
    // The beginning of another ledger's name.
    assert.deepEqual(ends(await check(source, checkpoint.slice(1))), ['origin'])
  })
})

describe('the check of an entry', () => {
  const check = (source: LedgerSource, wanted: string) => {
    const shown: LedgerLeaf[] = []
    return run((taker) => checkEntry({ source, taker, wanted, onLeaf: (leaf) => shown.push(leaf) }))
  }

  test('passes by number and by hash, and opens what is public', async () => {
    const { source } = createLog(leaves)
    const four = ['passed', 'passed', 'passed', 'passed']
    assert.deepEqual(ends(await check(source, '12')), four)
    assert.deepEqual(ends(await check(source, leaves[12]?.leaf_hash.toUpperCase() ?? '')), four)
    assert.deepEqual(ends(await check(source, '13')), ['passed', 'passed', 'passed'])
  })

  test('says what there is not, or not yet', async () => {
    const { source } = createLog(leaves, 500)
    assert.deepEqual(ends(await check(source, '600')), ['no_entry'])
    assert.deepEqual(ends(await check(source, 'ff')), ['no_entry'])
    assert.deepEqual(ends(await check(source, 'f'.repeat(64))), ['no_entry'])
    assert.deepEqual(ends(await check(source, '550')), ['passed', 'passed', 'not_yet'])
    const lost = async () => {
      throw new SourceError('unreachable')
    }
    assert.deepEqual(ends(await check({ ...source, readLeaf: lost }, '7')), ['unreachable'])
    assert.deepEqual(ends(await check({ ...source, readInclusion: lost }, 'f'.repeat(64))), ['unreachable'])
  })

  test('finds an entry, an opening and a number that were exchanged', async () => {
    const { source } = createLog(leaves)
    const answer = (leaf: LedgerLeaf) => check({ ...source, readLeaf: async () => leaf }, '12')
    const leaf = leaves[12] ?? assert.fail()
    assert.deepEqual(ends(await answer(makeLeaf(14))), ['entry'])
    assert.deepEqual(ends(await answer({ ...leaf, kind: 'revocation' })), ['entry'])
    assert.deepEqual(ends(await answer(makeLeaf(12))), ['passed', 'passed', 'proof'])
    const opening = { salt: leaf.opening?.salt ?? '', statement: { index: 13 } }
    assert.deepEqual(ends(await answer({ ...leaf, opening })), ['passed', 'passed', 'passed', 'commitment'])
  })
})
