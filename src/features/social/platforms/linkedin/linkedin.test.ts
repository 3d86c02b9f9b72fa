import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { checkPost } from '#features/social/limits/model.ts'
import type { Json, Platform, PostFile } from '#features/social/platforms/platform.ts'
import {
  connect,
  openAuthorizationPage,
  publishContext,
  redirectUri,
  requireParts,
} from '../../../../../test/support/social/adapter.ts'
import { startLinkedinSimulator } from '../../../../../test/support/social/linkedin.ts'
import {
  faultOf,
  platformOptions,
  prepareFully,
} from '../../../../../test/support/social/protocol/calling.ts'
import { postFile } from '../../../../../test/support/social/protocol/post-file.ts'
import {
  assertNoSecrets,
  testFaultsOfPublishing,
} from '../../../../../test/support/social/publishing-tests.ts'
import { linkedinLimits } from './limits.ts'
import { createLinkedin } from './linkedin.ts'
import { toLittleText } from './little-text.ts'

let linkedin: Awaited<ReturnType<typeof startLinkedinSimulator>>
let platform: Platform
const signal = AbortSignal.timeout(30_000)
const megabyte = 1024 * 1024

async function start(options = {}) {
  linkedin = await startLinkedinSimulator(options)
  platform = createLinkedin(platformOptions({ linkedin: linkedin.endpoints }))
}
beforeEach(() => start())
afterEach(() => linkedin.close().catch(() => undefined))

function publishing() {
  if (!platform.publishing) throw new Error('It publishes nothing.')
  return platform.publishing
}

async function contextOf(text: string, files: PostFile[] = []) {
  const { account } = await connect(platform, linkedin)
  return publishContext(linkedin, account, { text, files })
}

async function publish(text: string, files: PostFile[] = []) {
  const context = await contextOf(text, files)
  const progress = await prepareFully(publishing(), context)
  return { context, progress, published: await publishing().publish(context, progress) }
}

const image = (letter: string, alternativeText = '') =>
  postFile({ content: Buffer.alloc(1000, letter), alternativeText })
const video = (bytes: Buffer) =>
  postFile({ content: bytes, kind: 'video', type: 'video/mp4', name: 'film.mp4', seconds: 10 })
/** How often a method and the beginning of a path were called. */
const countOf = (method: string, path: string) =>
  linkedin.received.filter((one) => one.method === method && one.url.pathname.startsWith(path)).length

describe('connecting', () => {
  test('a member is connected and described', async () => {
    const { grant, account, returned } = await connect(platform, linkedin)
    assert.equal(returned.searchParams.get('state'), 'the-state')
    assert.deepEqual(grant.scopes, ['openid', 'profile', 'w_member_social'])
    assert.ok(grant.expiresAt && grant.refreshExpiresAt && grant.refreshExpiresAt > grant.expiresAt)
    assert.deepEqual(account, {
      ...{ externalId: 'AbC-12', name: 'Ana Acme', url: null },
      data: { author: 'urn:li:person:AbC-12' },
    })
  })

  test('a code is good once and for its address, and the client has to be known', async () => {
    const { authorization } = requireParts(platform)
    const { client } = linkedin
    const { code } = await openAuthorizationPage(authorization, linkedin)
    const request = { client, redirectUri, code, codeVerifier: undefined, signal }
    const wrongClient = { ...request, client: { ...client, secret: 'wrong-secret' } }
    assert.equal((await faultOf(authorization.exchange(wrongClient))).kind, 'refused')
    await authorization.exchange(request)
    const reused = await faultOf(authorization.exchange(request))
    assert.deepEqual([reused.kind, reused.message.includes('not found')], ['refused', true])
  })

  test('a token is renewed with the same refresh token, and revoked', async () => {
    const { authorization } = requireParts(platform)
    const { grant } = await connect(platform, linkedin)
    const request = { client: linkedin.client, signal }
    const renewed = await authorization.refresh?.({ ...request, grant })
    assert.ok(renewed && renewed.accessToken !== grant.accessToken)
    assert.equal(renewed.refreshToken, grant.refreshToken)
    const unknown = { ...grant, refreshToken: 'another-refresh-token' }
    const fault = await faultOf(Promise.resolve(authorization.refresh?.({ ...request, grant: unknown })))
    assert.deepEqual([fault.kind, linkedin.counts.renewals], ['token', 1])
    await authorization.revoke?.({ ...request, grant: renewed })
    assert.equal(linkedin.counts.revocations, 1)
  })

  test('without a refresh token a person has to connect again when the token ends', async () => {
    await linkedin.close()
    await start({ givesRefreshTokens: false })
    const { authorization } = requireParts(platform)
    const { grant } = await connect(platform, linkedin)
    assert.deepEqual([grant.refreshToken, grant.refreshExpiresAt], [null, grant.expiresAt])
    const request = { client: linkedin.client, signal }
    assert.deepEqual(await authorization.refresh?.({ ...request, grant }), grant)
    const ended = { ...grant, expiresAt: new Date(Date.now() - 1000) }
    const fault = await faultOf(Promise.resolve(authorization.refresh?.({ ...request, grant: ended })))
    assert.equal(fault.kind, 'token')
  })
})

describe('texts', () => {
  test('a text is shown to its end, with its hashtags and links', async () => {
    const text =
      'Look (really) at <this> [page] {now} | ~ * _ \\ @ana #1 #Ofertas #año_nuevo #新年 #مرحبا\n' +
      'End & 100% 😀.'
    await publish(text)
    assert.equal(linkedin.shown[0]?.text, text)
    const tags = toLittleText('#Ofertas and #año_nuevo, no#tag #1')
    assert.equal(tags, '{hashtag|\\#|Ofertas} and {hashtag|\\#|año\\_nuevo}, no\\#tag \\#1')
  })

  test('a link holds no backslash before its end', async () => {
    const link = 'https://site.example/a_(b)?utm_source=linkedin&x=[1]&y=2'
    await publish(`See ${link}#part_2 and ${link}`)
    const shown = linkedin.shown[0]?.text ?? ''
    const [first = '', second = ''] = shown.replace('See ', '').split(' and ')
    assert.equal(decodeURIComponent(first), `${link}#part_2`)
    assert.equal(decodeURIComponent(second), link)
    assert.ok(!toLittleText(link).includes('\\'))
  })

  test('the longest text is shown to its end', async () => {
    for (const letter of ['a', '😀', '汉', 'ع']) {
      const { most } = linkedinLimits.text
      const text = letter.repeat(most / letter.length)
      const post = { title: '', target: {}, files: [] }
      assert.deepEqual(checkPost(linkedinLimits, { ...post, text }), [])
      assert.equal(checkPost(linkedinLimits, { ...post, text: `${text}.` })[0]?.code, 'text_too_long')
      await publish(text)
      assert.equal(linkedin.shown.at(-1)?.text, text)
    }
  })
})

describe('publishing', () => {
  test('a post is shown once, and removed', async () => {
    const { context, progress, published } = await publish('Hello')
    assert.deepEqual(progress, { uploads: [] })
    assert.equal(linkedin.shown.length, 1)
    assert.equal(linkedin.shown[0]?.url, published.url)
    assertNoSecrets(undefined, context.observed, [context.accessToken])
    await publishing().remove?.(context, published)
    await publishing().remove?.(context, published)
    assert.equal(linkedin.shown.length, 0)
  })

  test('one picture and several are shown with their alternative texts', async () => {
    const one = await publish('One', [image('a', 'A letter')])
    await publish('Two', [image('a', 'A letter'), image('b')])
    const file = { type: 'image/jpeg', bytes: 1000 }
    assert.deepEqual(linkedin.shown[0]?.files, [{ ...file, alternativeText: 'A letter' }])
    assert.deepEqual(linkedin.shown[1]?.files, [
      { ...file, alternativeText: 'A letter' },
      { ...file, alternativeText: '' },
    ])
    // Addresses of uploads are for nobody else.
    assert.ok(!JSON.stringify(one.context.observed).includes('ut='))
  })

  test('a video is sent in parts, and published when it has been processed', async () => {
    const bytes = Buffer.alloc(9 * megabyte, 'v')
    await publish('A film', [video(bytes)])
    assert.deepEqual(linkedin.shown[0]?.files, [
      { type: 'video/mp4', bytes: bytes.length, alternativeText: '' },
    ])
    assert.equal(countOf('PUT', '/dms-uploads/'), 3)
    assert.equal(countOf('GET', '/rest/videos/'), 2)
    const parts = linkedin.received.filter(({ method }) => method === 'PUT')
    assert.deepEqual(
      parts.map(({ body }) => body.length / megabyte),
      [4, 4, 1],
    )
  })

  test('a preparation goes on where it stopped, after every step', async () => {
    const context = await contextOf('A film', [image('a')])
    let progress: Json | null = null
    for (let steps = 0; steps < 10; steps++) {
      // Another process, which has what is stored alone.
      platform = createLinkedin(platformOptions({ linkedin: linkedin.endpoints }))
      const preparation = await publishing().prepare(context, progress)
      progress = JSON.parse(JSON.stringify(preparation.progress))
      if (preparation.isReady) break
    }
    assert.equal(countOf('POST', '/rest/images'), 1)
    assert.equal(countOf('PUT', '/dms-uploads/'), 1)
    await publishing().publish(context, progress)
    assert.equal(linkedin.shown[0]?.files.length, 1)
    assert.equal((await faultOf(publishing().prepare(context, { uploads: 'no' }))).kind, 'refused')
  })

  test('parts of a video that have been sent are not sent again', async () => {
    const bytes = Buffer.alloc(41 * megabyte, 'v')
    const film = video(bytes)
    const context = await contextOf('A film', [film])
    linkedin.failUploads(2)
    const first = await publishing().prepare(context, null)
    const second = await publishing().prepare(context, first.progress)
    assert.equal(countOf('PUT', '/dms-uploads/'), 3)
    linkedin.failUploads(2)
    film.reads.length = 0
    assert.equal((await faultOf(publishing().prepare(context, second.progress))).kind, 'busy')
    assert.deepEqual(film.reads, [{ start: 8 * megabyte, end: 12 * megabyte - 1 }])
    const ready = await prepareFully(publishing(), context, second.progress)
    // Eleven parts, and two that failed.
    assert.equal(countOf('PUT', '/dms-uploads/'), 13)
    await publishing().publish(context, ready)
    assert.equal(linkedin.shown[0]?.files[0]?.bytes, bytes.length)
  })

  test('an upload whose addresses have ended is begun anew', async () => {
    const context = await contextOf('A picture', [image('a')])
    linkedin.expireUploads()
    const { progress } = await publishing().prepare(context, null)
    linkedin.expireUploads(false)
    const ready = await prepareFully(publishing(), context, progress)
    await publishing().publish(context, ready)
    assert.equal(countOf('POST', '/rest/images'), 2)
    assert.equal(linkedin.shown[0]?.files.length, 1)
  })

  test('a limit of a day ends at midnight UTC', async () => {
    const { context, progress } = await publish('Hello')
    linkedin.retryAfter = ''
    linkedin.failNext('limited')
    const fault = await faultOf(publishing().publish(context, progress))
    assert.equal(fault.kind, 'limited')
    assert.equal((fault.again?.getTime() ?? 1) % (24 * 3_600_000), 0)
    assert.ok(fault.again && fault.again.getTime() > Date.now())
  })

  describe('faults', () =>
    testFaultsOfPublishing({
      ...{ simulator: () => linkedin, platform: () => platform, canFind: false },
      content: { text: 'Hello' },
    }))
})
