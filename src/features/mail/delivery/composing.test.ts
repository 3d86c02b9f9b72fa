import assert from 'node:assert/strict'
import { createHash, createVerify, generateKeyPairSync, randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import PostalMime from 'postal-mime'
import { earlyAdopters } from '#features/early-adopters/table.ts'
import type { MailOrder } from '#features/mail/model.ts'
import { hiddenLink } from '#features/mail/tracking/links.ts'
import { createTestDatabase } from '../../../../test/support/database.ts'
import {
  orderOf,
  publicUrl,
  startTestEngine,
  type TestEngine,
  testLinks,
} from '../../../../test/support/mail-engine.ts'
import { type MailServer, startMailServer } from '../../../../test/support/mail-server.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
let database: Awaited<ReturnType<typeof createTestDatabase>>
let server: MailServer
let engine: TestEngine

before(async () => {
  database = await createTestDatabase()
  server = await startMailServer()
  engine = startTestEngine({
    ...{ databaseUrl: database.url, smtpUrl: server.url, bounceDomain: 'bounce.firmeza.example' },
    dkim: {
      ...{ domain: 'firmeza.example', selector: 'mail' },
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
  })
})
after(async () => {
  await engine.close()
  await server.close()
  await database.drop()
})

/** Sends a mail and returns it as received. */
async function sendOne(order: MailOrder, by = engine) {
  server.mails.length = 0
  await by.post([order])
  await by.poll()
  const [received] = server.mails
  assert.ok(received)
  const mail = (await by.all()).at(-1)
  assert.ok(mail)
  const email = await PostalMime.parse(received.raw)
  const header = (key: string) => email.headers.filter((one) => one.key === key).map(({ value }) => value)
  return { received, mail, email, header }
}

describe('the headers of a mail', () => {
  test('have the sender, the unsubscribe link and the bounce address', async () => {
    const { received, mail, email, header } = await sendOne(orderOf({ kind: 'badge_awarded' }))
    assert.equal(email.from?.address, 'hola@firmeza.example')
    assert.equal(email.replyTo?.[0]?.address, 'contact@firmeza.example')
    assert.equal(received.from, `bounce+${testLinks.signLink('bounce', mail.id)}@bounce.firmeza.example`)
    const [stop = ''] = header('list-unsubscribe')
    const token = /^<https:\/\/firmeza\.example\/unsubscribe\/([\w-]+)>$/.exec(stop)?.[1] ?? ''
    assert.equal(testLinks.readLink('unsubscribe', token)?.mailId, mail.id)
    assert.deepEqual(header('list-unsubscribe-post'), ['List-Unsubscribe=One-Click'])
    assert.deepEqual(header('auto-submitted'), ['auto-generated'])
    assert.deepEqual(header('content-language'), ['es'])
    assert.ok(email.text && email.html)
  })

  test('offer an unsubscribe address where mails are received, signed with the rest', async () => {
    const taking = startTestEngine({
      ...{ databaseUrl: database.url, smtpUrl: server.url, bounceDomain: 'bounce.firmeza.example' },
      bouncePort: 2525,
    })
    try {
      const { header, mail } = await sendOne(orderOf({ kind: 'badge_awarded' }), taking)
      const [stop = ''] = header('list-unsubscribe')
      const [, page, token = ''] =
        /^<(https:[^>]+)>, <mailto:stop\+([0-9a-f]+)@bounce\.firmeza\.example\?subject=unsubscribe>$/.exec(
          stop,
        ) ?? []
      assert.match(page ?? '', /\/unsubscribe\//)
      assert.equal(testLinks.readLink('stop', token)?.mailId, mail.id)
      assert.deepEqual(header('list-unsubscribe-post'), ['List-Unsubscribe=One-Click'])
      const asked = await sendOne(orderOf({ kind: 'rights_link', actionUrl: `${publicUrl}/x` }), taking)
      assert.deepEqual(asked.header('list-unsubscribe'), [])
    } finally {
      await taking.close()
    }
  })

  test('offer no unsubscribe link in a mail that its reader asked for', async () => {
    const { header, email } = await sendOne(orderOf({ kind: 'password_reset', actionUrl: `${publicUrl}/x` }))
    assert.deepEqual(header('list-unsubscribe'), [])
    assert.doesNotMatch(email.html ?? '', /\/m\//)
  })

  test('leave no copy of a link that holds a token, neither composed nor as the target of a tracked one', async () => {
    const actionUrl = `${publicUrl}/es/activate-signature/a-secret-token`
    for (const kind of [
      'activation_invitation',
      'activation_reminder',
      'activation_link',
      'signature_activated',
    ] as const) {
      const { mail, email } = await sendOne(orderOf({ kind, actionUrl }))
      assert.match(email.html ?? '', new RegExp(`href="${actionUrl}"`))
      assert.deepEqual([mail.status, mail.raw, mail.actionUrl], ['sent', null, null])
      assert.doesNotMatch(JSON.stringify(mail), /a-secret-token/)
    }
  })

  test('are signed, including those for unsubscribing', async () => {
    const { received } = await sendOne(orderOf())
    assert.ok(signedHeaders(received.raw).includes('list-unsubscribe'))
    assert.ok(signedHeaders(received.raw).includes('list-unsubscribe-post'))
    assert.equal(isSigned(received.raw), true)
    assert.equal(isSigned(received.raw.replace('<p>', '<p>x')), false)
    assert.equal(isSigned(received.raw.replace('/unsubscribe/', '/unsubscribe/x')), false)
  })
})

describe('a hostile name', () => {
  const names = {
    'with headers in it': 'Ana\r\nBcc: victim@example.org\r\n\r\n<script>',
    'with a bare line feed': 'Ana\nBcc: victim@example.org',
    'with another address': 'boss@bank.example" <boss@bank.example>, "x',
    'that turns the direction round': 'Ana \u202egro.elpmaxe@live\u202c',
    'of emoji': '👩‍🔬🇪🇸 Ana',
    'of a thousand letters': 'ñ'.repeat(1_000),
    'of half a character': 'Ana \ud83d',
    'with a NUL': 'Ana\0',
    'in Arabic': 'فاطمة الزهراء',
    'of nothing': '',
  }
  for (const name of [
    'ceo@bank.example',
    'Banco <ceo@bank.example>',
    'ceo＠bank.example',
    'www.bank.example',
    'https://x',
  ]) {
    test(`like ${name} is left out as the display name`, async () => {
      const order = orderOf({ to: { name } })
      await engine.post([order])
      await engine.poll()
      assert.match(server.mails.at(-1)?.raw ?? '', new RegExp(`^To: <?${order.to.email}>?\\r?$`, 'm'))
    })
  }

  for (const [what, name] of Object.entries(names)) {
    test(`${what} stays a name, in the subject too`, async () => {
      const order = orderOf({ to: { name }, variables: { subject: `Hola, ${name || 'x'}` } })
      const { received, email } = await sendOne(order)
      assert.equal(received.to, order.to.email)
      assert.deepEqual(
        email.to?.map(({ address }) => address),
        [order.to.email],
      )
      assert.equal(email.bcc, undefined)
      assert.equal(email.headers.filter(({ key }) => key === 'to').length, 1)
      assert.doesNotMatch(`${email.to?.[0]?.name} ${email.subject}`, /[\r\n\u202e]/)
      assert.ok(received.raw.split('\r\n').every((line) => Buffer.byteLength(line) <= 998))
      if (what === 'in Arabic') assert.equal(email.to?.[0]?.name, name)
      assert.equal(isSigned(received.raw), true)
    })
  }

  test('does not turn one address into two', async () => {
    for (const email of [
      'a@example.org, b@example.org',
      'a@example.org\r\nRCPT TO:<b@example.org>',
      '<a@b> b@example.org',
      'a b@example.org',
    ]) {
      server.mails.length = 0
      await engine.post([orderOf({ to: { email } })])
      await engine.poll()
      assert.deepEqual(server.mails, [], email)
      assert.equal((await engine.all()).at(-1)?.status, 'failed')
    }
  })
})

describe('the links of a mail', () => {
  test('are tracked, except those that authenticate the reader', async () => {
    const target = `${publicUrl}/es/docs?a=1&b="2"`.replaceAll('"', '%22')
    const now = engine.clock.now()
    const [lead] = await engine.db
      .insert(earlyAdopters)
      .values({
        ...{
          id: randomUUID(),
          email: 'ana@example.org',
          emailKey: 'ana@example.org',
          name: 'Ana',
          language: 'es',
        },
        ...{ segment: 'developer', interests: [], consentText: '', searchText: 'ana' },
        ...{ consentedAt: now, createdAt: now, lastContactAt: now },
      })
      .returning()
    assert.ok(lead)
    const { mail, email } = await sendOne(orderOf({ actionUrl: target, to: { leadId: lead.id } }))
    const addresses = [...(email.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, address = '']) => address)
    assert.deepEqual(mail.links, [target])
    const clicks = addresses.flatMap((address) => {
      const token = /^https:\/\/firmeza\.example\/m\/c\/([\w-]+)$/.exec(address)?.[1]
      return token ? [testLinks.readLink('click', token)] : []
    })
    assert.deepEqual(clicks, [
      { mailId: mail.id, index: 0 },
      { mailId: mail.id, index: hiddenLink },
    ])
    assert.ok(addresses.some((address) => address.startsWith(`${publicUrl}/es/unsubscribe/`)))
    assert.ok(addresses.includes(`${publicUrl}/es/rights/token`))
    assert.match(email.html ?? '', /<img src="https:\/\/firmeza\.example\/m\/o\/[\w-]+"/)
    assert.ok(email.text?.includes(target))
  })

  test('keep their places when the mail is retried with a changed text', async () => {
    let target = `${publicUrl}/one`
    const changing = startTestEngine({
      ...{ databaseUrl: database.url, smtpUrl: server.url, clock: engine.clock },
      render: async () => ({ subject: 's', html: `<body><a href="${target}">x</a></body>`, text: '' }),
    })
    try {
      server.behave({ rcpt: () => ({ code: 450, text: 'later' }) })
      await changing.post([orderOf()])
      await changing.poll()
      server.behave({})
      target = `${publicUrl}/two`
      changing.clock.advance(60_000)
      await changing.poll()
      const mail = (await changing.all()).at(-1)
      assert.equal(mail?.status, 'sent')
      assert.deepEqual(mail.links, [`${publicUrl}/one`, `${publicUrl}/two`])
    } finally {
      await changing.close()
    }
  })
})

const fieldsOf = (raw: string) => (raw.split('\r\n\r\n', 1)[0] ?? '').split(/\r\n(?![ \t])/)
const signatureOf = (raw: string) => fieldsOf(raw).find((field) => /^dkim-signature:/i.test(field)) ?? ''
const tagOf = (raw: string, tag: string) =>
  new RegExp(`[;:]\\s*${tag}=([^;]*)`).exec(signatureOf(raw))?.[1]?.replace(/\s+/g, '') ?? ''
const signedHeaders = (raw: string) => tagOf(raw, 'h').toLowerCase().split(':')

/** Checks a DKIM signature with relaxed canonicalization, by RFC 6376 §3.4 and §3.7, without the library that made it. */
function isSigned(raw: string): boolean {
  const relaxHeader = (field: string) => {
    const at = field.indexOf(':')
    const value = field
      .slice(at + 1)
      .replace(/\r\n/g, '')
      .replace(/[ \t]+/g, ' ')
      .trim()
    return `${field.slice(0, at).toLowerCase().trim()}:${value}`
  }
  const body = raw
    .slice(raw.indexOf('\r\n\r\n') + 4)
    .replace(/[ \t]+(?=\r\n)/g, '')
    .replace(/[ \t]+/g, ' ')
    .replace(/(\r\n)*$/, '\r\n')
  if (createHash('sha256').update(body).digest('base64') !== tagOf(raw, 'bh')) return false
  const fields = fieldsOf(raw)
  const taken = signedHeaders(raw).flatMap((name) => {
    const at = fields.findLastIndex((field) => field.toLowerCase().startsWith(`${name}:`))
    return at < 0 ? [] : fields.splice(at, 1)
  })
  const unsigned = signatureOf(raw).replace(/([;:]\s*b=)[^;]*/, '$1')
  const signed = [...taken.map(relaxHeader), relaxHeader(unsigned)].join('\r\n')
  return createVerify('rsa-sha256').update(signed).verify(publicKey, tagOf(raw, 'b'), 'base64')
}
