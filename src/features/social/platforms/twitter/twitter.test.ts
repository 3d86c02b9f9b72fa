import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import {
  createContexts,
  faultOf,
  platformOptions,
  prepareFully,
} from '../../../../../test/support/social/protocol/calling.ts'
import { testStandardOAuth } from '../../../../../test/support/social/protocol/oauth-tests.ts'
import { postFile } from '../../../../../test/support/social/protocol/post-file.ts'
import { refusalSentence } from '../../../../../test/support/social/simulator.ts'
import { startTwitterSimulator } from '../../../../../test/support/social/twitter.ts'
import { createTwitter } from './twitter.ts'

let ahead = 0
const now = () => new Date(Date.now() + ahead)
const simulator = await startTwitterSimulator()
after(() => simulator.close())
const options = platformOptions({ twitter: simulator.endpoints }, now)
const twitter = createTwitter(options)
const { publishing } = twitter
assert.ok(publishing && twitter.describeAccount)
const { client } = simulator
const signal = AbortSignal.timeout(60_000)
const account = await twitter.describeAccount({ client, accessToken: simulator.grant().accessToken, signal })
const { context, observed, assertNoSecrets } = createContexts(simulator, account)
const publish = async (content: Parameters<typeof context>[0]) => {
  const one = context(content)
  return await publishing.publish(one, await prepareFully(publishing, one))
}
beforeEach(() => {
  ahead = 0
  simulator.shown.length = 0
  simulator.received.length = 0
  simulator.hidden = 0
  simulator.uploads.clear()
})
const pathsOf = () =>
  simulator.received.map(({ method, url }) => `${method} ${url.pathname.replace(/\d{5,}/, 'ID')}`)

test('An account is connected, renewed and disconnected', async () => {
  await testStandardOAuth(twitter, simulator)
  assert.deepEqual(account, {
    externalId: '2244994945',
    name: '@sales_academy',
    url: `${simulator.origin}/sales_academy`,
    data: { username: 'sales_academy' },
  })
})

test('A text is published once, measured and removed', async () => {
  const published = await publish({ text: 'Hello' })
  assert.deepEqual(
    simulator.shown.map(({ text }) => text),
    ['Hello'],
  )
  assert.equal(published.url, `${simulator.origin}/sales_academy/status/${published.id}`)
  assert.deepEqual(await publishing.readFigures?.(context(), published), {
    ...{ likes: 11, replies: 2, reposts: 3, quotes: 1, views: 900 },
  })
  await publishing.remove?.(context(), published)
  assert.equal(simulator.shown.length, 0)
  assert.equal((await faultOf(publishing.readFigures?.(context(), published) ?? publish({}))).kind, 'refused')
})

test('Pictures are uploaded and described before the post', async () => {
  const files = [postFile({ content: 'one', alternativeText: 'A bridge' }), postFile({ content: 'second' })]
  await publish({ text: 'Two', files })
  assert.deepEqual(simulator.shown[0]?.files, [
    { type: 'image/jpeg', bytes: 3, alternativeText: 'A bridge' },
    { type: 'image/jpeg', bytes: 6, alternativeText: '' },
  ])
  const media = '/2/media/upload'
  assert.deepEqual(pathsOf(), [
    ...[
      `POST ${media}/initialize`,
      `POST ${media}/ID/append`,
      `POST ${media}/ID/finalize`,
      'POST /2/media/metadata',
    ],
    ...[`POST ${media}/initialize`, `POST ${media}/ID/append`, `POST ${media}/ID/finalize`, 'POST /2/tweets'],
  ])
})

test('A video is uploaded in parts, which go on where they stopped, and waited for', async () => {
  const content = Buffer.alloc(40 * 1024 * 1024 - 5, 'v')
  const video = postFile({ kind: 'video', content })
  const one = context({ text: 'Film', files: [video] })
  const first = await publishing.prepare(one, null)
  assert.equal(first.isReady, false)
  const sent = pathsOf().filter((path) => path.endsWith('append')).length
  assert.equal(sent, 8)
  video.reads.length = 0
  // Another process goes on with what has been stored.
  const restarted = createTwitter(options)
  const second = await restarted.publishing?.prepare(one, JSON.parse(JSON.stringify(first.progress)))
  assert.ok(second && !second.isReady)
  assert.equal(second.wait, 1000)
  assert.equal(pathsOf().filter((path) => path.endsWith('append')).length, 10)
  // Nothing but what is left has been read, each part by itself.
  const start = (index: number) => index * 4 * 1024 * 1024
  assert.deepEqual(video.reads, [
    { start: start(8), end: start(9) - 1 },
    { start: start(9), end: content.length - 1 },
  ])
  assert.equal(simulator.uploads.size, 1)
  const third = await publishing.prepare(one, second.progress)
  assert.equal(third.isReady, false)
  const ready = await publishing.prepare(one, third.progress)
  assert.equal(ready.isReady, true)
  assert.deepEqual(await publishing.prepare(one, ready.progress), ready)
  await publishing.publish(one, ready.progress)
  assert.equal(simulator.shown[0]?.files[0]?.bytes, content.length)
})

test('A picture is announced with the size that it has for the platform', async () => {
  await publish({ text: 'Smaller', files: [postFile({ content: 'converted', size: 5_000_000 })] })
  assert.equal(simulator.shown[0]?.files[0]?.bytes, 9)
})

test('What has expired, or is not known any more, is uploaded anew', async () => {
  const one = context({ text: 'Again', files: [postFile()] })
  const ready = await prepareFully(publishing, one)
  ahead = 25 * 3_600_000
  const before = simulator.uploads.size
  const renewed = await publishing.prepare(one, ready)
  assert.ok(renewed.isReady)
  assert.equal(simulator.uploads.size, before + 1)
  ahead = 0
  const video = context({ files: [postFile({ kind: 'video', type: 'video/mp4', content: 'film' })] })
  const begun = await publishing.prepare(video, null)
  simulator.uploads.clear()
  let next = await publishing.prepare(video, begun.progress)
  while (!next.isReady) next = await publishing.prepare(video, next.progress)
  assert.equal(simulator.uploads.size, 1)
})

test('A video that cannot be processed is refused with the sentence of the platform', async () => {
  simulator.failsVideos = true
  const video = postFile({ kind: 'video', type: 'video/mp4', content: 'film' })
  const fault = await faultOf(publish({ files: [video] }))
  simulator.failsVideos = false
  assert.deepEqual([fault.kind, fault.message], ['refused', 'Invalid video'])
})

test('What goes wrong is told apart, with the sentence of the platform', async () => {
  simulator.retryAfter = '90'
  simulator.failNext('limited')
  const limited = await faultOf(publish({ text: 'One' }))
  assert.equal(limited.kind, 'limited')
  const seconds = ((limited.again?.getTime() ?? 0) - Date.now()) / 1000
  assert.ok(seconds > 80 && seconds <= 90, String(seconds))
  simulator.retryAfter = new Date(Math.floor(Date.now() / 1000) * 1000 + 60_000).toUTCString()
  simulator.failNext('limited')
  const dated = await faultOf(publish({ text: 'One' }))
  assert.equal(dated.again?.toUTCString(), simulator.retryAfter)
  simulator.failNext('refused')
  const refused = await faultOf(publish({ text: 'One' }))
  assert.deepEqual([refused.kind, refused.message, refused.status], ['refused', refusalSentence, 403])
  simulator.failNext('busy')
  const busy = await faultOf(publish({ text: 'One' }))
  assert.deepEqual([busy.kind, busy.message], ['busy', 'upstream error'])
  simulator.failNext('expired')
  const expired = await faultOf(publish({ text: 'One' }))
  assert.deepEqual([expired.kind, expired.status], ['token', 401])
  assert.equal(simulator.shown.length, 0)
  await publish({ text: 'One' })
  const twice = await faultOf(publish({ text: 'One' }))
  assert.deepEqual([twice.kind, twice.code], ['refused', 'twitter_duplicate'])
  assertNoSecrets(...[limited, refused, busy, expired].map((fault) => `${fault.message} ${fault.stack}`))
  assert.ok(observed.some(({ address, status }) => address.endsWith('/2/tweets') && status === 429))
})

const written = [
  'Plain',
  'Look: https://Sales.example/a?b=1&c=2 and  www.example.com/ <b> & "quotes"\n\nend ',
  'عرض جديد https://sales.example/ar/ 👩‍💻 ✌️',
]
for (const text of written)
  test(`A post whose answer was lost is found: ${text.slice(0, 8)}`, async () => {
    const one = context({ text })
    const since = now()
    simulator.failNext('lost_after')
    assert.equal((await faultOf(publishing.publish(one, { uploads: [] }))).kind, 'lost')
    for (let index = 0; index < 12; index++) await publish({ text: `Later ${index}` })
    const found = await publishing.find(one, { progress: { uploads: [] }, since })
    const [shown] = simulator.shown
    assert.deepEqual(found, {
      state: 'published',
      published: { id: shown?.id, url: `${simulator.origin}/sales_academy/status/${shown?.id}` },
    })
  })

test('A post of pictures alone is found by its media', async () => {
  const [one, other] = [context({ files: [postFile()] }), context({ files: [postFile()] })]
  const progress = await prepareFully(publishing, one)
  const since = now()
  simulator.failNext('busy_after')
  assert.equal((await faultOf(publishing.publish(one, progress))).kind, 'busy')
  await publishing.publish(other, await prepareFully(publishing, other))
  const found = await publishing.find(one, { progress, since })
  assert.equal(found.state === 'published' && found.published.id, simulator.shown[0]?.id)
  // Where the media cannot be told apart, a person has to look.
  const unlike = { progress: await prepareFully(publishing, context({ files: [postFile()] })), since }
  ahead = 301_000
  assert.deepEqual(await publishing.find(one, unlike), { state: 'unknown' })
})

test('Where a post has the same words and another link, a person has to look', async () => {
  const since = now()
  await publish({ text: 'Our offer: https://sales.example/caf%C3%A9' })
  ahead = 301_000
  const find = (text: string) => publishing.find(context({ text }), { progress: { uploads: [] }, since })
  assert.deepEqual(await find('Our offer: https://sales.example/café'), { state: 'unknown' })
  assert.deepEqual(await find('Another offer: https://sales.example/café'), { state: 'absent' })
})

test('A post is absent only when it cannot appear any more', async () => {
  const one = context({ text: 'Wanted' })
  const since = now()
  simulator.failNext('lost_before')
  assert.equal((await faultOf(publishing.publish(one, { uploads: [] }))).kind, 'lost')
  const early = await faultOf(publishing.find(one, { progress: { uploads: [] }, since }))
  assert.deepEqual([early.kind, early.again], ['busy', new Date(since.getTime() + 300_000)])
  ahead = 301_000
  assert.deepEqual(await publishing.find(one, { progress: { uploads: [] }, since }), { state: 'absent' })
  ahead = 0
  simulator.failNext('lost_after')
  await faultOf(publishing.publish(one, { uploads: [] }))
  simulator.hidden = 1
  await assert.rejects(publishing.find(one, { progress: { uploads: [] }, since }))
  simulator.hidden = 0
  assert.equal((await publishing.find(one, { progress: { uploads: [] }, since })).state, 'published')
})
