import assert from 'node:assert/strict'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { describe, test } from 'node:test'
import { canonicalizeJson } from '#shared/canonical-json.ts'
import { parseBase64, parseHex } from '#shared/cryptography/bytes.ts'
import { verifyCheckpoint } from '#shared/transparency-log/checkpoint.ts'
import { LedgerError } from '#shared/transparency-log/ledger-error.ts'
import { verifyConsistency, verifyInclusion } from '#shared/transparency-log/proofs.ts'
import { parseSignedNote, parseVerifierKey, verifySignedNote } from '#shared/transparency-log/signed-note.ts'
import {
  computeRoot,
  listRightEdge,
  listTiles,
  type ReadTile,
  tilePath,
  tileWidth,
  verifyEntries,
} from '#shared/transparency-log/tiles.ts'
import { GrowingTree, hashLeaf } from '#shared/transparency-log/tree.ts'
import {
  consistencyPath,
  createNoteSigner,
  inclusionPath,
  readTileOf,
  treeHash,
  writeCheckpoint,
} from '../../../../../../test/support/ledger/reference-log.ts'
import { verifyGrowth, verifyLeaf, verifyLeafIn, verifyOpening } from './leaf.ts'

const bytes = (value: Uint8Array) => Uint8Array.from(value)
const hex = (value: Uint8Array) => Buffer.from(value).toString('hex')
const fromHex = (text: string) => parseHex(text) ?? assert.fail(text)
const fails = (part: string) => (error: unknown) => error instanceof LedgerError && error.part === part

/** The inputs and results that the authors of RFC 6962 published with their own implementation. */
const published = {
  leaves: [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ].map(fromHex),
  roots: [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ],
  inclusions: [
    { index: 0, size: 1, hashes: [] },
    {
      index: 0,
      size: 8,
      hashes: [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    },
    {
      index: 5,
      size: 8,
      hashes: [
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    },
    {
      index: 2,
      size: 3,
      hashes: ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
    },
    {
      index: 1,
      size: 5,
      hashes: [
        '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      ],
    },
  ],
  consistencies: [
    { first: 1, second: 1, hashes: [] },
    {
      first: 1,
      second: 8,
      hashes: [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    },
    {
      first: 6,
      second: 8,
      hashes: [
        '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    },
    {
      first: 2,
      second: 5,
      hashes: [
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      ],
    },
  ],
}

const randomLeaves = (count: number) =>
  Array.from({ length: count }, () => bytes(randomBytes(randomInt(8, 40))))

describe('the published trees of RFC 6962', () => {
  const { leaves, roots, inclusions, consistencies } = published
  const rootOf = (size: number) => fromHex(roots[size - 1] ?? '')

  test('have these roots', async () => {
    const tree = new GrowingTree()
    assert.equal(hex(await tree.root()), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    for (const [place, leaf] of leaves.entries()) {
      await tree.append(await hashLeaf(leaf))
      assert.equal(hex(await tree.root()), roots[place])
    }
  })

  test('have these proofs', async () => {
    for (const { index, size, hashes } of inclusions) {
      const leafHash = await hashLeaf(leaves[index] ?? assert.fail())
      await verifyInclusion({ index, size, leafHash, hashes: hashes.map(fromHex), root: rootOf(size) })
      assert.deepEqual(inclusionPath(index, leaves.slice(0, size)).map(hex), hashes)
    }
    for (const { first, second, hashes } of consistencies) {
      const proof = {
        ...{ firstSize: first, firstRoot: rootOf(first), secondSize: second, secondRoot: rootOf(second) },
        hashes: hashes.map(fromHex),
      }
      await verifyConsistency(proof)
      assert.deepEqual(consistencyPath(first, leaves.slice(0, second)).map(hex), hashes)
    }
  })
})

test('every proof of small trees holds, and no other', { timeout: 60_000 }, async () => {
  for (let size = 1; size <= 20; size++) {
    const leaves = randomLeaves(size)
    const root = bytes(treeHash(leaves))
    for (let index = 0; index < size; index++) {
      const leafHash = await hashLeaf(leaves[index] ?? assert.fail())
      const hashes = inclusionPath(index, leaves).map(bytes)
      await verifyInclusion({ index, size, leafHash, hashes, root })
      for (const other of [index - 1, index + 1, size]) {
        await assert.rejects(verifyInclusion({ index: other, size, leafHash, hashes, root }), fails('proof'))
      }
      const longer = [...hashes, root]
      await assert.rejects(verifyInclusion({ index, size, leafHash, hashes: longer, root }), fails('proof'))
      if (hashes.length > 0) {
        const shorter = hashes.slice(1)
        await assert.rejects(
          verifyInclusion({ index, size, leafHash, hashes: shorter, root }),
          fails('proof'),
        )
      }
    }
    for (let first = 0; first <= size; first++) {
      const firstRoot = bytes(treeHash(leaves.slice(0, first)))
      const hashes = consistencyPath(first, leaves).map(bytes)
      const trees = { firstSize: first, firstRoot, secondSize: size, secondRoot: root, hashes }
      await verifyConsistency(trees)
      await assert.rejects(verifyConsistency({ ...trees, hashes: [...hashes, root] }), fails('proof'))
      if (first > 0 && first < size) {
        await assert.rejects(verifyConsistency({ ...trees, hashes: hashes.slice(1) }), fails('proof'))
        const forged = bytes(randomBytes(32))
        await assert.rejects(verifyConsistency({ ...trees, firstRoot: forged }), fails('proof'))
      }
    }
  }
})

describe('signed notes', () => {
  const known = {
    key: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
    note: 'If you think cryptography is the answer to your problem,\nthen you don’t know what your problem is.\n\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
  }

  test('the published example has been signed by its key', async () => {
    const key = await parseVerifierKey(known.key)
    const note = parseSignedNote(known.note.replace('’', "'"))
    assert.deepEqual(await verifySignedNote(note, [key]), [{ key }])
    await assert.rejects(verifySignedNote(parseSignedNote(known.note), [key]), fails('signature'))
    await assert.rejects(verifySignedNote(note, []), fails('signature'))
  })

  test('a key says what it is', async () => {
    const wrong = [
      '',
      known.key.replace('c74f20a3', 'c74f20a4'),
      known.key.replace('PeterNeumann', 'PeterNewmann'),
      known.key.replace('ARpc', 'AhpC'),
      known.key.slice(0, -1),
      `${known.key}\n`,
    ]
    for (const key of wrong) await assert.rejects(parseVerifierKey(key), fails('key'), key)
  })

  test('witnesses may sign below the log, and strangers too', async () => {
    const leaves = randomLeaves(3)
    const log = createNoteSigner('example.org/ledger')
    const witness = createNoteSigner('witness.example', 1_700_000_000)
    const stranger = createNoteSigner('stranger.example', 1)
    const keys = await Promise.all([log, witness].map((one) => parseVerifierKey(one.verifierKey)))
    const note = writeCheckpoint('example.org/ledger', leaves, [witness, log, stranger])
    const found = await verifyCheckpoint(note, 'example.org/ledger', keys)
    assert.equal(found.checkpoint.size, 3)
    assert.equal(hex(found.checkpoint.root), hex(treeHash(leaves)))
    assert.deepEqual(found.cosignedBy, [{ key: keys[1], at: new Date(1_700_000_000_000) }])
    const alone = writeCheckpoint('example.org/ledger', leaves, [witness])
    await assert.rejects(verifyCheckpoint(alone, 'example.org/ledger', keys), fails('signature'))
    const late = note.replace(/(witness\.example \S{7})A/, '$1B')
    await assert.rejects(verifyCheckpoint(late, 'example.org/ledger', keys), fails('cosignature'))
  })

  test('the parts of a checkpoint are told apart', async () => {
    const log = createNoteSigner('example.org/ledger')
    const keys = [await parseVerifierKey(log.verifierKey)]
    const root = treeHash([]).toString('base64')
    const verify = (text: string) =>
      verifyCheckpoint(`${text}\n${log.sign(text)}`, 'example.org/ledger', keys)
    await verify(`example.org/ledger\n0\n${root}\n`)
    await verify(`example.org/ledger\n0\n${root}\nan extension\n`)
    const wrong: [string, string][] = [
      [`example.com/ledger\n0\n${root}\n`, 'origin'],
      [`\n0\n${root}\n`, 'origin'],
      [`example.org/ledger\n01\n${root}\n`, 'size'],
      [`example.org/ledger\n-1\n${root}\n`, 'size'],
      [`example.org/ledger\n9007199254740992\n${root}\n`, 'size'],
      [`example.org/ledger\n0\n${root.slice(0, -4)}\n`, 'root'],
      [`example.org/ledger\n0\n\n`, 'root'],
      [`example.org/ledger\n0\n${root}\n\na\n`, 'form'],
      [`example.org/ledger\r\n0\n${root}\n`, 'form'],
    ]
    for (const [text, part] of wrong) await assert.rejects(verify(text), fails(part), text)
    await assert.rejects(verifyCheckpoint('', 'example.org/ledger', keys), fails('form'))
    await assert.rejects(verifyCheckpoint('a\n', 'example.org/ledger', keys), fails('form'))
    await assert.rejects(verifyCheckpoint('a\n\n', 'example.org/ledger', keys), fails('signature'))
  })
})

describe('tiles', () => {
  const addressed =
    (leaves: Uint8Array[]): ReadTile =>
    async (tile) =>
      bytes(readTileOf(leaves, tilePath(tile)) ?? assert.fail(tilePath(tile)))

  test('have the addresses of C2SP', () => {
    assert.equal(tilePath({ level: 0, index: 1_234_067, width: 256 }), 'tile/0/x001/x234/067')
    assert.equal(tilePath({ level: 'entries', index: 0, width: 3 }), 'tile/entries/000.p/3')
    assert.equal(tilePath({ level: 1, index: 1000, width: 1 }), 'tile/1/x001/000.p/1')
  })

  test('make the root, all of them and those of the right edge', { timeout: 60_000 }, async () => {
    for (const size of [0, 1, 2, 255, 256, 257, 511, 512, 700, 1030]) {
      const leaves = randomLeaves(size)
      const readTile = addressed(leaves)
      const root = hex(treeHash(leaves))
      assert.equal(hex(await computeRoot(listTiles(0, size), readTile)), root, String(size))
      assert.equal(hex(await computeRoot(listRightEdge(size), readTile)), root, String(size))
    }
    // Three levels.
    assert.deepEqual(listRightEdge(tileWidth ** 2 + tileWidth * 2 + 3), [
      { level: 2, index: 0, width: 1 },
      { level: 1, index: 1, width: 2 },
      { level: 0, index: 258, width: 3 },
    ])
  })

  test('hold the hashes of their entries', async () => {
    const leaves = [...randomLeaves(299), bytes(randomBytes(65_535))]
    const readTile = addressed(leaves)
    const [first, second] = listTiles(0, 300)
    assert.ok(first && second)
    await verifyEntries(first, readTile)
    await verifyEntries(second, readTile)
    const changed: ReadTile = async (tile) => {
      const read = await readTile(tile)
      if (tile.level === 'entries') read[read.length - 1] = (read.at(-1) ?? 0) ^ 1
      return read
    }
    await assert.rejects(verifyEntries(second, changed), fails('entry'))
    const cut: ReadTile = async (tile) => (await readTile(tile)).slice(0, -1)
    await assert.rejects(verifyEntries(second, cut), fails('tiles'))
  })
})

test('bytes have one spelling', () => {
  for (const wrong of ['A', 'AA', 'AA=', 'AB==', 'AA==\n', 'A_==', ' AA==']) {
    assert.equal(parseBase64(wrong), undefined, wrong)
  }
  assert.deepEqual(parseBase64('AA=='), Uint8Array.of(0))
  for (const wrong of ['0', '0A', '0x00', ' 00']) assert.equal(parseHex(wrong), undefined, wrong)
})

/** A text in which one random bit is another one. */
function flip(text: string): string {
  const changed = Buffer.from(text)
  const place = randomInt(changed.length)
  changed[place] = (changed[place] ?? 0) ^ (1 << randomInt(8))
  return changed.toString()
}

describe('a flipped bit', () => {
  const origin = 'example.org/ledger'
  const entries = Array.from({ length: 37 }, (_, index) => {
    const salt = bytes(randomBytes(32))
    const statement = { index, document: 'privacy' }
    const commitment = createHash('sha256').update(salt).update(canonicalizeJson(statement)).digest('hex')
    const leaf = { commitment, kind: 'legal_text' as const, time: '2026-01-01T00:00:00.000Z' }
    const data = canonicalizeJson({ ...leaf, v: 1 })
    const leaf_hash = createHash('sha256').update(`\0${data}`).digest('hex')
    return { ...leaf, index, data, leaf_hash, opening: { salt: hex(salt), statement } }
  })
  const leaves = entries.map(({ data }) => Buffer.from(data))
  const log = createNoteSigner(origin)
  const checkpoint = (size: number) => writeCheckpoint(origin, leaves.slice(0, size), [log])
  const keys = parseVerifierKey(log.verifierKey).then((key) => [key])
  const rootOf = (size: number) => hex(treeHash(leaves.slice(0, size)))
  const read = async (note: string) => (await verifyCheckpoint(note, origin, await keys)).checkpoint

  test('in a checkpoint is caught, 200 times', async () => {
    const note = checkpoint(37)
    await read(note)
    for (let round = 0; round < 200; round++) {
      const changed = flip(note)
      await assert.rejects(read(changed), LedgerError, changed)
    }
  })

  test('in an entry, its opening or its proof is caught, 200 times', async () => {
    const head = await read(checkpoint(37))
    const verify = async (index: number, text: string) => {
      const { leaf, proof } = JSON.parse(text)
      assert.equal(leaf.index, index)
      const hash = await verifyLeaf(leaf)
      await verifyOpening(leaf)
      await verifyLeafIn(head, { index, hash }, proof)
    }
    for (let round = 0; round < 200; round++) {
      const index = randomInt(37)
      const leaf = entries[index] ?? assert.fail()
      const proof = {
        ...{ leaf_index: index, leaf_hash: leaf.leaf_hash, tree_size: 37, root_hash: rootOf(37) },
        hashes: inclusionPath(index, leaves).map(hex),
      }
      const text = canonicalizeJson({ leaf, proof })
      await verify(index, text)
      const changed = flip(text)
      await assert.rejects(verify(index, changed), changed)
    }
  })

  test('in a proof of consistency is caught, 200 times', async () => {
    const second = await read(checkpoint(37))
    for (let round = 0; round < 200; round++) {
      const size = randomInt(1, 37)
      const first = await read(checkpoint(size))
      const proof = {
        ...{ first_size: size, first_root_hash: rootOf(size), second_size: 37, second_root_hash: rootOf(37) },
        hashes: consistencyPath(size, leaves).map(hex),
      }
      await verifyGrowth(first, second, proof)
      const text = flip(JSON.stringify(proof))
      await assert.rejects(async () => verifyGrowth(first, second, JSON.parse(text)), text)
    }
  })

  test('is told where it is', async () => {
    const head = await read(checkpoint(37))
    const leaf = entries[5] ?? assert.fail()
    const hash = await verifyLeaf(leaf)
    const proof = {
      ...{ leaf_index: 5, leaf_hash: leaf.leaf_hash, tree_size: 37, root_hash: rootOf(37) },
      hashes: inclusionPath(5, leaves).map(hex),
    }
    const check = (change: Partial<typeof proof>) =>
      verifyLeafIn(head, { index: 5, hash }, { ...proof, ...change })
    await check({})
    await assert.rejects(check({ tree_size: 36 }), fails('size'))
    await assert.rejects(check({ root_hash: rootOf(36) }), fails('root'))
    await assert.rejects(check({ leaf_index: 4 }), fails('proof'))
    await assert.rejects(check({ hashes: proof.hashes.toReversed() }), fails('proof'))
    await assert.rejects(verifyLeaf({ ...leaf, kind: 'revocation' }), fails('entry'))
    const salt = leaf.opening.salt.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
    await assert.rejects(verifyOpening({ ...leaf, opening: { ...leaf.opening, salt } }), fails('commitment'))
    await assert.rejects(verifyOpening({ ...leaf, opening: null }), fails('commitment'))
  })
})
