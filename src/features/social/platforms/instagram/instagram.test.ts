import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startInstagramSimulator } from '../../../../../test/support/social/instagram.ts'
import { testMeta } from '../../../../../test/support/social/meta/meta-tests.ts'
import { metaUserName } from '../../../../../test/support/social/meta/protocol.ts'
import { testPlatform } from '../../../../../test/support/social/trials/platform-tests.ts'
import { startPlatformWorld } from '../../../../../test/support/social/trials/platform-world.ts'
import { createInstagram } from './instagram.ts'

const start = () =>
  startPlatformWorld({
    start: startInstagramSimulator,
    create: createInstagram,
    endpoints: ({ endpoints }) => ({ instagram: endpoints }),
  })

testPlatform({
  ...{ start, accountName: metaUserName },
  content: (media) => ({ files: [media.file()] }),
  found: { afterEffect: 'published', withoutEffect: 'absent' },
})

const figures = ['views', 'reach', 'likes', 'comments', 'shares', 'saved']
testMeta({ start, figures, quota: 100 })

describe('a video', () => {
  let world: Awaited<ReturnType<typeof start>>
  before(async () => {
    world = await start()
  })
  after(() => world.close())

  const videoTypes = () =>
    [...world.simulator.containers.values()].map(({ params }) => params.get('media_type'))

  test('is a reel when it is alone', async () => {
    const files = [world.media.file({ kind: 'video', size: 77, alternativeText: 'not for videos' })]
    await world.publish(world.contextOf({ text: '', files }))
    assert.deepEqual(videoTypes(), ['REELS'])
    const [post] = world.simulator.shown
    assert.equal(post?.text, '')
    assert.deepEqual(post?.files, [{ type: 'video/mp4', bytes: 77, alternativeText: '' }])
  })

  test('is a video among other files', async () => {
    world.simulator.containers.clear()
    const files = [world.media.file({ kind: 'video' }), world.media.file()]
    await world.publish(world.contextOf({ files }))
    assert.deepEqual(videoTypes(), ['VIDEO', null, 'CAROUSEL'])
  })
})
