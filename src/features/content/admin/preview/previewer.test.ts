import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'
import type { PreviewDraft, PreviewLink } from '#features/previews/contract.ts'
import { createPreviewer, type PreviewedText } from './previewer.ts'

beforeEach((context) => {
  mock.timers.reset()
  mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  void context
})

const text: PreviewedText = {
  ...({ key: 'home-hero', language: 'es', content: '<p>a</p>' } as const),
  ...{ seo_title: '', seo_description: '', seo_keywords: '' },
}

function create() {
  const asked: PreviewDraft[] = []
  const waiting: { answer(): Promise<void>; refuse(): Promise<void> }[] = []
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  const previewer = createPreviewer({
    make(draft) {
      asked.push(draft)
      const number = asked.length
      return new Promise<PreviewLink>((resolve, reject) => {
        waiting.push({
          answer() {
            const expires = new Date(Date.now() + 7_200_000).toISOString()
            resolve({ url: `https://x.example/preview/${number}`, expires_at: expires })
            return settled()
          },
          refuse() {
            reject(new Error('no'))
            return settled()
          },
        })
      })
    },
  })
  return { previewer, asked, waiting }
}

test('the first text is previewed immediately, a change after a pause in typing, an unchanged text never', async () => {
  const { previewer, asked, waiting } = create()
  previewer.show(text)
  mock.timers.tick(0)
  assert.equal(asked.length, 1)
  assert.equal(previewer.current().isMaking, true)
  await waiting[0]?.answer()
  assert.equal(previewer.current().made?.link.url, 'https://x.example/preview/1')
  previewer.show({ ...text })
  mock.timers.tick(2000)
  assert.equal(asked.length, 1)
  for (const content of ['b', 'bc', 'bcd']) {
    previewer.show({ ...text, content })
    mock.timers.tick(500)
  }
  assert.equal(asked.length, 1)
  mock.timers.tick(500)
  assert.deepEqual(
    asked.map(({ content, replaces }) => [content, replaces]),
    [
      ['<p>a</p>', undefined],
      ['bcd', 'https://x.example/preview/1'],
    ],
  )
})

test('text that is typed during a request is previewed next; there is never more than one request', async () => {
  const { previewer, asked, waiting } = create()
  previewer.show(text)
  mock.timers.tick(0)
  previewer.show({ ...text, content: 'b' })
  mock.timers.tick(1000)
  assert.equal(asked.length, 1)
  await waiting[0]?.answer()
  mock.timers.tick(0)
  assert.deepEqual(
    asked.map(({ content }) => content),
    ['<p>a</p>', 'b'],
  )
})

test('a link that somebody uses remains valid', async () => {
  const { previewer, asked, waiting } = create()
  previewer.show(text)
  mock.timers.tick(0)
  await waiting[0]?.answer()
  previewer.keepLink()
  previewer.show({ ...text, content: 'b' })
  mock.timers.tick(1000)
  assert.equal(asked[1]?.replaces, undefined)
})

test('another language is previewed immediately, without showing the previous one', async () => {
  const { previewer, asked, waiting } = create()
  previewer.show(text)
  mock.timers.tick(0)
  previewer.show({ ...text, language: 'ar' })
  mock.timers.tick(0)
  await waiting[0]?.answer()
  assert.equal(previewer.current().made, undefined)
  mock.timers.tick(0)
  assert.equal(asked[1]?.language, 'ar')
  await waiting[1]?.answer()
  assert.equal(previewer.current().made?.text.language, 'ar')
})

test('a failure is reported, keeps the last preview, and can be retried', async () => {
  const { previewer, waiting } = create()
  previewer.show(text)
  mock.timers.tick(0)
  await waiting[0]?.refuse()
  assert.ok(previewer.current().error instanceof Error)
  previewer.refresh()
  mock.timers.tick(0)
  await waiting[1]?.answer()
  assert.equal(previewer.current().error, undefined)
  assert.equal(previewer.current().made?.link.url, 'https://x.example/preview/2')
})

test('a link is replaced before it expires, unless the preview is closed', async () => {
  const { previewer, asked, waiting } = create()
  previewer.show(text)
  mock.timers.tick(0)
  await waiting[0]?.answer()
  mock.timers.tick(7_200_000 - 60_000)
  assert.equal(asked.length, 2)
  await waiting[1]?.answer()
  previewer.stop()
  assert.equal(previewer.current().made, undefined)
  mock.timers.tick(7_200_000)
  assert.equal(asked.length, 2)
})
