import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { campaigns } from '#features/campaigns/table.ts'
import { mailCounts, mails, suppressions } from '#features/mail/table.ts'
import { createFakeClock } from '../../../../test/support/clock.ts'
import { createTestDatabase } from '../../../../test/support/database.ts'
import {
  orderOf,
  publicUrl,
  startTestEngine,
  type TestEngine,
  testLinks,
} from '../../../../test/support/mail-engine.ts'
import { type MailServer, startMailServer } from '../../../../test/support/mail-server.ts'
import { until } from '../../../../test/support/until.ts'

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
  await engine.db.delete(suppressions)
  await engine.db.delete(mailCounts)
  await engine.close()
})
after(async () => {
  await server.close()
  await database.drop()
})

const statuses = async () => (await engine.all()).map(({ status }) => status)
const recipients = () => server.mails.map(({ to }) => to)

describe('a mail that is due', () => {
  test('is sent once and counted', async () => {
    const order = orderOf({ to: { segment: 'developer' } })
    await engine.post([order, order])
    await engine.post([order])
    await engine.poll()
    await engine.poll()
    assert.deepEqual(recipients(), [order.to.email])
    const [mail] = await engine.all()
    assert.equal(mail?.status, 'sent')
    assert.equal(mail.attempts, 1)
    assert.match(mail.response ?? '', /^250/)
    assert.equal(server.mails[0]?.messageId, `${mail.id}@firmeza.example`)
    const counts = await engine.db.select().from(mailCounts)
    assert.deepEqual(counts.map(({ event, segment, total }) => `${event} ${segment} ${total}`).sort(), [
      'queued developer 1',
      'sent developer 1',
    ])
  })

  test('waits for its time', async () => {
    const dueAt = new Date(engine.clock.now().getTime() + 10 * minute)
    await engine.post([orderOf({ dueAt })])
    await engine.poll()
    assert.equal(server.mails.length, 0)
    engine.clock.advance(10 * minute)
    await engine.poll()
    assert.equal(server.mails.length, 1)
  })

  test('is not ordered by a transaction that fails', async () => {
    await assert.rejects(
      engine.db.transaction(async (transaction) => {
        await engine.postIn(transaction, [orderOf()])
        throw new Error('no')
      }),
    )
    assert.deepEqual(await engine.all(), [])
  })

  test('is stored in the outbox when there is no mail server', async () => {
    const outbox = startTestEngine({ databaseUrl: database.url })
    try {
      const order = orderOf({ actionUrl: `${publicUrl}/es/` })
      await outbox.post([order])
      await outbox.poll()
      const [mail] = await outbox.all()
      assert.equal(mail?.status, 'outbox')
      assert.equal(mail.sentAt, null)
      assert.match(mail.raw ?? '', new RegExp(`^To: .*<${order.to.email}>`, 'm'))
      assert.deepEqual(mail.links, [`${publicUrl}/es/`])
      assert.equal(server.mails.length, 0)
    } finally {
      await outbox.close()
    }
  })
})

describe('a mail that cannot be composed', () => {
  test('is counted in the metrics at once, and not recorded as a fault of the mail server', async () => {
    const broken = startTestEngine({
      ...{ databaseUrl: database.url, smtpUrl: server.url },
      render: async () => {
        throw new Error('no text')
      },
    })
    try {
      await broken.post([orderOf()])
      await broken.poll()
      const [mail] = await broken.all()
      assert.equal(`${mail?.status} ${mail?.response}`, 'queued not_composed')
      assert.match(broken.log(), /"level":50.*"a mail could not be composed"/)
      assert.match(
        await broken.registry.metrics(),
        /^mails_failed_to_compose_total\{kind="confirmation"\} 1$/m,
      )
    } finally {
      await broken.close()
    }
  })
})

describe('a refusal', () => {
  test('that is permanent for the address fails the mail and suppresses the address', async () => {
    server.behave({ rcpt: () => ({ code: 550, text: '5.1.1 <gone@example.org>: no such user' }) })
    const order = orderOf({ to: { email: 'Gone@example.org' } })
    await engine.post([order])
    await engine.poll()
    const [mail] = await engine.all()
    assert.equal(mail?.status, 'failed')
    assert.match(mail.response ?? '', /^550 5\.1\.1/)
    assert.doesNotMatch(mail.response ?? '', /gone@/i)
    const [suppression] = await engine.db.select().from(suppressions)
    assert.equal(`${suppression?.emailKey} ${suppression?.reason}`, 'gone@example.org hard_bounce')
    // The next mail is not attempted, except one that its reader asks for.
    server.behave({})
    await engine.post([orderOf({ to: order.to }), orderOf({ kind: 'rights_link', to: order.to })])
    await engine.poll()
    assert.deepEqual(await statuses(), ['failed', 'suppressed', 'sent'])
  })

  test('that is permanent for the mail does not suppress the address', async () => {
    server.behave({ data: () => ({ code: 554, text: '5.7.1 looks like spam' }) })
    await engine.post([orderOf()])
    await engine.poll()
    assert.deepEqual(await statuses(), ['failed'])
    assert.deepEqual(await engine.db.select().from(suppressions), [])
  })

  test('that is temporary is retried at growing intervals, and given up after two days', async () => {
    let tries = 0
    server.behave({
      rcpt() {
        tries++
        return { code: 451, text: '4.7.1 greylisted' }
      },
    })
    await engine.post([orderOf()])
    await engine.poll()
    await engine.poll()
    assert.equal(tries, 1)
    engine.clock.advance(minute)
    await engine.poll()
    assert.equal(tries, 2)
    engine.clock.advance(4 * minute)
    await engine.poll()
    assert.equal(tries, 2)
    for (let hour = 0; hour < 48; hour++) {
      engine.clock.advance(60 * minute)
      await engine.poll()
    }
    assert.deepEqual(await statuses(), ['failed'])
    assert.equal(tries, 8)
  })

  test('that is temporary, then accepted: the mail is sent once, before later ones', async () => {
    let tries = 0
    server.behave({ data: () => (tries++ === 0 ? { code: 450, text: '4.2.0 later' } : undefined) })
    const first = orderOf({ variables: { subject: 'first' } })
    const second = orderOf({ to: first.to, variables: { subject: 'second' } })
    await engine.post([first, second])
    await engine.poll()
    assert.deepEqual(await statuses(), ['queued', 'queued'])
    // A mail that its reader has just asked for does not wait.
    await engine.post([orderOf({ kind: 'password_reset', to: first.to })])
    await engine.poll()
    assert.deepEqual(await statuses(), ['queued', 'queued', 'sent'])
    engine.clock.advance(minute)
    await engine.poll()
    const subjects = server.mails.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw)?.[1])
    assert.deepEqual(subjects, ['password_reset', 'first', 'second'])
  })
})

describe('a mail server', () => {
  test('that is slow is waited for', async () => {
    server.behave({ data: () => sleep(1_500).then(() => undefined) })
    await engine.post([orderOf(), orderOf()])
    await engine.poll()
    assert.deepEqual(await statuses(), ['sent', 'sent'])
    assert.equal(server.mails.length, 2)
  })

  test('that breaks the connection during a mail gets that mail later and the others now', async () => {
    const bad = orderOf()
    let drops = 0
    server.behave({ data: ({ to }) => (to === bad.to.email && drops++ === 0 ? 'drop' : undefined) })
    await engine.post([bad])
    await engine.poll()
    assert.deepEqual(await statuses(), ['queued'])
    assert.equal((await engine.all())[0]?.attempts, 1)
    await engine.post([orderOf(), orderOf()])
    await engine.poll()
    assert.equal(server.mails.length, 2)
    engine.clock.advance(minute)
    await engine.poll()
    assert.deepEqual(await statuses(), ['sent', 'sent', 'sent'])
    assert.equal(drops, 2)
  })

  test('that is unreachable costs no attempts: mails are sent in order when it is back', async () => {
    await server.goAway()
    const orders = Array.from({ length: 20 }, () => orderOf())
    await engine.post(orders)
    await engine.poll()
    await engine.poll()
    assert.ok((await engine.all()).every(({ status, attempts }) => status === 'queued' && attempts === 0))
    assert.match(engine.log(), /the mail server cannot be reached/)
    await server.comeBack()
    await until(async () => {
      await engine.poll()
      return server.mails.length === 20
    }, 'twenty mails are sent')
    assert.match(engine.log(), /the mail server can be reached again/)
    assert.deepEqual(recipients().sort(), orders.map(({ to }) => to.email).sort())
    assert.ok((await engine.all()).every(({ status, attempts }) => status === 'sent' && attempts === 1))
  })

  test('that requires a password gets it, and no mail is lost when it is wrong', async () => {
    const guarded = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) =>
        password === 's3cret/ñ' ? done(null, { user: 'us' }) : done(new Error('5.7.8 no')),
    })
    const urlWith = (password: string) =>
      `smtp://us:${encodeURIComponent(password)}@127.0.0.1:${guarded.port}`
    const wrong = startTestEngine({ databaseUrl: database.url, smtpUrl: urlWith('other') })
    const right = startTestEngine({ databaseUrl: database.url, smtpUrl: urlWith('s3cret/ñ') })
    try {
      await wrong.post([orderOf()])
      await wrong.poll()
      assert.deepEqual(await statuses(), ['queued'])
      assert.doesNotMatch(wrong.log(), /other/)
      await right.poll()
      assert.equal(guarded.mails.length, 1)
    } finally {
      await Promise.all([wrong.close(), right.close()])
      await guarded.close()
    }
  })
})

describe('several processes', () => {
  test('send each mail once, and those to one address in order', async () => {
    const others = [1, 2].map(() =>
      startTestEngine({ databaseUrl: database.url, smtpUrl: server.url, clock: engine.clock }),
    )
    try {
      const orders = Array.from({ length: 120 }, (_, index) =>
        orderOf({ to: { email: `reader-${index % 12}@example.org` }, variables: { subject: `n${index}` } }),
      )
      await engine.post(orders)
      await pollAll()
      async function pollAll() {
        while (server.mails.length < 120) await Promise.all([engine, ...others].map(({ poll }) => poll()))
      }
      const byAddress = new Map<string, number[]>()
      for (const { to, raw } of server.mails) {
        const place = Number(/^Subject: n(\d+)/m.exec(raw)?.[1])
        byAddress.set(to, [...(byAddress.get(to) ?? []), place])
      }
      assert.equal(byAddress.size, 12)
      for (const places of byAddress.values())
        assert.deepEqual(
          places,
          [...places].sort((a, b) => a - b),
        )
      assert.equal(server.mails.length, 120)
    } finally {
      await Promise.all(others.map(({ close }) => close()))
    }
  })

  test('with clocks 90 s apart send each mail once', async () => {
    const ahead = createFakeClock(new Date(engine.clock.now().getTime() + 1.5 * minute))
    const other = startTestEngine({ databaseUrl: database.url, smtpUrl: server.url, clock: ahead })
    // Long enough for the other process to look at the mails that this one has taken.
    server.behave({ data: () => sleep(20).then(() => undefined) })
    try {
      const orders = Array.from({ length: 40 }, () => orderOf())
      await engine.post(orders)
      while ((await statuses()).some((status) => status !== 'sent')) {
        await Promise.all([engine, other].map(({ pollers }) => pollers.dueMails.poll()))
        await sleep(10)
      }
      assert.deepEqual(recipients().sort(), orders.map(({ to }) => to.email).sort())
    } finally {
      await other.close()
    }
  })

  test('take over the mails of a dead process and not those of a live one', async () => {
    await engine.post([orderOf()])
    await engine.db.update(mails).set({ status: 'sending', takenAt: new Date(Date.now() - minute / 2) })
    await engine.poll()
    assert.equal(server.mails.length, 0)
    await engine.db.update(mails).set({ takenAt: new Date(Date.now() - 1.5 * minute) })
    await engine.poll()
    assert.deepEqual(await statuses(), ['sent'])
  })
})

describe('a campaign', () => {
  async function makeCampaign(status: 'sending' | 'paused' | 'cancelled'): Promise<string> {
    const now = engine.clock.now()
    const [row] = await engine.db
      .insert(campaigns)
      .values({
        ...{
          name: 'News',
          status,
          audience: {
            segments: [],
            languages: [],
            kinds: [],
            badges: [],
            tags: [],
            search: '',
            lead_ids: [],
            except_campaign: null,
            unopened_campaign: null,
          },
          texts: {},
          fallbackLanguage: 'es',
        },
        ...{ createdAt: now, updatedAt: now },
      })
      .returning()
    return row?.id ?? ''
  }

  test('that is paused sends nothing, and does not delay other mails', async () => {
    const campaignId = await makeCampaign('paused')
    const order = orderOf({ kind: 'campaign', campaignId })
    await engine.post([order, orderOf({ to: order.to })])
    await engine.poll()
    assert.deepEqual(await statuses(), ['queued', 'sent'])
    await engine.db.update(campaigns).set({ status: 'sending' })
    await engine.poll()
    assert.deepEqual(await statuses(), ['sent', 'sent'])
    assert.equal((await engine.all())[0]?.raw, null)
  })

  test('is sent after mails that their recipients wait for', async () => {
    const campaignId = await makeCampaign('sending')
    await engine.post(Array.from({ length: 30 }, () => orderOf({ kind: 'campaign', campaignId })))
    engine.clock.advance(1_000)
    const urgent = orderOf({ kind: 'password_reset' })
    await engine.post([urgent])
    await engine.poll()
    assert.ok(recipients().indexOf(urgent.to.email) < 6)
  })

  test('is not sent to addresses that were suppressed after it was ordered', async () => {
    const campaignId = await makeCampaign('sending')
    const [before, later, not] = [0, 1, 2].map(() => orderOf({ kind: 'campaign', campaignId }))
    assert.ok(before && later && not)
    await engine.suppressions.suppress('unsubscribed', before.to.email.toUpperCase())
    await engine.post([before, later, not, orderOf({ to: before.to })])
    await engine.suppressions.suppress('withdrawn', later.to.email)
    await engine.poll()
    assert.deepEqual(await statuses(), ['suppressed', 'suppressed', 'sent', 'sent'])
  })
})

test('two thousand mails take no more memory than ten', async () => {
  const sink = await startMailServer()
  const many = startTestEngine({ databaseUrl: database.url, smtpUrl: sink.url })
  sink.behave({
    data() {
      sink.mails.length = 0
      return undefined
    },
  })
  try {
    await many.post(Array.from({ length: 10 }, () => orderOf()))
    await many.poll()
    globalThis.gc?.()
    const before = process.memoryUsage().heapUsed
    let most = 0
    const watching = setInterval(() => {
      globalThis.gc?.()
      most = Math.max(most, process.memoryUsage().heapUsed)
    }, 1_000)
    for (let part = 0; part < 2; part++) await many.post(Array.from({ length: 1_000 }, () => orderOf()))
    await many.poll()
    clearInterval(watching)
    const { rows } = await many.db.execute<{ total: number }>(
      `SELECT count(*)::int AS total FROM mails WHERE status = 'sent'`,
    )
    assert.equal(rows[0]?.total, 2_010)
    if (globalThis.gc) assert.ok(most - before < 30_000_000, `${Math.round((most - before) / 1e6)} MB more`)
  } finally {
    await many.close()
    await sink.close()
  }
})

test('no address, name or token reaches the log', async () => {
  const noisy = startTestEngine({
    databaseUrl: database.url,
    smtpUrl: server.url,
    bounceDomain: 'bounce.firmeza.example',
    render: async ({ variables }) => {
      if (variables.broken) throw new Error('the text could not be drawn')
      return { subject: 's', html: '<p></p>', text: '' }
    },
  })
  server.behave({ rcpt: (address) => ({ code: 550, text: `5.1.1 ${address} unknown` }) })
  try {
    const to = { email: 'secret.person@example.org', name: 'Secret Person' }
    await noisy.post([orderOf({ to }), orderOf({ to, variables: { broken: 'yes' } })])
    await noisy.poll()
    await server.goAway()
    await noisy.post([orderOf({ kind: 'rights_link', to })])
    await noisy.poll()
    assert.match(noisy.log(), /cannot be reached/)
    assert.doesNotMatch(noisy.log(), /secret|@/i)
    const token = testLinks.signLink('bounce', (await noisy.all())[0]?.id ?? '')
    assert.ok(!noisy.log().includes(token))
  } finally {
    await noisy.close()
    await server.comeBack()
  }
})
