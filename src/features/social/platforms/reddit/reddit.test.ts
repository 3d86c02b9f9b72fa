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
import { redditFlair, startRedditSimulator } from '../../../../../test/support/social/reddit.ts'
import { refusalSentence } from '../../../../../test/support/social/simulator.ts'
import { createReddit } from './reddit.ts'

let ahead = 0
const now = () => new Date(Date.now() + ahead)
const simulator = await startRedditSimulator()
after(() => simulator.close())
const options = platformOptions({ reddit: simulator.endpoints }, now)
const reddit = createReddit(options)
const { publishing } = reddit
assert.ok(publishing?.settle && publishing.remove && publishing.readFigures && reddit.describeAccount)
const { settle, remove, readFigures } = publishing
const { client } = simulator
const signal = AbortSignal.timeout(60_000)
const account = await reddit.describeAccount({ client, accessToken: simulator.grant().accessToken, signal })
const { context: anyContext, observed, assertNoSecrets } = createContexts(simulator, account)
const context = (content: Parameters<typeof anyContext>[0]) =>
  anyContext({ title: 'A title', target: { subreddit: 'r/sales_tips' }, ...content })
const publish = async (content: Parameters<typeof context>[0]) => {
  const one = context(content)
  return await publishing.publish(one, await prepareFully(publishing, one))
}
const nothing = { uploads: [] }
beforeEach(() => {
  ahead = 0
  simulator.shown.length = 0
  simulator.received.length = 0
  simulator.hidden = 0
})

test('An account is connected, renewed and disconnected', async () => {
  await testStandardOAuth(reddit, simulator)
  assert.deepEqual(account, {
    ...{ externalId: 'k3x9a', name: 'SalesAcademy', data: {} },
    url: `${simulator.origin}/user/SalesAcademy`,
  })
  const quota = await reddit.readQuota?.(context({}))
  assert.deepEqual([quota?.left, quota?.total], [96, 100])
  assert.ok(quota?.resetsAt && quota.resetsAt > now())
})

test('Places and flairs are offered that the account may use', async () => {
  const list = (field: string, chosen = {}) => reddit.listTargets?.(context({}), field, chosen)
  assert.deepEqual(await list('subreddit'), [
    { id: 'Marketing', name: 'r/Marketing' },
    { id: 'sales_tips', name: 'r/sales_tips' },
  ])
  assert.deepEqual(await list('flair', { subreddit: 'r/sales_tips' }), [
    { id: redditFlair.id, name: redditFlair.text },
  ])
  assert.deepEqual(await list('flair', { subreddit: 'Marketing' }), [])
  assert.deepEqual(await list('flair', { subreddit: '../api/v1/me' }), [])
})

test('A text is submitted once, measured and removed', async () => {
  const target = { subreddit: 'r/sales_tips', flair: redditFlair.id }
  const published = await publish({ text: 'Some *words*', target })
  assert.equal(simulator.shown.length, 1)
  const { text, title, target: shown } = simulator.shown[0] ?? {}
  assert.deepEqual([text, title], ['Some *words*', 'A title'])
  assert.deepEqual(shown, { subreddit: 'sales_tips', kind: 'self', url: '', flair: redditFlair.id })
  assert.deepEqual(published, { id: simulator.shown[0]?.id, url: simulator.shown[0]?.url })
  assert.deepEqual(await readFigures(context({}), published), { score: 12, replies: 5 })
  await remove(context({}), published)
  assert.equal(simulator.shown.length, 0)
  assert.equal((await faultOf(readFigures(context({}), published))).kind, 'refused')
})

test('A text that is a link alone is submitted as a link', async () => {
  await publish({ text: ' https://sales.example/a?b=1 ' })
  await publish({ text: 'See https://sales.example/' })
  assert.deepEqual(
    simulator.shown.map(({ target }) => [target.kind, target.url]),
    [
      ['link', 'https://sales.example/a?b=1'],
      ['self', ''],
    ],
  )
})

test('A picture is pending until it is listed', async () => {
  const one = context({ text: 'About it', files: [postFile({ content: 'JPEG' })] })
  const progress = await prepareFully(publishing, one)
  const published = await publishing.publish(one, progress)
  assert.equal(published.isPending, true)
  assert.equal(published.url, null)
  assert.deepEqual(simulator.shown[0]?.files, [{ type: 'image/jpeg', bytes: 4, alternativeText: '' }])
  assert.equal(simulator.shown[0]?.text, 'About it')
  simulator.hidden = 1
  assert.deepEqual(await settle(one, progress, published), published)
  assert.equal((await faultOf(remove(one, published))).kind, 'refused')
  simulator.hidden = 0
  const [shown] = simulator.shown
  assert.deepEqual(await settle(one, progress, published), { id: shown?.id, url: shown?.url })
  simulator.shown.length = 0
  ahead = 31 * 60_000
  assert.deepEqual(await settle(one, progress, published), { rejection: 'reddit_media' })
})

test('Several pictures are a gallery; a preparation goes on where it stopped', async () => {
  const one = context({
    files: [postFile({ content: 'one' }), postFile({ content: 'second', type: 'image/png' })],
  })
  const first = await publishing.prepare(one, null)
  assert.equal(first.isReady, false)
  const restarted = createReddit(options).publishing
  const ready = await restarted?.prepare(one, JSON.parse(JSON.stringify(first.progress)))
  assert.ok(ready?.isReady)
  assert.deepEqual(await publishing.prepare(one, ready.progress), ready)
  const leases = simulator.received.filter(({ url }) => url.pathname === '/api/media/asset.json')
  assert.equal(leases.length, 2)
  const published = await publishing.publish(one, ready.progress)
  assert.deepEqual(published, { id: simulator.shown[0]?.id, url: simulator.shown[0]?.url })
  assert.deepEqual(
    simulator.shown[0]?.files.map(({ type, bytes }) => [type, bytes]),
    [
      ['image/jpeg', 3],
      ['image/png', 6],
    ],
  )
  ahead = 2 * 3_600_000
  await publishing.prepare(one, ready.progress)
  assert.equal(simulator.received.filter(({ url }) => url.pathname === '/api/media/asset.json').length, 3)
})

test('What goes wrong is told apart, with the sentence of the platform', async () => {
  simulator.retryAfter = '90'
  simulator.failNext('limited')
  const limited = await faultOf(publish({}))
  assert.equal(limited.kind, 'limited')
  const seconds = ((limited.again?.getTime() ?? 0) - Date.now()) / 1000
  assert.ok(seconds > 80 && seconds <= 90, String(seconds))
  simulator.retryAfter = new Date(Math.floor(Date.now() / 1000) * 1000 + 60_000).toUTCString()
  simulator.failNext('limited')
  assert.equal((await faultOf(publish({}))).again?.toUTCString(), simulator.retryAfter)
  const sentence = "Looks like you've been doing that a lot. Take a break for 9 minutes before trying again."
  simulator.refuseWith = ['RATELIMIT', sentence, 'ratelimit']
  const paused = await faultOf(publish({}))
  assert.deepEqual([paused.kind, paused.message], ['limited', sentence])
  const minutes = ((paused.again?.getTime() ?? 0) - Date.now()) / 60_000
  assert.ok(minutes > 8.9 && minutes <= 9, String(minutes))
  simulator.failNext('refused')
  const refused = await faultOf(publish({}))
  assert.deepEqual([refused.kind, refused.message, refused.status], ['refused', refusalSentence, 200])
  const unknown = await faultOf(publish({ target: { subreddit: 'not_there' } }))
  assert.match(unknown.message, /that community doesn't exist/)
  simulator.failNext('busy')
  const busy = await faultOf(publish({}))
  assert.deepEqual([busy.kind, busy.message], ['busy', 'upstream error'])
  simulator.failNext('expired')
  const expired = await faultOf(publish({}))
  assert.deepEqual([expired.kind, expired.status], ['token', 401])
  assert.equal(simulator.shown.length, 0)
  assertNoSecrets(...[limited, refused, busy, expired].map((fault) => `${fault.message} ${fault.stack}`))
  assert.ok(observed.some(({ address, status }) => address.endsWith('/api/submit') && status === 429))
})

for (const text of ['A text  with\n\n\nspaces 👩‍💻 ', 'https://sales.example/ar?a=1', ''])
  test(`A post whose answer was lost is found: ${text.slice(0, 8)}`, async () => {
    const one = context({ text, title: ' Spaced   title  ' })
    const since = now()
    simulator.failNext('lost_after')
    assert.equal((await faultOf(publishing.publish(one, nothing))).kind, 'lost')
    for (let index = 0; index < 7; index++) await publish({ text: `Later ${index}` })
    const [shown] = simulator.shown
    assert.deepEqual(await publishing.find(one, { progress: nothing, since }), {
      ...{ state: 'published', published: { id: shown?.id, url: shown?.url } },
    })
  })

test('A picture whose answer was lost is found', async () => {
  const one = context({ files: [postFile()] })
  const progress = await prepareFully(publishing, one)
  const since = now()
  simulator.failNext('busy_after')
  assert.equal((await faultOf(publishing.publish(one, progress))).kind, 'busy')
  const found = await publishing.find(one, { progress, since })
  assert.equal(found.state === 'published' && found.published.id, simulator.shown[0]?.id)
})

test('A post is absent only when it cannot appear any more, and unknown beside one that looks like it', async () => {
  const one = context({ text: 'Wanted' })
  const since = now()
  simulator.failNext('lost_before')
  assert.equal((await faultOf(publishing.publish(one, nothing))).kind, 'lost')
  const find = () => publishing.find(one, { progress: nothing, since })
  const early = await faultOf(find())
  assert.deepEqual([early.kind, early.again], ['busy', new Date(since.getTime() + 600_000)])
  ahead = 601_000
  assert.deepEqual(await find(), { state: 'absent' })
  await publish({ text: 'Another text under the same title' })
  assert.deepEqual(await find(), { state: 'unknown' })
  await publish({ text: 'Wanted' })
  await publish({ text: 'Wanted' })
  assert.deepEqual(await find(), { state: 'unknown' })
})
