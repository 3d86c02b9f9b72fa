import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keccak256, stringToHex } from 'viem'
import type { LedgerAnchor, LedgerState } from '#features/ledger/contract.ts'
import { anchorOf, anvilAccount, callOf } from '../../../../../test/support/ledger/anchors.ts'
import {
  consistencyPath,
  createNoteSigner,
  treeHash,
  writeCheckpoint,
} from '../../../../../test/support/ledger/reference-log.ts'
import { checkAnchor } from './check-anchor.ts'
import { type LedgerSource, SourceError } from './source.ts'
import { type CheckStep, judge, StepTaker } from './steps.ts'

const origin = 'example.org/ledger'
const signer = createNoteSigner(origin)
const account = anvilAccount(0)
const hex = (value: Uint8Array) => Buffer.from(value).toString('hex')
const leaves = Array.from({ length: 40 }, (_, index) => Buffer.from(`entry ${index}`))

/** An anchor of the first leaves of a ledger, in no block that is proven. */
async function anchorTree(tree: readonly Buffer[], name = origin): Promise<LedgerAnchor> {
  const root = treeHash(tree)
  const text = `${name}\n${tree.length}\n${Buffer.from(root).toString('base64')}\n`
  const raw = await account.signTransaction(callOf('eip1559', { data: stringToHex(text) }))
  const anchor = anchorOf(raw, { sender: account.address, size: tree.length, text })
  return { ...anchor, root_hash: hex(root) }
}

function sourceOf(anchor: LedgerAnchor | null, covered = leaves): LedgerSource {
  const checkpoint = writeCheckpoint(origin, covered, [signer])
  const state: LedgerState = {
    ...{ origin, size: covered.length, root_hash: hex(treeHash(covered)), checkpoint },
    ...{ checkpoint_at: null, days: [], anchored: anchor !== null, anchor, cosignatures: [] },
    keys: [{ verifier_key: signer.verifierKey, created_at: '2026-01-01T00:00:00Z', retired_at: null }],
    by_kind: {
      activation: 0,
      badge_award: 0,
      revocation: 0,
      legal_text: 0,
      audit_checkpoint: 0,
      continuation: 0,
    },
    former_logs: [],
  }
  const unused = async () => assert.fail('not needed for anchors')
  return {
    ...{ readTile: unused, readLeaf: unused, readInclusion: unused },
    readState: async () => state,
    readCheckpoint: async () => checkpoint,
    readConsistency: async (first, second) => ({
      ...{ first_size: first, first_root_hash: hex(treeHash(covered.slice(0, first))) },
      ...{ second_size: second, second_root_hash: hex(treeHash(covered.slice(0, second))) },
      hashes: consistencyPath(first, covered.slice(0, second)).map(hex),
    }),
  }
}

async function run(source: LedgerSource): Promise<{ ends: string[]; verdict: string; shown: number }> {
  const shown: LedgerAnchor[] = []
  const taker = new StepTaker(() => undefined)
  const onAnchor = (anchor: LedgerAnchor) => void shown.push(anchor)
  await checkAnchor({ source, taker, onAnchor }).catch(() => undefined)
  const endOf = (step: CheckStep) => {
    if (step.outcome === 'passed') return step.variant ?? 'passed'
    return step.outcome === 'failed' ? step.part : step.reason
  }
  return { ends: taker.steps.map(endOf), verdict: judge(taker.steps, true), shown: shown.length }
}

describe('the check of the newest anchor', () => {
  test('passes for a tree that the ledger begins with, and says that no block was proven', async () => {
    for (const size of [1, 32, 33, 40]) {
      const { ends, verdict, shown } = await run(sourceOf(await anchorTree(leaves.slice(0, size))))
      assert.deepEqual(ends, ['passed', 'passed', 'none', 'passed', 'passed'], String(size))
      assert.deepEqual([verdict, shown], ['proven', 1])
    }
  })

  test('is no alarm where nothing is anchored, or something did not answer', async () => {
    assert.deepEqual(await run(sourceOf(null)), { ends: ['no_anchor'], verdict: 'unfinished', shown: 0 })
    const source = sourceOf(await anchorTree(leaves.slice(0, 7)))
    const lost = async () => {
      throw new SourceError('unreachable')
    }
    const { ends, verdict } = await run({ ...source, readConsistency: lost })
    assert.deepEqual([ends.at(-1), verdict], ['unreachable', 'unfinished'])
  })

  test('finds a history that was rewritten since', async () => {
    const anchor = await anchorTree(leaves.slice(0, 20))
    const rewritten = leaves.map((leaf, index) => (index === 3 ? Buffer.from('another') : leaf))
    const { ends, verdict } = await run(sourceOf(anchor, rewritten))
    assert.deepEqual([ends, verdict], [['passed', 'passed', 'none', 'passed', 'root'], 'failed'])
    const cut = await run(sourceOf(await anchorTree(leaves), leaves.slice(0, 10)))
    assert.deepEqual([cut.ends.at(-1), cut.verdict], ['size', 'failed'])
  })

  test('names the part of the anchor that is wrong', async () => {
    const anchor = await anchorTree(leaves.slice(0, 20))
    const { transaction } = anchor
    const cases: [Partial<LedgerAnchor>, string][] = [
      [{ transaction: { ...transaction, hash: keccak256('0x00') } }, 'anchor_transaction'],
      [{ transaction: { ...transaction, sender: anvilAccount(1).address } }, 'anchor_sender'],
      [{ chain_id: 1 }, 'anchor_chain'],
      [{ checkpoint_text: `${anchor.checkpoint_text} ` }, 'anchor_text'],
      [{ size: 21 }, 'anchor_root'],
      [{ root_hash: '00'.repeat(32) }, 'anchor_root'],
    ]
    for (const [change, part] of cases) {
      const { ends, verdict } = await run(sourceOf({ ...anchor, ...change }))
      assert.deepEqual([ends, verdict], [['passed', part], 'failed'], part)
    }
    const proof = { header: '0xc0', position: 0, nodes: [] }
    assert.deepEqual((await run(sourceOf({ ...anchor, proof }))).ends, ['passed', 'passed', 'anchor_block'])
  })

  test('finds an anchor of another ledger', async () => {
    const { ends } = await run(sourceOf(await anchorTree(leaves.slice(0, 20), 'example.net/ledger')))
    assert.deepEqual(ends, ['passed', 'origin'])
  })
})
