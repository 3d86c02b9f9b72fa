import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import { describe, test } from 'node:test'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { fromRlp, type Hex, hexToBytes, stringToHex, toHex, toRlp } from 'viem'
import { anchorKinds, anchorOf, anvilAccount, callOf, textOf } from '../../../test/support/ledger/anchors.ts'
import { verifyAnchor } from './anchor.ts'
import { AnchorError, type AnchorPart } from './anchor-error.ts'
import { encodeBytes, encodeInteger, encodeList, RlpError, readList } from './rlp.ts'
import { readTransaction, recoverSender } from './transaction.ts'
import { findInTrie, TrieError } from './transaction-trie.ts'

const account = anvilAccount(0)
const sender = account.address
const signAll = () => Promise.all(anchorKinds.map((kind) => account.signTransaction(callOf(kind, {}))))
const fails = (part: AnchorPart) => (error: unknown) => error instanceof AnchorError && error.part === part
const bytesOf = (hex: string) => hexToBytes(hex as Hex)

const address = `0x${'11'.repeat(20)}` as const
const key = `0x${'22'.repeat(32)}` as const

/** A signed transaction with other fields: what RLP makes of them, whether or not it is right. */
function rewrite(raw: Hex, change: (fields: (Hex | Hex[])[]) => (Hex | Hex[])[]): Hex {
  const type = Number.parseInt(raw.slice(2, 4), 16) < 0xc0 ? raw.slice(2, 4) : ''
  const fields = fromRlp(`0x${raw.slice(2 + type.length)}`, 'hex') as (Hex | Hex[])[]
  return `0x${type}${toRlp(change(fields)).slice(2)}`
}

describe('an anchor', () => {
  test('of each kind that viem signs is right, and says its checkpoint', async () => {
    for (const chainId of [1, 11_155_111, 31_337, Number.MAX_SAFE_INTEGER]) {
      for (const size of [0, 7, Number.MAX_SAFE_INTEGER]) {
        for (const kind of anchorKinds) {
          const raw = await account.signTransaction(callOf(kind, { nonce: randomInt(300), chainId, size }))
          const { inBlock, checkpoint } = verifyAnchor(anchorOf(raw, { sender, chainId, size }))
          assert.equal(inBlock, false)
          assert.deepEqual([checkpoint.origin, checkpoint.size], ['example.org/ledger', size])
        }
      }
    }
  })

  // The example of EIP-155.
  test('is read as EIP-155 says', () => {
    const raw =
      '0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83'
    const transaction = readTransaction(bytesOf(raw))
    assert.equal(transaction.chainId, 1n)
    assert.equal(
      toHex(keccak_256(transaction.signed)),
      '0xdaf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53',
    )
    assert.equal(recoverSender(transaction), '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F')
  })

  test('that says something else than its transaction names what is wrong', async () => {
    for (const raw of await signAll()) {
      const anchor = anchorOf(raw, { sender })
      const { transaction } = anchor
      const text = anchor.checkpoint_text
      const wrong: [AnchorPart, object][] = [
        ['transaction', { transaction: { ...transaction, hash: transaction.hash.toUpperCase() } }],
        ['transaction', { transaction: { ...transaction, raw: raw.slice(2) } }],
        [
          'transaction',
          { transaction: { ...transaction, raw: raw.replace(/[a-f]/g, (digit) => digit.toUpperCase()) } },
        ],
        ['sender', { transaction: { ...transaction, sender: sender.toLowerCase() } }],
        ['sender', { transaction: { ...transaction, sender: anvilAccount(1).address } }],
        ['sender', { transaction: { ...transaction, sender: undefined } }],
        ['chain', { chain_id: 1 }],
        ['chain', { chain_id: '31337' }],
        ['chain', { chain_id: 31_337n }],
        ['chain', { chain_id: Number.NaN }],
        ['text', { checkpoint_text: text.slice(0, -1) }],
        ['text', { checkpoint_text: `${text}more\n` }],
        ['text', { checkpoint_text: null }],
        ['root', { size: 8 }],
        ['root', { size: '7' }],
        ['root', { root_hash: anchor.root_hash.replace('7', '8') }],
        ['root', { root_hash: null }],
        ['proof', { proof: undefined }],
        ['proof', { proof: 'none' }],
      ]
      for (const [part, change] of wrong) {
        assert.throws(
          () => verifyAnchor({ ...anchor, ...change }),
          fails(part),
          `${part} ${Object.keys(change)}`,
        )
      }
    }
  })

  test('whose data is no checkpoint, or no text, is none', async () => {
    const texts = ['', 'no checkpoint', textOf(7).trimEnd(), `${textOf(7)}\n`, textOf(7).replace('7', '07')]
    for (const text of texts) {
      const raw = await account.signTransaction(callOf('eip1559', { data: stringToHex(text) }))
      assert.throws(() => verifyAnchor(anchorOf(raw, { sender, text })), fails('text'), text)
    }
    // Bytes that are no UTF-8 would be read as this character; a mark of the order of bytes would be left out.
    for (const [data, text] of [
      ['ff', '\ufffd'],
      ['efbbbf', ''],
      ['efbfbd', '\ud800'],
    ] as const) {
      const written = `0x${data}${stringToHex(textOf(7)).slice(2)}` as const
      const raw = await account.signTransaction(callOf('eip1559', { data: written }))
      assert.throws(() => verifyAnchor(anchorOf(raw, { sender, text: `${text}${textOf(7)}` })), fails('text'))
    }
  })

  test('with any bit flipped is refused', async () => {
    for (const raw of await signAll()) {
      for (let round = 0; round < 200; round += 1) {
        const flipped = flipHex(raw)
        assert.throws(
          () =>
            verifyAnchor({
              ...anchorOf(raw, { sender }),
              transaction: { ...anchorOf(raw, { sender }).transaction, raw: flipped },
            }),
          fails('transaction'),
        )
        // Even by those who correct the hash.
        assert.throws(() => verifyAnchor(anchorOf(flipped, { sender })), AnchorError, flipped)
      }
    }
  })

  test('has one signature only', async () => {
    for (const raw of await signAll()) {
      // The other signature of the same key over the same transaction.
      const other = rewrite(raw, (fields) => {
        const [v, s] = [fields.at(-3) === '0x' ? 0 : Number(fields.at(-3)), BigInt(String(fields.at(-1)))]
        const parity = v > 1 ? v + (v % 2 === 1 ? 1 : -1) : 1 - v
        return fields
          .with(-3, parity === 0 ? '0x' : toHex(parity))
          .with(-1, toHex(secp256k1.Point.Fn.ORDER - s))
      })
      assert.throws(() => verifyAnchor(anchorOf(other, { sender })), fails('sender'))
      for (const value of ['0x', toHex(secp256k1.Point.Fn.ORDER), `0x${'ff'.repeat(32)}`] as const) {
        for (const place of [-1, -2]) {
          const wrong = rewrite(raw, (fields) => fields.with(place, value))
          assert.throws(() => verifyAnchor(anchorOf(wrong, { sender })), fails('sender'))
        }
      }
    }
  })

  test('for every chain at once (before EIP-155) is refused', async () => {
    const raw = await account.signTransaction({ ...callOf('legacy', {}), chainId: undefined } as never)
    const transaction = readTransaction(bytesOf(raw))
    assert.deepEqual([transaction.chainId, recoverSender(transaction)], [undefined, sender])
    assert.throws(() => verifyAnchor(anchorOf(raw, { sender })), fails('chain'))
  })

  test('in another spelling of RLP is refused', async () => {
    for (const raw of await signAll()) {
      const spellings: Hex[] = [
        `${raw}00`,
        raw.slice(0, -2) as Hex,
        `0x00${raw.slice(2)}`,
        `0x03${raw.slice(4)}`,
        rewrite(raw, (fields) => [...fields, '0x']),
        rewrite(raw, (fields) => fields.slice(0, -1)),
        // Numbers with a zero before them.
        rewrite(raw, (fields) => fields.with(0, '0x00')),
        rewrite(raw, (fields) => fields.with(-3, '0x0025')),
        rewrite(raw, (fields) => fields.with(1, ['0x01'])),
        rewrite(raw, (fields) => fields.with(1, `0x${'11'.repeat(33)}`)),
        // A receiver of 19 bytes.
        rewrite(raw, (fields) =>
          fields.with(
            fields.findIndex((field) => field.length === 42),
            `0x${'11'.repeat(19)}`,
          ),
        ),
      ]
      const parities: Hex[] = raw.startsWith('0xf8') ? ['0x', '0x05', '0x22'] : ['0x02', '0x1b']
      spellings.push(...parities.map((parity) => rewrite(raw, (fields) => fields.with(-3, parity))))
      if (!raw.startsWith('0xf8')) {
        const lists = [
          '0x',
          ['0x'],
          [[address]],
          [[address, '0x']],
          [[address, [key], []]],
          [[key, []]],
          [[address, [address]]],
        ]
        spellings.push(...lists.map((list) => rewrite(raw, (fields) => fields.with(-4, list as Hex[]))))
      }
      for (const spelling of spellings) {
        assert.throws(() => verifyAnchor(anchorOf(spelling, { sender })), fails('transaction'), spelling)
      }
    }
  })

  test('of anything at all is refused at once', () => {
    const deep = { chain_id: JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) }
    let nested: Uint8Array = encodeList([])
    for (let depth = 0; depth < 2000; depth += 1) nested = encodeList([nested])
    const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`
    const raws = [
      '0x',
      '0x02',
      hex(randomBytes(1_000_000)),
      hex(Buffer.alloc(131_072, 0xc1)),
      hex(nested),
      hex(Buffer.concat([Buffer.of(2), nested])),
      hex(encodeList(new Array<Uint8Array>(100_000).fill(encodeInteger(1)))),
      // Lengths that are longer than all there is.
      '0xffffffffffffffffff',
      '0xf9ffff',
      '0xbb7fffffff',
      '0x02fbffffffff',
    ]
    const began = performance.now()
    const hostile: unknown[] = [
      null,
      undefined,
      7,
      'anchor',
      [],
      {},
      deep,
      { transaction: null },
      { transaction: [] },
    ]
    for (const anchor of [...hostile, ...raws.map((raw) => anchorOf(raw, { sender }))]) {
      assert.throws(() => verifyAnchor(anchor as Parameters<typeof verifyAnchor>[0]), fails('transaction'))
    }
    assert.ok(performance.now() - began < 2000, `${performance.now() - began} ms`)
  })
})

describe('a trie', () => {
  const value = encodeBytes(randomBytes(100))
  const path = (hex: string) => encodeBytes(Buffer.from(hex, 'hex'))
  const follow = (...nodes: Uint8Array[]) => findInTrie(keccak_256(nodes[0] ?? new Uint8Array()), 0, nodes)

  // The key of the first place is 80.
  test('leads by the right parts of a key only', () => {
    const leaf = (hex: string) => encodeList([path(hex), value])
    const extend = (hex: string, node: Uint8Array) => encodeList([path(hex), encodeBytes(keccak_256(node))])
    const branch = (node: Uint8Array, count = 17) =>
      encodeList(
        Array.from({ length: count }, (_, place) =>
          encodeBytes(place === 8 ? keccak_256(node) : new Uint8Array()),
        ),
      )
    const right = [
      [leaf('2080')],
      [extend('18', leaf('30')), leaf('30')],
      [extend('0080', leaf('20')), leaf('20')],
      [branch(leaf('30')), leaf('30')],
    ]
    for (const nodes of right)
      assert.deepEqual(Buffer.from(encodeBytes(follow(...nodes))), Buffer.from(value))
    const wrong = [
      ...['', '20', '38', '2180', '2f80', '4080', '6080', 'f080', '0080', '208000', '2008', '38ff'].map(
        (hex) => [leaf(hex)],
      ),
      [extend('00', leaf('2080')), leaf('2080')],
      [extend('28', leaf('30')), leaf('30')],
      [extend('008080', leaf('20')), leaf('20')],
      [branch(leaf('2080')), leaf('2080')],
      [branch(leaf('30'), 16), leaf('30')],
      [branch(leaf('30'))],
      [encodeList([path('2080'), encodeList([value])])],
      [encodeList([encodeList([path('2080')]), value])],
      [encodeList([path('2080')])],
      [value],
    ]
    for (const nodes of wrong)
      assert.throws(
        () => follow(...nodes),
        (error) => error instanceof TrieError || error instanceof RlpError,
      )
  })
})

describe('RLP', () => {
  test('is written as viem writes it, and read again', () => {
    for (const length of [0, 1, 2, 55, 56, 57, 255, 256, 65_535, 65_536, 100_000]) {
      for (const first of [0, 1, 0x7f, 0x80, 0xff]) {
        const bytes = Uint8Array.from({ length }, (_, place) => (place === 0 ? first : place % 256))
        const encoded = encodeList([encodeBytes(bytes), encodeList([encodeBytes(bytes), encodeBytes(bytes)])])
        assert.deepEqual(Buffer.from(encoded), Buffer.from(toRlp([bytes, [bytes, bytes]], 'bytes')))
        const [item, list] = readList(encoded, 2)
        assert.deepEqual(item?.content, bytes)
        assert.equal(list?.isList, true)
      }
    }
    for (const number of [0, 1, 127, 128, 255, 256, 65_536, Number.MAX_SAFE_INTEGER]) {
      assert.equal(toHex(encodeInteger(number)), toRlp(number === 0 ? '0x' : toHex(number)))
    }
  })

  test('has one spelling for each value', () => {
    for (let round = 0; round < 3000; round += 1) {
      const bytes = randomBytes(randomInt(1, 12))
      bytes[0] = 0xc0 + bytes.length - 1
      const again = tryTo(() =>
        encodeList(
          readList(bytes, 99).map(({ isList, content, encoded }) =>
            isList ? encoded : encodeBytes(content),
          ),
        ),
      )
      if (again) assert.deepEqual(Buffer.from(again), bytes)
    }
    for (const wrong of [
      'c28100',
      'c2817f',
      'c3b80101',
      'c4b8023131',
      'f800',
      'f801c0',
      'c1',
      'c0c0',
      '80',
      '',
    ]) {
      assert.throws(() => readList(Buffer.from(wrong, 'hex'), 99), wrong)
    }
  })
})

function tryTo<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

function flipHex(hex: string): Hex {
  const bytes = Buffer.from(hex.slice(2), 'hex')
  const place = randomInt(bytes.length)
  bytes[place] = (bytes[place] ?? 0) ^ (1 << randomInt(8))
  return `0x${bytes.toString('hex')}`
}
