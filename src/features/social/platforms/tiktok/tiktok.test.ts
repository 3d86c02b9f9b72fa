import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { checkPost, type MeasuredFile } from '#features/social/limits/model.ts'
import type { Json } from '#features/social/platforms/platform.ts'
import { faultOf } from '../../../../../test/support/social/protocol/calling.ts'
import { refusalSentence, type SimulatedFault } from '../../../../../test/support/social/simulator.ts'
import { startTiktokSimulator, tiktokUserName } from '../../../../../test/support/social/tiktok.ts'
import { testPlatform } from '../../../../../test/support/social/trials/platform-tests.ts'
import { startPlatformWorld } from '../../../../../test/support/social/trials/platform-world.ts'
import { tiktokLimits } from './limits.ts'
import { createTiktok } from './tiktok.ts'

const start = () =>
  startPlatformWorld({
    start: startTiktokSimulator,
    create: createTiktok,
    endpoints: ({ endpoints }) => ({ tiktok: endpoints }),
  })

testPlatform({
  ...{ start, accountName: tiktokUserName },
  content: (media) => ({ files: [media.file()], target: { privacy: 'PUBLIC_TO_EVERYONE' } }),
  // The id of photos is in the answer that was lost, and nothing else leads to them.
  found: { afterEffect: 'unknown', withoutEffect: 'unknown' },
})

let world: Awaited<ReturnType<typeof start>>
before(async () => {
  world = await start()
})
after(() => world.close())
beforeEach(() => {
  world.simulator.privacyOptions = ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY']
})

const contextOf = (content: Parameters<typeof world.contextOf>[0]) =>
  world.contextOf({ target: { privacy: 'PUBLIC_TO_EVERYONE' }, ...content })
const fileOf = (kind: 'image' | 'video'): MeasuredFile => ({
  ...{ kind, type: kind === 'image' ? 'image/jpeg' : 'video/mp4', size: 1_000 },
  ...{ width: 1_000, height: 1_000, seconds: 10, alternativeText: '' },
})
const publishIdOf = (progress: Json) => z.object({ publishId: z.string() }).parse(progress).publishId
const requestsTo = (path: string) =>
  world.simulator.received.filter(({ url }) => url.pathname === path).length

describe('photos', () => {
  test('are fetched in their order, with a title, and have an address when they were checked', async () => {
    const { media, simulator, publishing } = world
    const files = [media.file({ size: 10 }), media.file({ size: 20, type: 'image/webp' })]
    const context = contextOf({ text: 'A text 👋', title: 'A title', files })
    const progress = await world.prepare(context)
    const published = await publishing.publish(context, progress)
    const post = simulator.shown.at(-1)
    assert.equal(post?.text, 'A text 👋')
    assert.equal(post?.title, 'A title')
    assert.deepEqual(
      post?.files.map(({ bytes }) => bytes),
      [10, 20],
    )
    assert.equal(published.isPending, true)
    const pending = await publishing.settle?.(context, progress, published)
    assert.deepEqual(pending, published)
    const settled = await publishing.settle?.(context, progress, published)
    const url = `${simulator.origin}/@acme.team/photo/${post?.id}`
    assert.deepEqual(settled, { id: post?.id, url })
  })

  test('tell why they could not be posted', async () => {
    const context = contextOf({ files: [world.media.missing()] })
    const progress = await world.prepare(context)
    const published = await world.publishing.publish(context, progress)
    const settled = await world.publishing.settle?.(context, progress, published)
    assert.deepEqual(settled, { rejection: 'photo_pull_failed' })
  })

  test('for followers alone have no address', async () => {
    world.simulator.privacyOptions = ['SELF_ONLY', 'FOLLOWER_OF_CREATOR']
    const target = { privacy: 'FOLLOWER_OF_CREATOR', allowed: 'comments duet' }
    const context = contextOf({ files: [world.media.file()], target })
    const progress = await world.prepare(context)
    const published = await world.publishing.publish(context, progress)
    const post = world.simulator.posts.get(published.id)
    assert.deepEqual([post?.privacy, post?.allowed], ['FOLLOWER_OF_CREATOR', ['comments']])
    await world.publishing.settle?.(context, progress, published)
    const settled = await world.publishing.settle?.(context, progress, published)
    assert.deepEqual(settled, { id: published.id, url: null })
  })

  test('that TikTok does not show within a day are not taken to be refused', async () => {
    const context = contextOf({ files: [world.media.file()] })
    const progress = await world.prepare(context)
    const published = await world.publishing.publish(context, progress)
    const post = world.simulator.posts.get(published.id)
    assert.ok(post)
    post.checks = 9
    world.advance(25 * 3_600_000)
    const settled = await world.publishing.settle?.(context, progress, published)
    world.advance(-25 * 3_600_000)
    assert.deepEqual(settled, published)
  })
})

describe('a video', () => {
  // Sent in three chunks.
  let large: ReturnType<typeof world.media.file>
  before(() => {
    large = world.media.file({ kind: 'video', size: 30_000_123 })
  })

  test('that is small is sent at once, and found by its id', async () => {
    const files = [world.media.file({ kind: 'video', size: 4_321 })]
    const context = contextOf({ text: 'small', files })
    const published = await world.publish(context)
    assert.deepEqual(world.simulator.shown.at(-1)?.files, [
      { type: 'video/mp4', bytes: 4_321, alternativeText: '' },
    ])
    assert.equal(published.isPending, true)
  })

  test('that is large is sent in chunks, of which the last publishes it', async () => {
    const { simulator, publishing } = world
    const context = contextOf({ text: 'large', files: [large] })
    const before = simulator.shown.length
    large.reads.length = 0
    const progress = await world.prepare(context)
    assert.deepEqual(
      large.reads.map((range) => [range?.start, range?.end]),
      [
        [0, 9_999_999],
        [10_000_000, 19_999_999],
      ],
    )
    const post = simulator.posts.get(publishIdOf(progress))
    assert.deepEqual(
      post?.uploaded.map(({ length }) => length),
      Array(2).fill(10_000_000),
    )
    assert.equal(simulator.shown.length, before)
    await publishing.publish(context, progress)
    assert.equal(simulator.shown.length, before + 1)
    assert.ok(Buffer.concat(post?.uploaded ?? []).equals(await large.read()))
  })

  test('goes on after a process has died, though it had sent more than was stored', async () => {
    const { simulator, restart, publishing } = world
    const context = contextOf({ text: 'resumed', files: [large] })
    const first = await publishing.prepare(context, null)
    assert.equal(first.isReady, false)
    // This process dies before anything of it is stored.
    await restart().publishing?.prepare(context, first.progress)
    const inits = requestsTo('/v2/post/publish/video/init/')
    const progress = await world.prepare(context, first.progress)
    assert.equal(requestsTo('/v2/post/publish/video/init/'), inits)
    await publishing.publish(context, progress)
    assert.equal(simulator.shown.filter(({ text }) => text === 'resumed').length, 1)
  })

  test('is sent anew when its upload has ended', async () => {
    const { simulator, publishing } = world
    const context = contextOf({ text: 'anew', files: [large] })
    const first = await publishing.prepare(context, null)
    simulator.posts.delete(publishIdOf(first.progress))
    const second = await world.prepare(context, first.progress)
    world.advance(55 * 60_000)
    const third = await world.prepare(context, second)
    world.advance(-55 * 60_000)
    assert.equal(new Set([first.progress, second, third].map(publishIdOf)).size, 3)
    await publishing.publish(context, third)
    assert.equal(simulator.shown.filter(({ text }) => text === 'anew').length, 1)
  })

  for (const fault of ['lost_after', 'busy_after', 'lost_before'] as const satisfies SimulatedFault[])
    test(`is published once, whatever became of the answer: ${fault}`, async () => {
      const { simulator, publishing, restart } = world
      const files = [world.media.file({ kind: 'video' })]
      const context = contextOf({ text: `video ${fault}`, files })
      const progress = await world.prepare(context)
      simulator.failNext(fault)
      const thrown = await faultOf(publishing.publish(context, progress))
      assert.equal(thrown.kind, fault === 'busy_after' ? 'busy' : 'lost')
      const search = await restart().publishing?.find(context, { progress, since: new Date() })
      assert.equal(search?.state, fault === 'lost_before' ? 'absent' : 'published')
      // Even one who does not believe it can post the video only once.
      const again = await publishing.publish(context, progress)
      assert.equal(again.id, publishIdOf(progress))
      assert.equal(simulator.shown.filter(({ text }) => text === `video ${fault}`).length, 1)
    })

  test('is refused with the sentence of TikTok', async () => {
    const context = contextOf({ files: [world.media.file({ kind: 'video' })] })
    const progress = await world.prepare(context)
    world.simulator.failNext('refused')
    const fault = await faultOf(world.publishing.publish(context, progress))
    assert.equal(fault.kind, 'refused')
    assert.equal(fault.message, refusalSentence)
  })

  test('that the account may not post is not begun', async () => {
    const inits = requestsTo('/v2/post/publish/video/init/')
    world.simulator.longestVideo = 60
    const files = [world.media.file({ kind: 'video', seconds: 61 })]
    const fault = await faultOf(world.prepare(contextOf({ files })))
    world.simulator.longestVideo = 600
    assert.equal(fault.kind, 'refused')
    assert.equal(requestsTo('/v2/post/publish/video/init/'), inits)
  })
})

describe('who sees a post', () => {
  test('is chosen of what the account offers', async () => {
    const list = (field: string) => world.platform.listTargets?.(contextOf({}), field, {})
    const named = (ids: string[]) => ids.map((id) => ({ id, name: id }))
    assert.deepEqual(await list('privacy'), named(world.simulator.privacyOptions))
    // The simulated account has turned Stitch off.
    assert.deepEqual(await list('allowed'), named(['comments', 'duet']))
  })

  test('and what they may do is asked of the person, and nothing is allowed by itself', async () => {
    const videoFor = async (target: Record<string, string>) => {
      const progress = await world.prepare(
        contextOf({ files: [world.media.file({ kind: 'video' })], target }),
      )
      const post = world.simulator.posts.get(publishIdOf(progress))
      return [post?.privacy, post?.allowed]
    }
    assert.deepEqual(await videoFor({ privacy: 'SELF_ONLY' }), ['SELF_ONLY', []])
    const all = { privacy: 'MUTUAL_FOLLOW_FRIENDS', allowed: 'stitch duet comments' }
    assert.deepEqual(await videoFor(all), ['MUTUAL_FOLLOW_FRIENDS', ['comments', 'duet']])
  })

  test('is asked again when the account does not offer it any more', async () => {
    world.simulator.privacyOptions = ['SELF_ONLY']
    for (const kind of ['image', 'video'] as const) {
      const begun = world.simulator.posts.size
      const fault = await faultOf(world.prepare(contextOf({ files: [world.media.file({ kind })] })))
      assert.deepEqual([fault.kind, fault.code], ['refused', 'tiktok_privacy'])
      assert.equal(world.simulator.posts.size, begun)
    }
  })

  test('has to be chosen, and what viewers may do is of a known kind', () => {
    const codesOf = (target: Record<string, string>) =>
      checkPost(tiktokLimits, { text: '', title: '', target, files: [fileOf('image')] }).map(
        ({ field, code }) => `${field} ${code}`,
      )
    assert.deepEqual(codesOf({}), ['target.privacy target_required'])
    assert.deepEqual(codesOf({ privacy: 'SELF_ONLY', allowed: 'comments stitch' }), [])
    assert.deepEqual(codesOf({ privacy: 'SELF_ONLY', allowed: 'likes' }), ['target.allowed target_invalid'])
  })
})

describe('an account', () => {
  test('is revoked', async () => {
    const { simulator, platform } = world
    const signal = AbortSignal.timeout(10_000)
    await platform.authorization?.revoke?.({ client: simulator.client, grant: simulator.grant(), signal })
    assert.equal(simulator.counts.revocations, 1)
  })
})

describe('the text', () => {
  const codesOf = (kind: 'image' | 'video', text: string, title = '') =>
    checkPost(tiktokLimits, { text, title, target: { privacy: 'SELF_ONLY' }, files: [fileOf(kind)] }).map(
      ({ field, code }) => `${field} ${code}`,
    )

  test('may be longer with photos, which have a title', () => {
    assert.deepEqual(codesOf('image', 'a'.repeat(4_000), 'a'.repeat(90)), [])
    assert.deepEqual(codesOf('image', 'a'.repeat(4_001), 'a'.repeat(91)), [
      'text text_too_long',
      'title text_too_long',
    ])
    assert.deepEqual(codesOf('video', 'a'.repeat(2_200)), [])
    assert.deepEqual(codesOf('video', 'a'.repeat(2_201), 'a'), ['text text_too_long', 'title text_too_long'])
  })
})
