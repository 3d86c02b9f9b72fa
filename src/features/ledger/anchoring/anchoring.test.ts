import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { evaluateConditions } from '#platform/poller.ts'
import { days, hours } from '../../../../test/support/clock.ts'
import { startAnchoring, wanted } from '../../../../test/support/ledger/anchoring.ts'
import { startLocalChain } from '../../../../test/support/ledger/local-chain.ts'
import { ChainError } from './chain.ts'
import { parseCoins } from './coins.ts'
import { createViemChain } from './viem-chain.ts'

const fixture = await startAnchoring()
const {
  local,
  node,
  clock,
  ledger,
  db,
  createChain,
  createProcess,
  account,
  anchoring,
  addEntry,
  look,
  anchor,
  anchors,
  states,
  stored,
  health,
  listed,
  sends,
  countSent,
  nextAfter,
} = fixture
beforeEach(fixture.reset)
after(fixture.close)

const minute = 60_000

describe('anchoring', () => {
  test('writes the text of the checkpoint to the chain, and shows it once it is final', async () => {
    await look()
    assert.deepEqual(await states(), ['sent'])
    await local.mine()
    await look()
    assert.deepEqual(await states(), ['included'])
    assert.equal((await health()).pending?.confirmations, 1)
    assert.deepEqual(await listed(), [])
    await local.mine(wanted - 2)
    await look()
    assert.deepEqual(await states(), ['included'])
    await local.mine()
    await look()
    const [shown] = await listed()
    const { checkpoint, size, root_hash } = await ledger.state.getState()
    assert.deepEqual([shown?.size, shown?.root_hash], [size, root_hash])
    const found = await local.call('eth_getTransactionByHash', shown?.transaction.hash)
    assert.ok(
      typeof found === 'object' && found && 'input' in found && 'blockHash' in found && 'from' in found,
    )
    const text = Buffer.from(String(found.input).slice(2), 'hex').toString()
    assert.ok(checkpoint?.startsWith(`${text}\n— `))
    assert.equal(text, shown?.checkpoint_text)
    assert.equal(found.blockHash, shown?.block.hash)
    assert.deepEqual(
      [found.from, shown?.transaction.sender],
      [account().address.toLowerCase(), account().address],
    )
    assert.equal(
      await local.call('eth_getRawTransactionByHash', shown?.transaction.hash),
      shown?.transaction.raw,
    )
    const { spent, balance, ...rest } = await health()
    assert.ok(parseCoins(spent) > 0n)
    assert.equal(parseCoins(balance ?? '') + parseCoins(spent), 10n ** 18n)
    assert.deepEqual([rest.chain, rest.coin, rest.pending, rest.fault], ['Anvil', 'ETH', null, null])
  })

  test('waits for the hours of the setting, and writes nothing that was written already', async () => {
    await anchor()
    clock.advance(25 * hours)
    await look()
    assert.deepEqual(await states(), ['confirmed'])
    await addEntry()
    await look()
    assert.deepEqual(await states(), ['confirmed', 'sent'])
    await local.mine(wanted)
    await look()
    await addEntry()
    clock.advance(23 * hours)
    await look()
    assert.equal((await anchors()).length, 2)
    await anchoring().anchorNow()
    await anchoring().poller.poll()
    assert.deepEqual(await states(), ['confirmed', 'confirmed', 'sent'])
    await assert.rejects(anchoring().anchorNow(), /anchor_pending/)
    await local.mine(wanted)
    await look()
    await assert.rejects(anchoring().anchorNow(), /anchor_current/)
    assert.equal(await countSent(), 3)
  })

  test('looks at the chain only when it is time', async () => {
    const isDue = async () => {
      const condition = anchoring().poller.isDue?.(clock.now())
      assert.ok(condition)
      return (await evaluateConditions(db, [condition]))[0]
    }
    assert.equal(await isDue(), true)
    await anchoring().poller.poll()
    assert.equal(await isDue(), false)
    const before = node.calls.length
    await anchoring().poller.poll()
    assert.equal(node.calls.length, before)
    clock.advance(15_000)
    assert.equal(await isDue(), true)
    await local.mine(wanted)
    await anchoring().poller.poll()
    assert.equal(await nextAfter(), 10 * minute)
  })

  test('sends the same transaction after a crash between storing and sending it', async () => {
    const chain = createChain()
    const crash = async () => {
      throw new Error('crash')
    }
    await assert.rejects(createProcess({ ...chain, send: crash }).poller.poll(), /crash/)
    const [before] = await stored()
    assert.equal(sends(), 0)
    // The work is taken until then.
    await anchoring().poller.poll()
    assert.equal(sends(), 0)
    clock.advance(5 * minute)
    await anchoring().poller.poll()
    assert.equal(sends(), 1)
    assert.deepEqual(await stored(), [before])
    await local.mine(wanted)
    await look()
    assert.deepEqual([(await listed())[0]?.transaction.hash, await countSent()], [before.hash, 1])
  })

  test('sends a transaction again that the nodes have dropped', async () => {
    await look()
    const [{ hash }] = await stored()
    await local.call('anvil_dropTransaction', hash)
    await local.mine()
    assert.equal(await countSent(), 0)
    await look()
    await local.mine(wanted)
    await look()
    assert.equal((await listed())[0]?.transaction.hash, hash)
  })

  test('starts again with a block that the chain leaves before the anchor is final', async () => {
    await look()
    const snapshot = await local.call('evm_snapshot')
    await local.mine(2)
    await look()
    assert.deepEqual(await states(), ['included'])
    await local.call('evm_revert', snapshot)
    await local.mine(2)
    const [{ hash }] = await stored()
    assert.equal(await local.call('eth_getTransactionReceipt', hash), null)
    await look()
    const [left] = await anchors()
    assert.deepEqual([left.state, left.block_hash, left.spent, left.transaction], ['sent', null, null, null])
    await local.mine(wanted)
    await look()
    assert.deepEqual([await states(), await countSent()], [['confirmed'], 1])
  })

  test('no longer shows a final anchor that the chain leaves, and writes it again', async () => {
    await anchor()
    const [first] = await listed()
    await local.call('anvil_reorg', wanted, [])
    clock.advance(hours)
    await look()
    assert.deepEqual([await states(), await listed()], [['sent'], []])
    await local.mine(wanted)
    await look()
    const [second] = await listed()
    assert.equal(second?.transaction.hash, first?.transaction.hash)
    assert.notEqual(second?.block.hash, first?.block.hash)
    assert.equal(await countSent(), 1)
  })

  test('puts two final anchors on their way again, in their order', async () => {
    await anchor()
    await addEntry()
    clock.advance(24 * hours - minute)
    await anchoring().anchorNow()
    await anchoring().poller.poll()
    await local.mine(wanted)
    await look()
    await local.call('anvil_reorg', 2 * wanted, [])
    await look()
    assert.deepEqual(await states(), ['sent', 'sent'])
    await local.mine(wanted)
    await look()
    assert.deepEqual([await states(), await countSent()], [['confirmed', 'confirmed'], 2])
  })

  test('says nothing against a final anchor while the node lags behind', async () => {
    const snapshot = await local.call('evm_snapshot')
    await anchor()
    await local.call('evm_revert', snapshot)
    clock.advance(hours)
    await look()
    assert.deepEqual(await states(), ['confirmed'])
  })

  test('goes on with a chain that was begun anew, in which its nonces are free again', async () => {
    const snapshot = await local.call('evm_snapshot')
    await anchor()
    await local.call('evm_revert', snapshot)
    await addEntry()
    await anchoring().anchorNow()
    await look()
    assert.deepEqual(await states(), ['confirmed', 'sent'])
    await local.mine(wanted)
    await look()
    assert.deepEqual(await states(), ['lost', 'confirmed'])
    assert.deepEqual([(await listed()).length, await countSent()], [1, 1])
  })

  test('replaces a transaction that nobody takes by one at a higher price, of the same nonce', async () => {
    await look()
    clock.advance(9 * minute)
    await look()
    assert.equal((await stored()).length, 1)
    clock.advance(minute)
    await look()
    const [first, second] = await stored()
    assert.ok(BigInt(second.most) * 8n >= BigInt(first.most) * 9n)
    await local.mine(wanted)
    await look()
    assert.deepEqual([(await listed())[0]?.transaction.hash, await countSent()], [second.hash, 1])
  })

  test('finds the first transaction in a block although it was replaced', async () => {
    await look()
    clock.advance(10 * minute)
    const chain = createChain()
    const fail = async () => {
      throw new ChainError('unreachable')
    }
    await look(createProcess({ ...chain, send: fail }))
    const [first] = await stored()
    assert.equal((await stored()).length, 2)
    await local.mine(wanted)
    await look()
    assert.deepEqual([(await listed())[0]?.transaction.hash, await states()], [first.hash, ['confirmed']])
  })

  test('anchors anew when another transaction of the account takes the nonce', async () => {
    await look()
    const [{ nonce, chain_id }] = await anchors()
    clock.advance(minute)
    const [{ raw }] = await stored()
    const other = await createChain().sign({
      chainId: Number(chain_id),
      nonce: Number(nonce),
      text: 'other',
      replaced: raw,
    })
    await createChain().send(other.raw)
    await local.mine()
    await look()
    assert.deepEqual(await states(), ['sent'])
    await local.mine(7)
    await look()
    assert.deepEqual(await states(), ['lost', 'sent'])
    await local.mine(wanted)
    await look()
    assert.deepEqual([await states(), await countSent()], [['lost', 'confirmed'], 2])
  })

  test('gives up what is on its way when the chain is another one, and keeps what is final', async () => {
    await anchor()
    await addEntry()
    clock.advance(days)
    await look()
    assert.deepEqual(await states(), ['confirmed', 'sent'])
    const other = await startLocalChain(['--chain-id', '987654'])
    try {
      await other.call('anvil_setBalance', account().address, '0xde0b6b3a7640000')
      node.change(other.url)
      await look()
      assert.deepEqual(await states(), ['confirmed', 'lost', 'sent'])
      await other.mine(wanted)
      await look()
      assert.deepEqual(
        (await listed()).map(({ chain, chain_id, transaction }) => [chain, chain_id, transaction.url]),
        [
          ['Chain 987654', 987_654, null],
          ['Anvil', 31_337, null],
        ],
      )
    } finally {
      node.change(local.url)
      await other.close()
    }
  })

  test('anchors in a chain whose blocks have no base fee', async () => {
    const old = await startLocalChain(['--hardfork', 'berlin', '--chain-id', '11155111'])
    try {
      const owner = await old.createAccount()
      const chain = createViemChain({ url: old.url, key: owner.key })
      const process = createProcess(chain)
      await look(process)
      clock.advance(10 * minute)
      await look(process)
      assert.equal((await stored()).length, 2)
      await old.mine(wanted)
      await look(process)
      const [shown] = await listed()
      assert.deepEqual(
        [shown?.chain, shown?.transaction.url],
        ['Sepolia', `https://sepolia.etherscan.io/tx/${shown?.transaction.hash}`],
      )
    } finally {
      await old.close()
    }
  })
})
