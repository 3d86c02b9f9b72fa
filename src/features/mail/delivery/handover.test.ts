import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { mails } from '#features/mail/table.ts'
import { createTestDatabase } from '../../../../test/support/database.ts'
import { openDatabaseProxy } from '../../../../test/support/database-proxy.ts'
import { orderOf, startTestEngine, type TestEngine } from '../../../../test/support/mail-engine.ts'
import { type MailServer, startMailServer } from '../../../../test/support/mail-server.ts'

const minute = 60_000
let database: Awaited<ReturnType<typeof createTestDatabase>>
let server: MailServer
let engine: TestEngine

before(async () => {
  database = await createTestDatabase()
  server = await startMailServer()
})
beforeEach(() => {
  server.behave({})
  server.mails.length = 0
  engine = startTestEngine({ databaseUrl: database.url, smtpUrl: server.url })
})
afterEach(async () => {
  await engine.db.delete(mails)
  await engine.close()
})
after(async () => {
  await server.close()
  await database.drop()
})

const statuses = async () => (await engine.all()).map(({ status }) => status)

describe('a process', () => {
  const stranger = '00000000-0000-4000-8000-000000000000'
  const loseClaims = () => engine.db.update(mails).set({ claim: stranger, takenAt: new Date() })
  const release = () => engine.db.update(mails).set({ status: 'queued', takenAt: null })

  test('does not send a mail that another one has taken meanwhile', async () => {
    const suspended = startTestEngine({
      ...{ databaseUrl: database.url, smtpUrl: server.url },
      async render() {
        await loseClaims()
        return { subject: 's', html: '<p></p>', text: '' }
      },
    })
    try {
      await suspended.post([orderOf()])
      await suspended.poll()
      assert.equal(server.mails.length, 0)
      assert.deepEqual(
        (await suspended.all()).map(({ status, claim }) => `${status} ${claim}`),
        [`sending ${stranger}`],
      )
    } finally {
      await suspended.close()
    }
  })

  test('does not end a mail that another one has taken while the mail server received it', async () => {
    let hasLost: Promise<unknown> | undefined
    server.behave({
      async rcpt() {
        hasLost ??= loseClaims()
        await hasLost
        return undefined
      },
    })
    await engine.post([orderOf()])
    await engine.poll()
    assert.equal(server.mails.length, 0)
    assert.equal((await engine.all())[0]?.claim, stranger)
    assert.match(engine.log(), /no longer holds it/)
  })

  test('does not end a mail whose lease is about to expire', async () => {
    server.behave({
      async rcpt() {
        await engine.db.update(mails).set({ takenAt: new Date(Date.now() - minute + 5_000) })
        return undefined
      },
    })
    await engine.post([orderOf()])
    await engine.poll()
    assert.equal(server.mails.length, 0)
    assert.deepEqual(await statuses(), ['sending'])
  })

  test('does not mark a mail that another one has taken meanwhile', async () => {
    server.behave({ data: () => loseClaims().then(() => undefined) })
    await engine.post([orderOf()])
    await engine.poll()
    const [mail] = await engine.all()
    assert.equal(`${mail?.status} ${mail?.claim} ${mail?.attempts}`, `sending ${stranger} 0`)
  })

  test('marks a mail that was given back meanwhile, when no other one has taken it', async () => {
    server.behave({ data: () => release().then(() => undefined) })
    await engine.post([orderOf()])
    await engine.poll()
    await engine.poll()
    assert.deepEqual(await statuses(), ['sent'])
    assert.equal(server.mails.length, 1)
  })

  test('renews the leases of the mails that it holds', async () => {
    server.behave({
      async data() {
        await engine.db.update(mails).set({ takenAt: new Date(Date.now() - minute) })
        await engine.pollers.leases.poll()
        const [mail] = await engine.all()
        assert.ok(Date.now() - (mail?.takenAt?.getTime() ?? 0) < 10_000)
        return undefined
      },
    })
    await engine.post([orderOf()])
    await engine.poll()
    assert.deepEqual(await statuses(), ['sent'])
  })

  test('marks a sent mail once the database is back', async () => {
    const proxy = await openDatabaseProxy(database.url)
    const cutOff = startTestEngine({ databaseUrl: proxy.url, smtpUrl: server.url })
    server.behave({
      async data() {
        await proxy.cut()
        setTimeout(() => proxy.restore(), 300)
        return undefined
      },
    })
    try {
      await cutOff.post([orderOf()])
      await cutOff.poll()
      assert.deepEqual(await statuses(), ['sent'])
      assert.equal(server.mails.length, 1)
    } finally {
      await cutOff.close()
      await proxy.close()
    }
  })

  test('does not take again a sent mail that it could not mark before its lease expired', async () => {
    const proxy = await openDatabaseProxy(database.url)
    const cutOff = startTestEngine({ databaseUrl: proxy.url, smtpUrl: server.url })
    const back = Promise.withResolvers<void>()
    server.behave({
      async data() {
        if (server.mails.length > 0) return undefined
        await proxy.cut()
        await engine.db.update(mails).set({ takenAt: new Date(Date.now() - 2 * minute) })
        setTimeout(async () => {
          await proxy.restore()
          cutOff.pollers.dueMails.poll().then(back.resolve, back.reject)
        }, 300)
        return undefined
      },
    })
    try {
      await cutOff.post([orderOf()])
      await cutOff.poll()
      await back.promise
      assert.deepEqual(await statuses(), ['sent'])
      assert.equal(server.mails.length, 1)
    } finally {
      await cutOff.close()
      await proxy.close()
    }
  })

  test('has one mail at a time of which it does not know whether it was accepted', async () => {
    let most = 2
    // On a busy machine a server may seem slow that is not.
    for (let attempt = 0; attempt < 3 && most > 1; attempt++) {
      server.mails.length = 0
      most = await countEnding(() => sleep(30))
    }
    assert.equal(most, 1)
    assert.equal(server.mails.length, 10)
  })

  test('does not wait long for a mail server that is slow to accept a mail', async () => {
    const most = await countEnding(() => sleep(1_500))
    assert.ok(most >= 4, `${most} at once`)
    assert.equal(server.mails.length, 10)
  })

  /** Sends ten mails; returns how many of them the server had received and not yet accepted, at most. */
  async function countEnding(accept: () => Promise<unknown>): Promise<number> {
    let ending = 0
    let most = 0
    server.behave({
      async data() {
        ending++
        most = Math.max(most, ending)
        await accept()
        ending--
        return undefined
      },
    })
    await engine.post(Array.from({ length: 10 }, () => orderOf()))
    await engine.poll()
    return most
  }
})
