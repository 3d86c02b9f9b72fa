import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOutgoingClient } from '#platform/outgoing/client.ts'
import { Problem } from '#shared/problem.ts'
import {
  completionOf,
  startTranslationEndpoint,
  type TranslationAnswer,
  type TranslationEndpoint,
} from '../../test/support/content/translation-endpoint.ts'
import { createMachineTranslation, type TranslationService } from './machine-translation.ts'

let endpoint: TranslationEndpoint
before(async () => {
  endpoint = await startTranslationEndpoint()
})
after(async () => {
  client.close()
  await endpoint.close()
})

const order = { html: '<p>Hola</p>', from: 'es', to: 'de' } as const
const client = createOutgoingClient({ trustedHosts: new Set(['127.0.0.1', 'nowhere.invalid']) })
const machineOf = (service: TranslationService | undefined, timeout = 5_000) =>
  createMachineTranslation({ client, findService: () => service, timeout })
const machineAt = (url: string, timeout = 5_000) =>
  machineOf({ url, key: 'the key', model: 'a-model' }, timeout)

/** What a refusal says, when the machine answers so. */
async function failureOf(answer: TranslationAnswer, timeout?: number): Promise<Problem> {
  endpoint.answer(() => answer)
  const failure: unknown = await machineAt(endpoint.url, timeout)
    .translate(order)
    .catch((error: unknown) => error)
  assert.ok(failure instanceof Problem, String(failure))
  assert.equal(failure.status, 503)
  return failure
}

describe('the machine', () => {
  test('is asked with the key and the model, by the languages’ names', async () => {
    endpoint.answer(() => '<p>Hallo</p>')
    for (const url of [endpoint.url, `${endpoint.url}/`, `${endpoint.url}/chat/completions`]) {
      assert.equal(await machineAt(url).translate(order), '<p>Hallo</p>')
    }
    const asked = endpoint.requests.at(-1)
    assert.equal(asked?.authorization, 'Bearer the key')
    assert.equal(asked?.model, 'a-model')
    assert.equal(asked?.html, order.html)
    assert.match(asked?.system ?? '', /from Spanish to German/)
  })

  test('needs no key where the endpoint needs none', async () => {
    await machineOf({ url: endpoint.url, key: '', model: 'local' }).translate(order)
    assert.equal(endpoint.requests.at(-1)?.authorization, undefined)
  })

  test('may wrap its answer in a code fence', async () => {
    endpoint.answer(() => '```html\n<p>Hallo</p>\n```')
    assert.equal(await machineAt(endpoint.url).translate(order), '<p>Hallo</p>')
  })
})

describe('failures are distinguished', () => {
  const json = { 'content-type': 'application/json' }

  test('no answer in time, and one that never ends', async () => {
    assert.equal((await failureOf(() => {}, 150)).code, 'translation_timeout')
    const drip = await failureOf((response) => {
      response.writeHead(200, json).write(' ')
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    }, 150)
    assert.equal(drip.code, 'translation_timeout')
  })

  test('an unreachable server, a broken connection, a redirect', async () => {
    const failure: unknown = await machineAt('http://127.0.0.1:9/v1')
      .translate(order)
      .catch((error) => error)
    assert.equal(failure instanceof Problem && failure.code, 'translation_unreachable')
    const broken = await failureOf((response) => {
      response.writeHead(200, { ...json, 'content-length': '1000' }).write('{"choices"')
      setTimeout(() => response.destroy(), 20)
    })
    assert.equal(broken.code, 'translation_unreachable')
    const elsewhere = await failureOf((response) => response.writeHead(307, { location: '/elsewhere' }).end())
    assert.equal(elsewhere.code, 'translation_unreachable')
  })

  test('no service, an address that may not be called, an unknown one, one without a certificate', async () => {
    const codeOf = async (service: TranslationService | undefined) => {
      const failure: unknown = await machineOf(service)
        .translate(order)
        .catch((error) => error)
      return failure instanceof Problem && failure.status === 503 && failure.code
    }
    const at = (url: string) => codeOf({ url, key: '', model: 'a-model' })
    const { port } = new URL(endpoint.url)
    assert.equal(machineOf(undefined).isAvailable(), false)
    assert.equal(await codeOf(undefined), 'translation_unavailable')
    assert.equal(await at(`https://localhost:${port}/v1`), 'translation_private_address')
    assert.equal(await at(`https://127.0.0.2:${port}/v1`), 'translation_private_address')
    assert.equal(await at('https://nowhere.invalid/v1'), 'translation_unknown_host')
    assert.equal(await at(`https://127.0.0.1:${port}/v1`), 'translation_tls')
  })

  test('too many requests, with when to come back', async () => {
    const busy = await failureOf((response) => response.writeHead(429, { 'retry-after': '17' }).end('{}'))
    assert.equal(busy.code, 'translation_busy')
    assert.equal(busy.options.retryAfter, 17)
    const silent = await failureOf((response) => response.writeHead(429).end())
    assert.equal(silent.options.retryAfter, 60)
  })

  test('a failing and a refusing service', async () => {
    for (const [status, code] of [
      [500, 'translation_failed'],
      [503, 'translation_failed'],
      [401, 'translation_refused'],
      [404, 'translation_refused'],
    ] as const) {
      const failure = await failureOf((response) => response.writeHead(status).end('secret details'))
      assert.equal(failure.code, code)
      assert.deepEqual(failure.options.params, { status })
    }
  })

  test('a truncated response', async () => {
    const answer = completionOf('<p>Hal', 'length')
    assert.equal(
      (await failureOf((response) => response.writeHead(200, json).end(answer))).code,
      'translation_cut_off',
    )
  })

  test('an invalid response', async () => {
    const answers = ['', '<html>', '{}', '[]', 'null', '{"choices":[]}', '{"choices":[{}]}', '{"choices":[1']
    for (const answer of [...answers, completionOf(''), completionOf(null), completionOf(7)]) {
      const failure = await failureOf((response) => response.writeHead(200, json).end(answer))
      assert.equal(failure.code, 'translation_garbled', answer)
    }
  })

  test('an endless response is not read to its end', async () => {
    const failure = await failureOf((response) => {
      response.writeHead(200, json)
      const chunk = 'x'.repeat(100_000)
      const pour = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', pour)
      pour()
    })
    assert.equal(failure.code, 'translation_unreachable')
  })
})
