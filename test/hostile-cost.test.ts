import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { createRightsLinks } from '#features/early-adopters/records/rights-links.ts'
import { startTestApp, type TestApp } from './support/build-app.ts'
import { registrationOf } from './support/factories.ts'
import { costlyTexts } from './support/hostile/hostile-costs.ts'
import {
  addressOf,
  askOf,
  exampleOf,
  formType,
  type Route,
  readRoutes,
  type Schema,
  textsOf,
  withText,
} from './support/hostile/route-texts.ts'
import { inThirds } from './support/hostile/thirds.ts'
import type { Ask, Send } from './support/http-client.ts'
import { insertMail, mailLinks } from './support/mails.ts'

// Every text that a stranger may send is tried with 50 kB of what costs careless code most: the answer is quick, and no 5xx.
// `npm test` tries a third of these texts in each field of a body, each third in turn; `npm run drills` tries all in all.

/** Milliseconds of CPU that one answer may take, those of the client in this process included. */
const limit = 200
const bounceToken = 'a token for the tests only'
const texts = Object.entries(costlyTexts)
const agent = new Agent({ keepAlive: true })
let app: TestApp
let admin: Send
let routes: Route[] = []
/** Values for parameters that must name what is there. */
let known: Record<string, string> = {}
let rightsToken = ''

before(async () => {
  app = await startTestApp({ env: { BOUNCE_TOKEN: bounceToken } })
  admin = await app.signIn()
  routes = await readRoutes(app.send)
  await app.send('/api/early-adopters', { json: registrationOf() })
  const { rows } = await app.pool.query<{ id: string; link_epoch: number }>(
    'SELECT id, link_epoch FROM early_adopters',
  )
  const [lead] = rows
  assert.ok(lead)
  known = { id: lead.id, kind: 'confirmation', key: 'about-mission' }
  const links = createRightsLinks({
    secrets: { current: 'a secret that only the tests know of', earlier: [] },
    publicUrl: 'http://localhost:3000',
  })
  rightsToken = links.tokenOf({ id: lead.id, linkEpoch: lead.link_epoch })
})
after(async () => {
  agent.destroy()
  await app.close()
})

/** Asks, and fails on a 5xx or when each of some tries costs too much. Answers the status. */
async function check(send: Send, path: string, ask: Ask, what: string): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const before = process.cpuUsage()
    const { status, text } = await send(path, { ...ask, agent })
    const { user, system } = process.cpuUsage(before)
    const cost = (user + system) / 1000
    assert.ok(status < 500, `${what}: ${status} ${text.slice(0, 300)}`)
    // One that is slow now and then has met a collection, a compiler or a busy machine.
    if (cost <= limit) return status
    assert.ok(attempt < 5, `${what}: ${Math.round(cost)} ms of CPU`)
  }
}

const nextTexts = process.env.SWEEP === 'full' ? () => texts : inThirds(texts)
let turn = 0

/**
 * A text as a field may hold it, and whole. Fields for short texts, of which there are many, take turns: each gets every
 * third text whole, and every third cut.
 */
function sizesOf(text: string, { maxLength = Number.POSITIVE_INFINITY }: Schema): string[] {
  if (text.length <= maxLength) return [text]
  const cut = text.slice(0, maxLength).toWellFormed()
  turn++
  if (maxLength > 500) return turn % 3 === 0 ? [text, cut] : [cut]
  return [[text], [cut], []][turn % 3] ?? []
}

/** Nothing outside a body is read as HTML. */
const isMarkup = (text: string) => text.startsWith('<')

/** The beginning of a text that is so many bytes long when it is encoded for an address or a form. */
function cutEncoded(text: string, size: number): string {
  const short = text.slice(0, size)
  const bytes = encodeURIComponent(short.toWellFormed()).length
  return short.slice(0, Math.floor((size * size) / Math.max(size, bytes))).toWellFormed()
}

describe('the answer to a costly text is quick', () => {
  test('in any field of a body', async () => {
    let taken = 0
    let count = 0
    for (const route of routes) {
      const [type = '', content] = Object.entries(route.operation.requestBody?.content ?? {})[0] ?? []
      if (!content || !/json|urlencoded/.test(type)) continue
      const good = exampleOf(content.schema)
      const address = addressOf(route, known)
      for (const { path, schema } of textsOf(content.schema)) {
        for (const [kind, text] of nextTexts()) {
          for (const whole of sizesOf(text, schema)) {
            const sized = type === formType ? cutEncoded(whole, 10_000) : whole
            const ask = askOf(route, withText(good, path, sized), type)
            const status = await check(admin, address, ask, `${route.name} ${path.join('.')}: ${kind}`)
            if (status < 300) taken++
            count++
          }
        }
        const ask = askOf(route, withText(good, path, costlyTexts['open elements'] ?? ''), type)
        await check(app.send, address, ask, `${route.name} ${path.join('.')} as a visitor`)
      }
    }
    assert.ok(count > 500 && taken > 100, `${count} requests, ${taken} of them taken`)
  })

  test('in any part of an address', async () => {
    let count = 0
    for (const route of routes) {
      for (const { name, schema } of route.operation.parameters) {
        if (schema.type !== 'string' && schema.type !== undefined) continue
        for (const [kind, text] of texts) {
          // What names one of a list is looked up: two texts are enough.
          if ((schema.enum || schema.format === 'uuid') && !/dots|digits/.test(kind)) continue
          for (const sized of sizesOf(cutEncoded(text, 10_000), schema)) {
            const address = addressOf(route, { ...known, [name]: sized })
            await check(admin, address, { method: route.method }, `${route.name} ${name}: ${kind}`)
            count++
          }
        }
      }
    }
    assert.ok(count > 200, `${count} requests`)
  })

  test('in a header', async () => {
    const names = [
      ...['accept', 'accept-encoding', 'accept-language', 'authorization', 'content-type', 'cookie'],
      ...['if-none-match', 'origin', 'referer', 'sec-purpose', 'user-agent', 'x-forwarded-for'],
    ]
    const pixel = `/m/o/${mailLinks.signLink('open', await insertMail(app))}`
    for (const path of ['/', '/api/content/home-hero', pixel]) {
      for (const name of names) {
        for (const [kind, text] of texts) {
          if (isMarkup(text)) continue
          const value = text.slice(0, 12_000).replace(/[^\x20-\x7e]/g, ',')
          await check(app.send, path, { headers: { [name]: value } }, `${path} ${name}: ${kind}`)
        }
      }
    }
  })

  test('in a form of the public site', async () => {
    const person = { name: 'Ana', email: 'ana@example.org', segment: 'developer', consent: 'true' }
    const forms: Record<string, string[]> = {
      '/es/register': ['name', 'email', 'proof'],
      '/es/rights': ['email'],
      '/es/rights/email': ['token'],
      [`/es/rights/${rightsToken}`]: ['name', 'email'],
      [`/es/rights/${rightsToken}/consent`]: ['consent'],
      [`/es/unsubscribe/${mailLinks.signLink('unsubscribe', await insertMail(app))}`]: ['List-Unsubscribe'],
    }
    for (const [path, fields] of Object.entries(forms)) {
      for (const field of fields) {
        for (const [kind, text] of texts) {
          if (isMarkup(text)) continue
          const form = { ...person, [field]: cutEncoded(text, 15_000) }
          await check(app.send, path, { form }, `POST ${path} ${field}: ${kind}`)
        }
        const form = { ...person, [field]: costlyTexts['open elements'] ?? '' }
        await check(app.send, path, { form }, `POST ${path} ${field}: 50 kB`)
      }
    }
  })

  test('in a file of leads', async () => {
    const columns = 'email,name,company,segment,consent,consented_at'
    // As long as a cell may be too, so that it is not only refused.
    for (const [kind, text] of texts.flatMap(([name, whole]) => [
      [name, whole] as const,
      [name, whole.slice(0, 900)] as const,
    ])) {
      const cell = `"${text.replaceAll('"', '""')}"`
      for (const [place, csv] of Object.entries({
        'its first line': text,
        'a name': `${columns}\na@example.org,${cell},,developer,true,2026-01-01`,
        'an address': `${columns}\n${cell},Ana,,developer,true,2026-01-01`,
        'a date': `${columns}\na@example.org,Ana,,developer,true,${cell}`,
        'a line': `${columns}\n${text}`,
      })) {
        const part = 'Content-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv'
        const body = `--x\r\n${part}\r\n\r\n${csv}\r\n--x--\r\n`
        const headers = { 'content-type': 'multipart/form-data; boundary=x' }
        const address = '/api/early-adopters/import?dry_run=true'
        const status = await check(admin, address, { method: 'POST', body, headers }, `${place}: ${kind}`)
        if (/name|address|date/.test(place) && text.length < 1_000)
          assert.equal(status, 200, `${place}: ${kind}`)
      }
    }
  })

  test('in a text that is published or previewed', async () => {
    const key = 'about-mission'
    let previous = ''
    for (const [kind, text] of texts) {
      const content = `<h2>Uno</h2><p>Dos</p>${text}`
      const draft = { key, language: 'es', content }
      const made = await admin('/api/content/preview', { json: draft })
      if (made.status < 300) {
        const { pathname } = new URL(made.read(z.object({ url: z.url() })).url)
        await check(app.send, pathname, {}, `its preview: ${kind}`)
      }
      await app.pool.query('DELETE FROM content_versions')
      const versions = [`<p>${previous}</p>`, content]
      for (const [at, version] of versions.entries()) {
        const json = { ...draft, content: version, version: at + 1, published: true }
        await check(admin, '/api/content', { json }, `publishing it: ${kind}`)
      }
      for (const path of [
        '/es/about',
        `/api/content/${key}?language=es`,
        `/api/content/${key}/search-result?language=es`,
        `/api/content/${key}/translation?language=de`,
        `/api/content/${key}/actions?language=es`,
        '/api/content/excerpts?language=es',
      ]) {
        await check(admin, path, {}, `${path}: ${kind}`)
      }
      previous = text
    }
  })
})
