import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import {
  createContexts,
  faultOf,
  platformOptions,
  prepareFully,
} from '../../../../../test/support/social/protocol/calling.ts'
import { postFile } from '../../../../../test/support/social/protocol/post-file.ts'
import { refusalSentence } from '../../../../../test/support/social/simulator.ts'
import { startTelegramSimulator, telegramChannel } from '../../../../../test/support/social/telegram.ts'
import { createTelegram } from './telegram.ts'

const now = new Date('2026-11-28T12:00:00Z')
const simulator = await startTelegramSimulator()
after(() => simulator.close())
const telegram = createTelegram(platformOptions({ telegram: simulator.endpoints }, () => now))
const { publishing, describeAccount } = telegram
assert.ok(publishing && describeAccount)

const describe = (name?: string, accessToken = simulator.grant().accessToken) => {
  const { client } = simulator
  return describeAccount({ ...{ client, accessToken, name }, signal: AbortSignal.timeout(10_000) })
}
const account = await describe('@sales_academy')
const { context, observed, assertNoSecrets } = createContexts(simulator, account)
const publish = async (content: Parameters<typeof context>[0]) => {
  const one = context(content)
  return await publishing.publish(one, await prepareFully(publishing, one))
}

test('A channel is found by its name, its address or its number', async () => {
  assert.deepEqual(account, {
    externalId: String(telegramChannel.id),
    name: 'Sales academy',
    url: 'https://t.me/sales_academy',
    data: { username: 'sales_academy', bot: 'sales_bot' },
  })
  for (const name of ['sales_academy', ' https://t.me/sales_academy ', account.externalId])
    assert.deepEqual(await describe(name), account)
})

test('A channel is refused where the bot may not post, and what is no channel', async () => {
  const cases = [
    ['@foreign_channel', 'account_rights'],
    ['@some_group', 'account_unknown'],
    ['a b', 'account_unknown'],
    ['../getMe', 'account_unknown'],
    [undefined, 'account_unknown'],
  ] as const
  for (const [name, code] of cases) {
    const fault = await faultOf(describe(name))
    assert.deepEqual([fault.kind, fault.code], ['refused', code], name)
  }
  const missing = await faultOf(describe('@missing_channel'))
  assert.deepEqual([missing.kind, missing.code], ['refused', 'account_unknown'])
  assert.equal(missing.message, 'Bad Request: chat not found')
})

test('A token that is none gets nowhere', async () => {
  const before = simulator.received.length
  for (const token of ['', 'abc', '1:a/../../x', '1:a?b'])
    assert.equal((await faultOf(describe('@sales_academy', token))).kind, 'token')
  assert.equal(simulator.received.length, before)
  const foreign = await faultOf(describe('@sales_academy', '123:foreign'))
  assert.deepEqual([foreign.kind, foreign.message, foreign.status], ['token', 'Unauthorized', 401])
})

test('A text is published once, as it is, and can be removed', async () => {
  const text = '<b>Not bold</b> *nor this* _سلام_ 你好 👋'
  const published = await publish({ text })
  assert.equal(simulator.shown.length, 1)
  assert.equal(simulator.shown[0]?.text, text)
  assert.equal(published.url, `https://t.me/sales_academy/${published.id}`)
  const sent = JSON.parse(simulator.received.at(-1)?.body.toString('utf8') ?? '')
  assert.deepEqual(sent, { chat_id: account.externalId, text })
  await publishing.remove?.(context(), published)
  assert.equal(simulator.shown.length, 0)
})

test('A picture, a video and an album are uploaded with their text', async () => {
  const video = { kind: 'video', type: 'video/mp4', content: 'a film', seconds: 2.6 } as const
  const picture = postFile({ content: 'JPEG', name: 'a;"\r\nx: y.jpg' })
  await publish({ text: 'One', files: [picture] })
  await publish({ text: 'Film', files: [postFile(video)] })
  const album = await publish({ text: 'Both', files: [picture, postFile(video)] })
  const uploaded = simulator.shown.map(({ text, files }) => [
    text,
    files.map(({ type, bytes }) => [type, bytes]),
  ])
  assert.deepEqual(uploaded, [
    ['One', [['image/jpeg', 4]]],
    ['Film', [['video/mp4', 6]]],
    // prettier-ignore
    [
      'Both',
      [
        ['image/jpeg', 4],
        ['video/mp4', 6],
      ],
    ],
  ])
  assert.match(album.id, /^\d+,\d+$/)
  assert.equal(album.url, `https://t.me/sales_academy/${album.id.split(',')[0]}`)
  await publishing.remove?.(context(), album)
  assert.equal(simulator.shown.length, 2)
  simulator.shown.length = 0
})

test('What goes wrong is told apart, with the sentence of the platform', async () => {
  simulator.retryAfter = '7'
  simulator.failNext('limited')
  const limited = await faultOf(publish({ text: 'One' }))
  assert.deepEqual([limited.kind, limited.again?.toISOString()], ['limited', '2026-11-28T12:00:07.000Z'])
  simulator.retryAfter = 'Sat, 28 Nov 2026 12:01:00 GMT'
  simulator.failNext('limited')
  const dated = await faultOf(publish({ text: 'One' }))
  assert.deepEqual([dated.kind, dated.again?.toISOString()], ['limited', '2026-11-28T12:01:00.000Z'])
  simulator.failNext('refused')
  const refused = await faultOf(publish({ text: 'One', files: [postFile()] }))
  assert.deepEqual([refused.kind, refused.message], ['refused', `Bad Request: ${refusalSentence}`])
  simulator.failNext('busy')
  const busy = await faultOf(publish({ text: 'One' }))
  assert.deepEqual([busy.kind, busy.message, busy.status], ['busy', 'upstream error', 503])
  simulator.failNext('lost_before')
  assert.equal((await faultOf(publish({ text: 'One' }))).kind, 'lost')
  assert.equal(simulator.shown.length, 0)
  simulator.failNext('expired')
  const expired = await faultOf(publish({ text: 'One' }))
  assert.equal(expired.kind, 'token')
  assertNoSecrets(...[limited, refused, busy, expired].map((fault) => `${fault.message} ${fault.stack}`))
  assert.ok(observed.some(({ address, status }) => /\/bot…\/sendMessage$/.test(address) && status === 429))
})

test('Nobody knows what became of a lost answer', async () => {
  simulator.failNext('lost_after')
  const one = context({ text: 'One' })
  assert.equal((await faultOf(publishing.publish(one, null))).kind, 'lost')
  assert.equal(simulator.shown.length, 1)
  const found = await publishing.find(one, { progress: null, since: now })
  assert.deepEqual(found, { state: 'unknown' })
})

test('A video is read in pieces, and arrives whole', async () => {
  const video = postFile({ kind: 'video', content: Buffer.alloc(2_500_000, 'v') })
  await publish({ files: [video] })
  assert.equal(simulator.shown.at(-1)?.files[0]?.bytes, 2_500_000)
  assert.deepEqual(
    video.reads.map((range) => range && range.end - range.start + 1),
    [1_048_576, 1_048_576, 402_848],
  )
})

test('A file that cannot be read sends nothing', async () => {
  const before = simulator.received.length
  const broken = postFile({ read: () => Promise.reject(new Error('/srv/files/secret')) })
  const large = postFile({ kind: 'video', content: Buffer.alloc(3_000_000) })
  const breaksOff = postFile({ ...large, read: async (range) => (await large.read(range)).subarray(1) })
  const breaksOffLater = postFile({
    ...large,
    read: (range) => (range?.start === 0 ? large.read(range) : Promise.reject(new Error())),
  })
  for (const files of [[broken], [breaksOff], [breaksOffLater], [postFile(), large, broken]]) {
    const fault = await faultOf(publish({ files }))
    assert.deepEqual([fault.kind, fault.code], ['unreachable', 'file_unreadable'])
  }
  // Time for what a server would make of a request that ended too early.
  await setTimeout(50)
  assert.equal(simulator.received.length, before)
})
