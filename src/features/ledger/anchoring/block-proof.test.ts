import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { type Hex, serializeTransaction, type TransactionSerializable, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { serializeTransaction as serializeDeposit } from 'viem/op-stack'
import type { BlockProof } from '#features/ledger/contract.ts'
import { verifyAnchor } from '#shared/ethereum/anchor.ts'
import { AnchorError, type AnchorPart } from '#shared/ethereum/anchor-error.ts'
import { encodeBytes, encodeList, readInteger, readList } from '#shared/ethereum/rlp.ts'
import { findInTrie, TrieError } from '#shared/ethereum/transaction-trie.ts'
import { anchorKinds, anchorOf, anvilAccount, callOf } from '../../../../test/support/ledger/anchors.ts'
import { type NodeRequest, startAnvil } from '../../../../test/support/ledger/anvil.ts'
import { encodeHeader, encodeTransaction } from './block-encoding.ts'
import { createBlockProofs } from './block-proof.ts'
import { proveInTrie } from './ordered-trie.ts'

type Chain = Awaited<ReturnType<typeof startAnvil>>
interface Transaction {
  hash: string
  type: string
  from: string
}
interface Block {
  [field: string]: unknown
  hash: string
  number: string
  timestamp: string
  transactions: Transaction[]
}

const accounts = Array.from({ length: 10 }, (_, index) => anvilAccount(index))
/** Sends nothing, so that its number of transactions is of no matter. */
const authority = privateKeyToAccount(toHex(randomBytes(32)))
const bytesOf = (hex: string) => Buffer.from(hex.slice(2), 'hex')
const hashOf = (bytes: Uint8Array) => toHex(keccak_256(bytes))
const fails =
  (...parts: AnchorPart[]) =>
  (error: unknown) =>
    error instanceof AnchorError && parts.includes(error.part)

/** Signs transactions of mixed kinds, of which three of five are anchors, each of a tree of its own size. */
function createSender({ request }: Chain) {
  const nonces = accounts.map(() => 0)
  let sent = 0
  return async (): Promise<void> => {
    const size = sent++
    const which = randomInt(accounts.length)
    const [account, nonce] = [accounts[which], nonces[which]]
    if (!account || nonce === undefined) throw new Error('no account')
    nonces[which] = nonce + 1
    const kind = anchorKinds[size % 5]
    const call = callOf(kind ?? 'eip1559', { nonce, size })
    const other = async (): Promise<TransactionSerializable> => {
      const { type: _, accessList: __, ...fees } = callOf('eip1559', { nonce, size })
      if (size % 2) return { ...fees, type: 'eip1559', to: undefined, value: 0n } as TransactionSerializable
      const authorization = await authority.signAuthorization({
        ...{ address: account.address, chainId: randomInt(2), nonce: 2 ** randomInt(1, 53) - 1 },
      })
      return {
        ...fees,
        type: 'eip7702',
        authorizationList: [authorization],
      } as TransactionSerializable
    }
    const raw = await account.signTransaction(kind ? call : await other())
    raws.set(hashOf(bytesOf(raw)), { raw, size })
    await request({ method: 'eth_sendRawTransaction', params: [raw] })
  }
}
/** What was sent, by hash. */
const raws = new Map<string, { raw: Hex; size: number }>()

async function mine({ request }: Chain): Promise<Block> {
  await request({ method: 'evm_mine' })
  return (await request({ method: 'eth_getBlockByNumber', params: ['latest', true] })) as Block
}

/** What is known of a transaction of a block, with its proof. */
function anchorIn(block: Block, { hash, from }: Transaction, proof: BlockProof) {
  const { raw, size } = raws.get(hash) ?? assert.fail(hash)
  const sender = accounts.find(({ address }) => address.toLowerCase() === from)?.address ?? assert.fail(from)
  return {
    ...anchorOf(raw, { sender, size }),
    block: {
      ...{ number: Number(block.number), hash: block.hash },
      at: new Date(Number(block.timestamp) * 1000).toISOString(),
    },
    proof,
  }
}

/** Whether a transaction is an anchor, or one of the others in the block. */
const isAnchor = ({ type }: Transaction, size: number) => Number(type) < 3 && size % 5 < 3

describe('the proof of a transaction in a block', { timeout: 60_000 }, () => {
  let chain: Chain
  let send: () => Promise<void>
  before(async () => {
    chain = await startAnvil(['--no-mining', '--gas-limit', '1000000000'])
    send = createSender(chain)
  })
  after(() => chain.stop())

  const fill = async (count: number) => {
    for (let one = 0; one < count; one += 1) await send()
    const block = await mine(chain)
    assert.equal(block.transactions.length, count)
    return block
  }

  for (const count of [1, 2, 3, 17, 130, 300]) {
    test(`is right in a block of ${count}`, async () => {
      const block = await fill(count)
      const { request } = chain
      // As each proof asks the node for the whole block.
      const proveIn = createBlockProofs({ request: async () => block })
      const edges = [0, 1, 15, 16, 127, 128, 129, 255, 256, count - 1].filter((place) => place < count)
      const places = new Set(count <= 17 ? block.transactions.keys() : edges)
      for (const place of places) {
        const transaction = block.transactions[place] ?? assert.fail(`${place}`)
        const proof = (await proveIn(block.hash, transaction.hash)) ?? assert.fail(`${place}`)
        assert.equal(proof.position, place)
        const { raw, size } = raws.get(transaction.hash) ?? assert.fail()
        if (isAnchor(transaction, size)) {
          assert.equal(verifyAnchor(anchorIn(block, transaction, proof)).inBlock, true)
        } else {
          const root = bytesOf(String(block.transactionsRoot))
          assert.equal(toHex(findInTrie(root, place, proof.nodes.map(bytesOf))), raw)
        }
      }
      const first = block.transactions[0] ?? assert.fail()
      const asked = await createBlockProofs({ request })(block.hash, first.hash)
      assert.deepEqual(asked, await proveIn(block.hash, first.hash))
    })
  }

  test('with any bit of any field flipped is refused, and the part named', async () => {
    const block = await fill(40)
    const transaction =
      block.transactions.find((one) => isAnchor(one, raws.get(one.hash)?.size ?? 4)) ?? assert.fail()
    const proof = (await createBlockProofs(chain)(block.hash, transaction.hash)) ?? assert.fail()
    const right = anchorIn(block, transaction, proof)
    assert.equal(verifyAnchor(right).inBlock, true)
    const parts = {
      chain_id: 'chain',
      size: 'root',
      root_hash: 'root',
      checkpoint_text: 'text',
      'transaction.hash': 'transaction',
      'transaction.raw': 'transaction',
      'transaction.sender': 'sender',
      'block.number': 'block',
      'block.hash': 'block',
      'block.at': 'block',
      'proof.header': 'block',
      'proof.position': 'proof',
      ...Object.fromEntries(proof.nodes.map((_, index) => [`proof.nodes.${index}`, 'proof'])),
    } as Record<string, AnchorPart>
    for (const [path, part] of Object.entries(parts)) {
      for (let round = 0; round < 200; round += 1) {
        const wrong = structuredClone(right)
        changeAt(wrong, path.split('.'), flip)
        assert.throws(() => verifyAnchor(wrong), fails(part), `${path}: ${JSON.stringify(wrong)}`)
      }
    }
    const began = performance.now()
    for (const nodes of [
      [],
      proof.nodes.slice(1),
      proof.nodes.slice(0, -1),
      proof.nodes.toReversed(),
      [...proof.nodes, proof.nodes.at(-1)],
      ['0x', ...proof.nodes],
      new Array(1_000_000).fill('0xc0'),
      new Array(100_000).fill(`0x${'c0'.repeat(1024)}`),
      [`0x${'c0'.repeat(1_000_000)}`],
      Array.from({ length: 20 }, () => `0x${'c0'.repeat(100_000)}`),
      [null],
      'nodes',
      undefined,
    ]) {
      const wrong = { ...right, proof: { ...proof, nodes: nodes as string[] } }
      assert.throws(() => verifyAnchor(wrong), fails('proof'))
    }
    assert.ok(performance.now() - began < 3000, `${performance.now() - began} ms`)
    for (const position of [-1, 0.5, '0', null, undefined, Number.NaN, 2 ** 53, 1e300, proof.position + 1]) {
      const wrong = { ...right, proof: { ...proof, position: position as number } }
      assert.throws(() => verifyAnchor(wrong), fails('proof'))
    }
  })

  test('of another transaction, block or trie proves nothing', async () => {
    const [one, other] = [await fill(20), await fill(20)]
    const proveIn = createBlockProofs(chain)
    const [first, second] = one.transactions.filter((each) => isAnchor(each, raws.get(each.hash)?.size ?? 4))
    if (!first || !second) assert.fail()
    const proof = (await proveIn(one.hash, first.hash)) ?? assert.fail()
    assert.throws(() => verifyAnchor(anchorIn(one, second, proof)), fails('proof'))
    assert.throws(() => verifyAnchor(anchorIn(other, first, proof)), fails('block'))
    const foreign = (await proveIn(other.hash, other.transactions[0]?.hash ?? '')) ?? assert.fail()
    const mixed = { ...foreign, nodes: proof.nodes, position: proof.position }
    assert.throws(() => verifyAnchor(anchorIn(other, first, mixed)), fails('proof'))
    // A header of one's own needs a trie of its own: a block may say what it likes, but only with another hash.
    const { root, nodes } = await proveInTrie([bytesOf(raws.get(first.hash)?.raw ?? '')], 0)
    const header = encodeHeader({ ...one, transactionsRoot: toHex(root) })
    const own = { header: toHex(header), nodes: nodes.map((node) => toHex(node)), position: 0 }
    assert.throws(() => verifyAnchor(anchorIn(one, first, own)), fails('block'))
    const ownBlock = { ...one, hash: hashOf(header) }
    const right = anchorIn(ownBlock, first, own)
    assert.equal(verifyAnchor(right).inBlock, true)
    for (const position of [-1, '0', '', null, undefined, false, 0.1, []]) {
      const wrong = { ...own, position: position as number }
      assert.throws(() => verifyAnchor({ ...right, proof: wrong }), fails('proof'), String(position))
    }
    // Headers that are none, with the hash that they have.
    const fields = readList(header, 99).map(({ encoded }) => encoded)
    const long = encodeBytes(Buffer.alloc(7, 1))
    for (const wrong of [
      fields.slice(0, 14),
      fields.with(0, encodeList([])),
      fields.with(4, encodeBytes(Buffer.of())),
      fields.with(8, encodeBytes(Buffer.from('0001', 'hex'))),
      fields.with(8, long),
      fields.with(11, long),
      [...fields, ...new Array<Uint8Array>(60).fill(long)],
    ].map(encodeList)) {
      const block = { ...right.block, hash: hashOf(wrong) }
      const proof = { ...own, header: toHex(wrong) }
      assert.throws(() => verifyAnchor({ ...right, block, proof }), fails('block', 'proof'))
    }
    assert.throws(() => verifyAnchor({ ...right, block: null as never }), fails('block'))
    assert.equal(await proveIn(one.hash, other.transactions[0]?.hash ?? ''), undefined)
    assert.equal(await proveIn(`0x${'00'.repeat(32)}`, first.hash), undefined)
  })

  test('is none, or the right one, whatever a node tells', async () => {
    const block = await fill(20)
    const transaction = block.transactions[7] ?? assert.fail()
    const proveTold = (told: unknown) =>
      createBlockProofs({ request: async () => told })(block.hash, transaction.hash)
    const right = (await proveTold(block)) ?? assert.fail()
    const change = (changes: object) => ({ ...block, ...changes })
    const withFirst = (changes: object) =>
      change({
        transactions: block.transactions.with(0, { ...block.transactions[0], ...changes } as Transaction),
      })
    for (const told of [
      ...[null, undefined, 'block', 7, [], {}, { transactions: [] }],
      change({ transactions: block.transactions.map(({ hash }) => hash) }),
      change({ transactions: null }),
      change({ transactions: block.transactions.slice(1) }),
      change({ transactions: block.transactions.toReversed() }),
      change({ transactions: [...block.transactions, block.transactions[0]] }),
      change({ transactions: new Array(20_001).fill(transaction) }),
      change({ baseFeePerGas: undefined }),
      change({ futureField: '0x1', requestsHash: null }),
      change({ slotNumber: '0x1' }),
      ...['0x6a', '0x7e', '0x05', 'constructor', null, 2].map((type) => withFirst({ type })),
      ...['0x', '0xg', '', null, undefined, 5, [], {}, '0x1'].map((input) => withFirst({ input })),
      withFirst({ hash: transaction.hash }),
      withFirst({ accessList: [null] }),
    ]) {
      assert.equal(await proveTold(told), undefined, JSON.stringify(told)?.slice(0, 300))
    }
    for (let round = 0; round < 300; round += 1) {
      const told = structuredClone(block)
      const fields = Object.keys(round % 2 ? told : transaction)
      const field = fields[randomInt(fields.length)] ?? ''
      const path = round % 2 ? [field] : ['transactions', String(randomInt(20)), field]
      changeAt(told, path, (value) => (typeof value === 'string' && round % 3 ? flip(value) : odd()))
      const proof = await proveTold(told)
      if (proof) assert.deepEqual(proof, right, path.join('.'))
    }
  })

  test('is none for transactions so short that they stand in other nodes', async () => {
    const short = {
      nonce: '0x0',
      gasPrice: '0x0',
      gas: '0x0',
      to: null,
      value: '0x0',
      input: '0x',
      v: '0x0',
      r: '0x0',
      s: '0x0',
    }
    const block = await fill(1)
    for (const count of [1, 2, 200]) {
      const transactions = Array.from({ length: count }, () => ({
        ...short,
        hash: hashOf(encodeTransaction(short)),
      }))
      const { root } = await proveInTrie(transactions.map(encodeTransaction), 0)
      const told = { ...block, transactions, transactionsRoot: toHex(root) }
      const proveIn = createBlockProofs({ request: async () => told })
      const proof = await proveIn(hashOf(encodeHeader(told)), transactions[0]?.hash ?? '')
      assert.equal(proof === undefined, count > 1)
    }
  })

  test('fails where the node does not answer', async () => {
    const request: NodeRequest = async () => {
      throw new TypeError('no network')
    }
    const asked = createBlockProofs({ request })(`0x${'00'.repeat(32)}`, `0x${'00'.repeat(32)}`)
    await assert.rejects(asked, { message: 'no network' })
  })
})

describe('the proof in blocks of other rules', { timeout: 60_000 }, () => {
  for (const [name, options, fields] of [
    ['berlin', ['--hardfork', 'berlin'], 15],
    ['london', ['--hardfork', 'london'], 16],
    ['shanghai', ['--hardfork', 'shanghai'], 17],
    ['cancun', ['--hardfork', 'cancun'], 20],
    ['osaka', ['--hardfork', 'osaka'], 21],
    ['the OP Stack', ['--network', 'optimism'], 21],
  ] as const) {
    test(`of ${name} is right`, async () => {
      const chain = await startAnvil(['--no-mining', ...options])
      try {
        const [account, other] = accounts
        if (!account || !other) assert.fail()
        const kind = name === 'berlin' ? 'eip2930' : 'eip1559'
        const raw = await account.signTransaction(callOf(kind, { size: 3 }))
        raws.set(hashOf(bytesOf(raw)), { raw, size: 3 })
        const hash = await chain.request({ method: 'eth_sendRawTransaction', params: [raw] })
        if (name === 'the OP Stack') {
          const deposit = { type: '0x7e', sourceHash: toHex(randomBytes(32)), mint: '0x5', isSystemTx: false }
          const call = { from: other.address, to: account.address, value: '0x1', gas: '0xffff' }
          await chain.request({ method: 'eth_sendTransaction', params: [{ ...call, ...deposit }] })
        }
        const block = await mine(chain)
        const transaction = block.transactions.find((each) => each.hash === hash) ?? assert.fail()
        const proof = (await createBlockProofs(chain)(block.hash, transaction.hash)) ?? assert.fail()
        assert.equal(readList(bytesOf(proof.header), 99).length, fields)
        assert.equal(verifyAnchor(anchorIn(block, transaction, proof)).inBlock, true)
        assert.equal(block.transactions.length, name === 'the OP Stack' ? 2 : 1)
      } finally {
        await chain.stop()
      }
    })
  }
})

describe('a transaction that a node tells', () => {
  const number = (most: number) => BigInt(toHex(randomBytes(randomInt(1, most + 1))))
  const address = () => toHex(randomBytes(20))

  test('is what viem makes of it', () => {
    for (let round = 0; round < 500; round += 1) {
      const tip = number(8)
      const common = {
        ...{ chainId: randomInt(1, 2 ** 40), nonce: randomInt(3), gas: number(3), value: number(9) },
        ...{ to: address(), data: toHex(randomBytes(randomInt(300))) },
      }
      const accessList = [{ address: address(), storageKeys: [toHex(randomBytes(32))] }]
      const fees = { maxPriorityFeePerGas: tip, maxFeePerGas: tip + number(4), accessList }
      const signature = { r: toHex(number(32)), s: toHex(number(32)), yParity: randomInt(2) }
      const blobVersionedHashes = [
        `0x01${randomBytes(31).toString('hex')}`,
        `0x01${randomBytes(31).toString('hex')}`,
      ] as const
      const authorizationList = [
        { address: address(), chainId: 0, nonce: 0, ...signature },
        { address: address(), chainId: 1, nonce: randomInt(2 ** 40), ...signature },
      ]
      const all: [string, TransactionSerializable][] = [
        ['0x0', { ...common, type: 'legacy', gasPrice: tip }],
        ['0x1', { ...common, type: 'eip2930', gasPrice: tip, accessList }],
        ['0x2', { ...common, type: 'eip1559', ...fees }],
        ['0x3', { ...common, type: 'eip4844', ...fees, maxFeePerBlobGas: tip, blobVersionedHashes }],
        ['0x4', { ...common, type: 'eip7702', ...fees, authorizationList }],
      ]
      for (const [type, transaction] of all) {
        const v = type === '0x0' ? BigInt(common.chainId) * 2n + 35n + BigInt(signature.yParity) : undefined
        const told = tell({ ...transaction, ...signature, v, type, input: common.data })
        assert.equal(
          toHex(encodeTransaction(told)),
          serializeTransaction(transaction, { ...signature, v } as never),
          type,
        )
      }
      const deposit = { sourceHash: toHex(randomBytes(32)), from: address(), isSystemTx: round % 2 === 0 }
      const { to, gas, value, data } = common
      const mint = round % 3 ? tip : undefined
      const made = serializeDeposit({ ...deposit, to, gas, value, data, mint, type: 'deposit' } as never)
      assert.equal(
        toHex(
          encodeTransaction({ ...tell({ to, gas, value, mint, input: data, type: '0x7e' }), ...deposit }),
        ),
        made,
      )
    }
  })

  test('may have numbers that JavaScript does not', () => {
    const most = '0xffffffffffffffff'
    const told = {
      ...tell({
        type: '0x4',
        nonce: 0,
        gas: 1,
        to: address(),
        value: 0,
        input: '0x',
        accessList: [],
        chainId: 1,
      }),
      ...{ maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0', v: '0x1', r: '0x1', s: '0x1' },
      authorizationList: [
        { address: address(), chainId: '0x0', nonce: most, yParity: '0x0', r: '0x00', s: '0x1' },
      ],
    }
    const authorizations = readList(encodeTransaction(told).subarray(1), 13)[9]?.content ?? assert.fail()
    const nonce = readList(authorizations, 6)[2] ?? assert.fail()
    assert.equal(readInteger(nonce, 8), BigInt(most))
  })
})

describe('the trie of a list', () => {
  test('leads to every value, however many there are', async () => {
    for (const count of [1, 2, 15, 16, 17, 127, 128, 129, 255, 256, 257, 700]) {
      const values = Array.from({ length: count }, () => randomBytes(randomInt(32, 300)))
      for (const place of new Set([0, 1, 127, 128, 255, 256, count - 1, randomInt(count)])) {
        if (place >= count) continue
        const { root, nodes } = await proveInTrie(values, place)
        assert.deepEqual(Buffer.from(findInTrie(root, place, nodes)), values[place])
        const other = place === 0 ? 1 : place - 1
        assert.throws(() => findInTrie(root, other, nodes), TrieError)
      }
    }
  })
})

/** As a node tells a transaction: numbers in hex. */
function tell(value: object): Record<string, unknown> {
  const text = JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'number' || typeof one === 'bigint' ? `0x${one.toString(16)}` : one,
  )
  return JSON.parse(text)
}

function changeAt(target: object, path: readonly string[], change: (value: unknown) => unknown): void {
  const [key = '', ...rest] = path
  const value: unknown = Reflect.get(target, key)
  if (rest.length > 0 && typeof value === 'object' && value !== null) changeAt(value, rest, change)
  else Reflect.set(target, key, change(value))
}

/** A value in which one bit is another. */
function flip(value: unknown): unknown {
  if (typeof value === 'number') return value ^ (1 << randomInt(30))
  const text = String(value)
  if (/^0x(?:[0-9a-f]{2})+$/.test(text)) {
    const bytes = bytesOf(text)
    const place = randomInt(bytes.length)
    bytes[place] = (bytes[place] ?? 0) ^ (1 << randomInt(8))
    return toHex(bytes)
  }
  const place = randomInt(text.length)
  const code = text.charCodeAt(place) ^ (1 << randomInt(8))
  return text.slice(0, place) + String.fromCharCode(code) + text.slice(place + 1)
}

/** Something that no node tells there. */
const odd = () =>
  [null, undefined, 0, -1, '', '0x', '0xzz', [], {}, [[]], true, '0x00', 'a'.repeat(1000)][randomInt(13)]
