import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'
import { after, afterEach, before, describe, test } from 'node:test'
import { withoutAddresses } from '#features/mail/outbox/server-response.ts'
import { mailCounts, mailEvents, mails, suppressions } from '#features/mail/table.ts'
import { createLog } from '#platform/log.ts'
import { createMailer } from '#platform/mailer.ts'
import { isAddressGone, readReply } from '#shared/server-reply.ts'
import { createFakeClock, days } from '../../../../test/support/clock.ts'
import { createTestDatabase } from '../../../../test/support/database.ts'
import { orderOf, startTestEngine, type TestEngine, testLinks } from '../../../../test/support/mail-engine.ts'
import { type MailServer, startMailServer } from '../../../../test/support/mail-server.ts'
import { startBounceReceiver } from './bounce-receiver.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let server: MailServer
let engine: TestEngine

before(async () => {
  database = await createTestDatabase()
  server = await startMailServer()
  const clock = createFakeClock()
  engine = startTestEngine({
    databaseUrl: database.url,
    smtpUrl: server.url,
    clock,
    bounceDomain: 'bounce.example',
  })
})
afterEach(async () => {
  await engine.db.delete(mails)
  await engine.db.delete(suppressions)
  await engine.db.delete(mailCounts)
})
after(async () => {
  await engine.close()
  await server.close()
  await database.drop()
})

async function sendTo(email: string): Promise<string> {
  await engine.post([orderOf({ to: { email } })])
  await engine.poll()
  const mail = (await engine.all()).at(-1)
  assert.equal(mail?.status, 'sent')
  return mail.id
}

interface Report {
  mailId: string
  action?: string
  status?: string
  diagnosis?: string
  /** Whether it is addressed to the mail's own bounce address; otherwise it only quotes the mail. */
  byToken?: boolean
  lineEnd?: string
}

/** A notification as mail servers write it (RFC 3464, appendix E). */
function reportOf({
  mailId,
  action = 'failed',
  status = '5.1.1',
  diagnosis,
  byToken = true,
  lineEnd = '\r\n',
}: Report): Buffer {
  const token = testLinks.signLink('bounce', mailId)
  const lines = `From: Mail Delivery System <MAILER-DAEMON@mx.example.net>
To: ${byToken ? `bounce+${token}@bounce.example` : 'hola@firmeza.example'}
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
 boundary="B/1"

--B/1
Content-Type: text/plain; charset=utf-8

I'm sorry to have to inform you that your message could not be delivered.

--B/1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net
X-Queue-ID: 4F2

Final-Recipient: rfc822; somebody@example.org
Action: ${action}
Status: ${status}
Remote-MTA: dns; mail.example.org${diagnosis ? `\nDiagnostic-Code: smtp; ${diagnosis}` : ''}

--B/1
Content-Type: text/rfc822-headers

From: Firmeza <hola@firmeza.example>
Message-ID: <${mailId}@firmeza.example>
Subject: Hola

--B/1--
`
  return Buffer.from(lines.replaceAll('\n', lineEnd))
}

const listSuppressions = async () =>
  (await engine.db.select().from(suppressions)).map(({ emailKey, reason }) => `${emailKey} ${reason}`)
const statusOf = async (id: string) => (await engine.all()).find((mail) => mail.id === id)?.status

describe('a bounce', () => {
  test('for an address that does not exist marks the mail and suppresses the address, once', async () => {
    const id = await sendTo('Gone@example.org')
    const raw = reportOf({ mailId: id, diagnosis: '550 5.1.1 <gone@example.org>: user\n    unknown' })
    assert.equal(await engine.bounces.take(raw), 'hard')
    assert.equal(await engine.bounces.take(raw), 'hard')
    assert.equal(await statusOf(id), 'bounced')
    assert.deepEqual(await listSuppressions(), ['gone@example.org hard_bounce'])
    const events = await engine.db.select().from(mailEvents)
    assert.equal(events.length, 1)
    assert.doesNotMatch(events[0]?.response ?? '', /@/)
    const counts = await engine.db.select().from(mailCounts)
    assert.equal(counts.find(({ event }) => event === 'bounced')?.total, 1)
  })

  test('that quotes only the headers of the mail, or has bare line feeds, is recognized', async () => {
    const id = await sendTo('gone@example.org')
    assert.equal(await engine.bounces.take(reportOf({ mailId: id, byToken: false, lineEnd: '\n' })), 'hard')
  })

  test('for a full mailbox does not suppress the address', async () => {
    const id = await sendTo('full@example.org')
    assert.equal(await engine.bounces.take(reportOf({ mailId: id, status: '5.2.2' })), 'soft')
    assert.equal(await statusOf(id), 'bounced')
    assert.deepEqual(await listSuppressions(), [])
  })

  test('for suspected spam, reported with a general code, does not suppress the address', async () => {
    const id = await sendTo('strict@example.org')
    const raw = reportOf({ mailId: id, status: '5.0.0', diagnosis: '550 5.7.1 blocked' })
    assert.equal(await engine.bounces.take(raw), 'soft')
    assert.deepEqual(await listSuppressions(), [])
  })

  test('that reports a delay leaves the mail sent', async () => {
    const id = await sendTo('slow@example.org')
    assert.equal(
      await engine.bounces.take(reportOf({ mailId: id, action: 'delayed', status: '4.4.1' })),
      'soft',
    )
    assert.equal(await statusOf(id), 'sent')
  })

  test('suppresses the address when it is the fifth soft one within 30 days with no delivery in between', async () => {
    for (let count = 1; count <= 5; count++) {
      assert.deepEqual(await listSuppressions(), [])
      const id = await sendTo('full@example.org')
      await engine.bounces.take(reportOf({ mailId: id, status: '4.2.2' }))
      engine.clock.advance(2 * days)
    }
    assert.deepEqual(await listSuppressions(), ['full@example.org hard_bounce'])
  })

  test('does not suppress the address when a mail was delivered in between', async () => {
    for (let count = 1; count <= 6; count++) {
      const id = await sendTo('full@example.org')
      if (count !== 3) await engine.bounces.take(reportOf({ mailId: id, status: '4.2.2' }))
      engine.clock.advance(2 * days)
    }
    assert.deepEqual(await listSuppressions(), [])
  })
})

test('a complaint suppresses the address; a report of the type "not-spam" does not', async () => {
  const id = await sendTo('angry@example.org')
  const complaintOf = (type: string) =>
    Buffer.from(
      `From: fbl@example.net\nTo: abuse@firmeza.example\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=feedback-report; boundary="b"\n\n--b\nContent-Type: text/plain\n\nSpam.\n\n--b\nContent-Type: message/feedback-report\n\nFeedback-Type: ${type}\nUser-Agent: X/1\nVersion: 1\n\n--b\nContent-Type: message/rfc822\n\nFrom: Firmeza <hola@firmeza.example>\nMessage-ID: <${id}@firmeza.example>\nContent-Type: text/html\n\n<p>Hola</p>\n\n--b--\n`,
    )
  assert.equal(await engine.bounces.take(complaintOf('not-spam')), 'ignored')
  assert.equal(await engine.bounces.take(complaintOf('abuse')), 'complaint')
  assert.deepEqual(await listSuppressions(), ['angry@example.org complaint'])
  assert.equal(await statusOf(id), 'sent')
})

describe('a message that is not a bounce of our mails is ignored', () => {
  const noise = {
    nothing: '',
    'an out-of-office reply': `From: a@example.org\nTo: hola@firmeza.example\nSubject: Out of office\nAuto-Submitted: auto-replied\n\nI am away.`,
    'arbitrary bytes': '\u0000\u0001\u00ff\r\n\r\n',
    'a bounce of a mail that is not ours': reportOf({
      mailId: '00000000-0000-4000-8000-000000000000',
      byToken: false,
    }).toString(),
    'parts without end': `Content-Type: multipart/mixed; boundary=a\n\n${'--a\nContent-Type: multipart/mixed; boundary=a\n\n'.repeat(500)}`,
    'a header of a megabyte': `Subject: ${'x'.repeat(900_000)}\n\n`,
  }
  for (const [what, raw] of Object.entries(noise)) {
    test(what, async () => {
      const id = await sendTo('fine@example.org')
      const outcome = await engine.bounces.take(Buffer.from(raw)).catch((error: unknown) => error)
      assert.equal(outcome, 'ignored')
      assert.equal(await statusOf(id), 'sent')
    })
  }

  test('a forged token', async () => {
    const id = await sendTo('fine@example.org')
    const raw = reportOf({ mailId: id })
      .toString()
      .replace(/bounce\+(..)/, 'bounce+ff')
    assert.equal(await engine.bounces.take(Buffer.from(raw), 'ff'.repeat(28)), 'ignored')
    assert.equal(await statusOf(id), 'sent')
  })
})

describe('the bounce receiver', () => {
  const start = (limits?: { perNetwork: number; total: number; longest: number }) =>
    startBounceReceiver({
      ...{ port: 0, host: '127.0.0.1', domain: 'bounce.example', bounces: engine.bounces },
      unsubscribeMails: { isOurs: () => false, take: async () => assert.fail() },
      log: createLog('silent'),
      ...(limits && { limits }),
    })
  /** Connects, and collects the server's responses until it closes the connection. */
  function connectIdle(port: number) {
    const socket = connect(port, '127.0.0.1')
    let said = ''
    socket.on('data', (data) => {
      said += data.toString()
    })
    socket.on('error', () => {})
    const greeted = new Promise<string>((resolve) => socket.once('data', () => resolve(said)))
    const ended = once(socket, 'close').then(() => said)
    return { socket, greeted, ended }
  }

  test('accepts a bounce while silent clients hold as many connections as they can', async () => {
    const receiver = await start()
    const mailer = createMailer({
      url: `smtp://127.0.0.1:${receiver.port}`,
      dkim: undefined,
      connections: 1,
      log: createLog('silent'),
    })
    const idle = Array.from({ length: 25 }, () => connectIdle(receiver.port))
    try {
      const id = await sendTo('gone@example.org')
      const to = `bounce+${testLinks.signLink('bounce', id)}@bounce.example`
      assert.equal((await mailer.send({ from: '', to }, reportOf({ mailId: id }))).kind, 'sent')
      assert.equal(await statusOf(id), 'bounced')
      const responses = await Promise.all(idle.slice(0, 20).map(({ ended }) => ended))
      assert.ok(responses.every((said) => said.includes('421 4.3.2')))
    } finally {
      for (const { socket } of idle) socket.destroy()
      mailer.close()
      await receiver.close()
    }
  })

  test('keeps the connection of a client that has named one of our addresses, and refuses the next', async () => {
    const receiver = await start({ perNetwork: 1, total: 1, longest: 60_000 })
    const id = await sendTo('gone@example.org')
    const first = connectIdle(receiver.port)
    try {
      const to = `bounce+${testLinks.signLink('bounce', id)}@bounce.example`
      for (const line of ['EHLO x', 'MAIL FROM:<>', `RCPT TO:<${to}>`]) {
        await once(first.socket, 'data')
        first.socket.write(`${line}\r\n`)
      }
      await once(first.socket, 'data')
      assert.match(await connectIdle(receiver.port).ended, /^421 /)
      assert.equal(first.socket.destroyed, false)
    } finally {
      first.socket.destroy()
      await receiver.close()
    }
  })

  test('closes a connection that lasts too long', async () => {
    const receiver = await start({ perNetwork: 4, total: 20, longest: 300 })
    try {
      assert.match(await connectIdle(receiver.port).ended, /421 4\.4\.2/)
    } finally {
      await receiver.close()
    }
  })

  test('goes on after connections that are reset at any moment', async () => {
    const receiver = await start()
    const to = `bounce+${testLinks.signLink('bounce', await sendTo('gone@example.org'))}@bounce.example`
    const conversation = ['EHLO x', 'MAIL FROM:<>', `RCPT TO:<${to}>`, 'DATA', 'Subject: half', '\0\xff', '.']
    try {
      for (let said = 0; said <= conversation.length; said++) {
        const { socket } = connectIdle(receiver.port)
        for (const line of conversation.slice(0, said)) {
          await once(socket, 'data', { signal: AbortSignal.timeout(50) }).catch(() => {})
          socket.write(`${line}\r\n`)
        }
        socket.resetAndDestroy()
      }
      const last = connectIdle(receiver.port)
      assert.match(await last.greeted, /^220/)
      last.socket.destroy()
    } finally {
      await receiver.close()
    }
  })

  test('accepts bounces at their signed addresses only', async () => {
    const receiver = await start()
    const mailer = createMailer({
      url: `smtp://127.0.0.1:${receiver.port}`,
      dkim: undefined,
      connections: 1,
      log: createLog('silent'),
    })
    try {
      const id = await sendTo('gone@example.org')
      const raw = reportOf({ mailId: id })
      const to = `Bounce+${testLinks.signLink('bounce', id).toUpperCase()}@BOUNCE.example`
      for (const wrong of [
        'bounce+00@bounce.example',
        'hola@firmeza.example',
        `stop+${testLinks.signLink('bounce', id)}@bounce.example`,
        to.replace('BOUNCE.', 'other.'),
      ]) {
        const refused = await mailer.send({ from: '', to: wrong }, raw)
        assert.equal(refused.kind === 'refused' && refused.isPermanent, true, wrong)
      }
      assert.equal((await mailer.send({ from: '', to }, raw)).kind, 'sent')
      assert.deepEqual(await listSuppressions(), ['gone@example.org hard_bounce'])
      assert.equal((await mailer.send({ from: '', to }, Buffer.alloc(2_000_000, 'x\r\n'))).kind, 'refused')
    } finally {
      mailer.close()
      await receiver.close()
    }
  })
})

describe('a hostile message', () => {
  const headers = 'To: hola@firmeza.example\r\nMIME-Version: 1.0\r\n'
  const nested = Array.from(
    { length: 3_000 },
    (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
  )
  const hostileMessages = {
    'with deeply nested parts': headers + nested.join(''),
    'with many parts': `${headers}Content-Type: multipart/report; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(100_000)}`,
    'with a million parameters': `${headers}Content-Type: multipart/report${';'.repeat(1_000_000)}\r\n\r\n`,
    'with many header lines': headers + 'a: b\r\n'.repeat(150_000),
    'with one header folded over many lines': `${headers}Subject: x${'\r\n x'.repeat(200_000)}\r\n\r\n`,
    'with many encoded words': `${headers}Subject: ${'=?utf-8?q?=41?= '.repeat(60_000)}\r\n\r\n`,
    'with many addresses': `${headers}From: ${'<a@b>,('.repeat(140_000)}\r\n\r\n`,
    'with many tokens': headers + 'X: bounce+0123456789abcdef@x.example\r\n'.repeat(25_000),
  }
  for (const [what, raw] of Object.entries(hostileMessages)) {
    test(`${what} does not block the process`, async () => {
      const before = performance.eventLoopUtilization()
      assert.equal(await engine.bounces.take(Buffer.from(raw)), 'ignored')
      const { active } = performance.eventLoopUtilization(before)
      assert.ok(active < 300, `${Math.round(active)} ms`)
    })
  }

  test('that is cut off after the report is still read', async () => {
    const id = await sendTo('gone@example.org')
    const raw = Buffer.concat([reportOf({ mailId: id }), Buffer.alloc(600_000, 'x\r\n')])
    assert.equal(await engine.bounces.take(raw), 'hard')
  })
})

describe('the response of another server', () => {
  const replies: [string, number | undefined, string | undefined, boolean][] = [
    ['550 5.1.1 <a@b>: no such user', 550, '5.1.1', true],
    ['550-5.1.1 The email account\n550 5.1.1 does not exist', 550, '5.1.1', true],
    ['550 #5.1.10 RESOLVER.ADR.RecipientNotFound', 550, '5.1.10', true],
    ['550 No such user here', 550, undefined, true],
    ['550 5.0.0 rejected', 550, '5.0.0', true],
    ['550 5.7.1 [192.0.2.1] is on a list', 550, '5.7.1', false],
    ['552 5.2.2 mailbox full', 552, '5.2.2', false],
    ['553 5.1.8 sender domain not found', 553, '5.1.8', false],
    ['451 4.7.1 greylisted', 451, '4.7.1', false],
    ['5.2.1', undefined, '5.2.1', true],
    ['the connection broke', undefined, undefined, false],
  ]
  for (const [text, code, enhanced, isGone] of replies) {
    test(text, () => {
      assert.deepEqual(readReply(text), { code, enhanced })
      assert.equal(isAddressGone(readReply(text)), isGone)
    })
  }

  test('is stored without addresses and in one line', () => {
    assert.equal(withoutAddresses('550 <a.b+c@example.org>:\r\n who? (x@y)'), '550 <…>: who? (…)')
    assert.equal(withoutAddresses('x'.repeat(1_000)).length, 300)
  })
})
