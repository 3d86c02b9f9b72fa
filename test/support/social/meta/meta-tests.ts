import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Json } from '#features/social/platforms/platform.ts'
import { faultOf } from '../protocol/calling.ts'
import type { PlatformWorld } from '../trials/platform-world.ts'
import type { MetaSimulator } from './server.ts'

type World = PlatformWorld<MetaSimulator>

interface TestedMeta {
  start(): Promise<World>
  /** What its figures are called. */
  figures: readonly string[]
  quota: number
}

/** What Threads and Instagram do in the same way. */
export function testMeta({ start, figures, quota }: TestedMeta): void {
  let world: World
  before(async () => {
    world = await start()
  })
  after(() => world.close())
  testSteps(() => world)
  testEvidence(() => world)

  describe('telling of an account and its posts', () => {
    test('reads how many posts may still be published', async () => {
      const before = await world.platform.readQuota?.(world.contextOf())
      await world.publish(world.contextOf({ text: 'one more', files: [world.media.file()] }))
      const after = await world.platform.readQuota?.(world.contextOf())
      assert.equal(after?.total, quota)
      assert.equal(after?.left, (before?.left ?? 0) - 1)
    })

    test('reads the figures of a post', async () => {
      const files = [world.media.file()]
      const published = await world.publish(world.contextOf({ text: 'measured', files }))
      const read = await world.publishing.readFigures?.(world.contextOf(), published)
      assert.deepEqual(Object.keys(read ?? {}), figures)
      assert.equal(read?.[figures[1] ?? ''], 2)
    })
  })
}

function testSteps(getWorld: () => World): void {
  describe('the steps of publishing', () => {
    test('publishes a picture with its alternative text', async () => {
      const { media, simulator } = getWorld()
      const file = media.file({ size: 4_321, alternativeText: 'Ein Bild' })
      const published = await getWorld().publish(getWorld().contextOf({ text: 'a picture', files: [file] }))
      const post = simulator.shown.at(-1)
      assert.deepEqual(published, { id: post?.id, url: post?.url })
      assert.equal(post?.text, 'a picture')
      assert.deepEqual(post?.files, [{ type: 'image/jpeg', bytes: 4_321, alternativeText: 'Ein Bild' }])
    })

    test('publishes several files in their order, when the last of them has been processed', async () => {
      const { media, simulator } = getWorld()
      const files = [media.file({ size: 1 }), media.file({ kind: 'video', size: 2 }), media.file({ size: 3 })]
      await getWorld().publish(getWorld().contextOf({ text: 'several', files }))
      const post = simulator.shown.at(-1)
      assert.equal(post?.text, 'several')
      assert.deepEqual(
        post?.files.map(({ bytes }) => bytes),
        [1, 2, 3],
      )
    })

    test('goes on where another process has stopped, and makes nothing twice', async () => {
      const { media, simulator, publishing, restart, contextOf, prepare } = getWorld()
      const context = contextOf({ text: 'resumed', files: [media.file(), media.file()] })
      const before = simulator.containers.size
      const first = await publishing.prepare(context, null)
      assert.equal(first.isReady, false)
      const second = await restart().publishing?.prepare(context, first.progress)
      const progress = await prepare(context, JSON.parse(JSON.stringify(second?.progress)) as Json)
      assert.equal(simulator.containers.size, before + 3)
      // A post that is ready stays so, however often it is asked.
      assert.deepEqual(await prepare(context, progress), progress)
      await publishing.publish(context, progress)
      assert.equal(simulator.shown.filter(({ text }) => text === 'resumed').length, 1)
    })

    test('makes containers anew that nobody has published for a day', async () => {
      const { media, simulator, contextOf, prepare, publishing } = getWorld()
      const context = contextOf({ text: 'late', files: [media.file()] })
      const progress = await prepare(context)
      for (const container of simulator.containers.values())
        if (container.status !== 'PUBLISHED') container.status = 'EXPIRED'
      await publishing.publish(context, await prepare(context, progress))
      assert.equal(simulator.shown.at(-1)?.text, 'late')
    })

    test('waits longer from time to time for a video', async () => {
      const { media, simulator, publishing, contextOf } = getWorld()
      const context = contextOf({ files: [media.file({ kind: 'video' })] })
      const first = await publishing.prepare(context, null)
      for (const container of simulator.containers.values()) container.delays = 9
      const waits = [first]
      for (let round = 0; round < 4; round += 1)
        waits.push(await publishing.prepare(context, waits.at(-1)?.progress ?? null))
      assert.deepEqual(
        waits.map((prepared) => (prepared.isReady ? 0 : prepared.wait)),
        [10_000, 20_000, 40_000, 60_000, 60_000],
      )
    })

    test('says why a file was not taken, without its address', async () => {
      const { media, contextOf, prepare } = getWorld()
      const context = contextOf({ text: 'no file', files: [media.missing()] })
      const fault = await faultOf(prepare(context))
      assert.equal(fault.kind, 'refused')
      assert.match(fault.message, /could not be fetched|FAILED_DOWNLOADING/)
      assert.doesNotMatch(fault.message, /[0-9a-f]{24}/)
    })

    test('is asked to wait for a container that is not found yet', async () => {
      const { media, simulator, contextOf, prepare, publishing, now } = getWorld()
      const context = contextOf({ text: 'race', files: [media.file()] })
      const progress = await prepare(context)
      const container = [...simulator.containers.values()].at(-1)
      assert.ok(container)
      container.status = 'IN_PROGRESS'
      const fault = await faultOf(publishing.publish(context, progress))
      assert.equal(fault.kind, 'limited')
      assert.ok(fault.again && fault.again > now())
      container.status = 'FINISHED'
      await publishing.publish(context, progress)
      assert.equal(simulator.shown.filter(({ text }) => text === 'race').length, 1)
    })
  })
}

function testEvidence(getWorld: () => World): void {
  /** A post whose publishing had an effect and no answer. */
  async function lose(text: string) {
    const { contextOf, media, prepare, publishing, simulator } = getWorld()
    const context = contextOf({ text, files: [media.file()] })
    const progress = await prepare(context)
    const since = new Date()
    simulator.failNext('lost_after')
    await faultOf(publishing.publish(context, progress))
    return { context, progress, since }
  }

  describe('evidence of what was published', () => {
    test('finds the post by its container, though the text was changed', async () => {
      const { publishing, simulator } = getWorld()
      const { context, progress, since } = await lose('To  @someone:\nhello')
      const post = simulator.shown.at(-1)
      assert.ok(post)
      post.text = 'To someone: hello'
      const search = await publishing.find(context, { progress, since })
      assert.deepEqual(search, { state: 'published', published: { id: post.id, url: post.url } })
    })

    test('holds a published post for pending until it is listed', async () => {
      const { publishing, simulator } = getWorld()
      const { context, progress, since } = await lose('listed late')
      simulator.hideListed(2)
      const search = await publishing.find(context, { progress, since })
      assert.ok(search.state === 'published' && search.published.isPending)
      const still = await publishing.settle?.(context, progress, search.published)
      assert.deepEqual(still, search.published)
      const settled = await publishing.settle?.(context, progress, search.published)
      assert.deepEqual(settled, { id: simulator.shown.at(-1)?.id, url: simulator.shown.at(-1)?.url })
    })

    test('gives up waiting for a post that is never listed', async () => {
      const { publishing, simulator, advance } = getWorld()
      const { context, progress, since } = await lose('never listed')
      simulator.hideListed(2)
      const search = await publishing.find(context, { progress, since })
      assert.ok(search.state === 'published')
      advance(25 * 3_600_000)
      const settled = await publishing.settle?.(context, progress, search.published)
      advance(-25 * 3_600_000)
      assert.deepEqual(settled, { id: search.published.id, url: null })
    })

    test('names none of two posts that say the same', async () => {
      const { publishing, simulator } = getWorld()
      await lose('twins')
      const { context, progress, since } = await lose('twins')
      const search = await publishing.find(context, { progress, since })
      assert.ok(search.state === 'published')
      assert.equal(search.published.url, null)
      assert.ok(!simulator.shown.some(({ id }) => id === search.published.id))
    })

    test('does not call a post absent that may still be published', async () => {
      const { contextOf, media, prepare, publishing, now } = getWorld()
      const context = contextOf({ text: 'too early', files: [media.file()] })
      const progress = await prepare(context)
      const fault = await faultOf(publishing.find(context, { progress, since: now() }))
      assert.equal(fault.kind, 'busy')
      const wait = (fault.again?.getTime() ?? 0) - now().getTime()
      assert.ok(wait > 20_000 && wait <= 30_000, String(wait))
      const since = new Date(now().getTime() - 31_000)
      assert.deepEqual(await publishing.find(context, { progress, since }), { state: 'absent' })
    })

    test('reads the address later when it could not be read at once', async () => {
      const { contextOf, media, prepare, publishing, simulator } = getWorld()
      const context = contextOf({ text: 'address', files: [media.file()] })
      const progress = await prepare(context)
      const published = { id: simulator.shown.at(-1)?.id ?? '', url: null, isPending: true }
      const settled = await publishing.settle?.(context, progress, published)
      assert.deepEqual(settled, { id: published.id, url: simulator.shown.at(-1)?.url })
    })
  })
}
