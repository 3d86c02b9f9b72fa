import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { platformIds } from '#features/social/contract.ts'
import { SocialFile } from '#features/social/files/contract.ts'
import { platformLimits } from '#features/social/platforms/model.ts'
import type { PostFile } from '#features/social/platforms/platform.ts'
import { createContentReader } from '#features/social/publishing/content.ts'
import type { HeldPost } from '#features/social/publishing/held-post-store.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { formWith } from '../../../../test/support/social/forms.ts'
import { drawPicture } from '../../../../test/support/social/pictures.ts'
import { insertAccount } from '../../../../test/support/social/publishing-engine.ts'
import type { PlatformLimits, TextUnit } from './contract.ts'
import { checkPost, findHashtags, findLinks, findMentions, measureText, textLimitOf } from './model.ts'

let product: TestApp
let editor: Send
let picture: SocialFile

before(async () => {
  product = await startTestApp()
  editor = await product.signInAs('editor')
  const form = formWith({}, { name: 'a.png', bytes: await drawPicture() })
  picture = (await editor('/api/social/files', form)).read(SocialFile)
})
after(() => product?.close())

/** How long a letter is in each unit. */
const letters: Readonly<Record<string, Readonly<Record<TextUnit, number>>>> = {
  a: { graphemes: 1, codePoints: 1, utf16: 1, bytes: 1, weighted: 1, emojiBytes: 1 },
  '🙂': { graphemes: 1, codePoints: 1, utf16: 2, bytes: 4, weighted: 2, emojiBytes: 4 },
  证: { graphemes: 1, codePoints: 1, utf16: 1, bytes: 3, weighted: 2, emojiBytes: 1 },
  ح: { graphemes: 1, codePoints: 1, utf16: 1, bytes: 2, weighted: 1, emojiBytes: 1 },
}

/** A text of a length, as the platform counts it: of one letter, filled up with a plain one. */
function textOf(letter: string, unit: TextUnit, length: number): string {
  const each = letters[letter]?.[unit] ?? 1
  return letter.repeat(Math.floor(length / each)) + 'a'.repeat(length % each)
}

const targets: Readonly<Record<string, string>> = {
  ...{ repository: 'firmeza/site', category: 'release', subreddit: 'firmeza', tags: 'typescript' },
  privacy: 'PUBLIC_TO_EVERYONE',
}
const targetOf = (limits: PlatformLimits) =>
  Object.fromEntries(
    limits.targets.flatMap(({ name, isRequired }) => (isRequired ? [[name, targets[name] ?? 'x']] : [])),
  )
const titleOf = ({ title }: PlatformLimits) => (title ? 'T'.repeat(Math.max(1, title.least)) : '')

const file: PostFile = {
  ...{ kind: 'image', type: 'image/jpeg', name: 'a.jpg', size: 1_000, width: 1200, height: 600 },
  ...{ seconds: null, alternativeText: '', read: async () => Buffer.alloc(0), url: () => '' },
}

/** Whether the composer, the API and the publisher take a text. */
async function takenBy(limits: PlatformLimits, text: string, withFile: boolean) {
  const { platform } = limits
  const [title, target] = [titleOf(limits), targetOf(limits)]
  const composer = checkPost(limits, { text, title, target, files: withFile ? [file] : [] }).length === 0
  const files = withFile ? [{ id: picture.id, alternative_text: '' }] : []
  const account_id = accounts.get(platform) ?? ''
  const reply = await editor('/api/social/posts', {
    json: { wall_time: null, time_zone: 'UTC', posts: [{ account_id, content: text, title, target, files }] },
  })
  assert.ok(reply.status === 201 || reply.status === 422, reply.text)
  const read = createContentReader({
    files: { forPlatform: () => file },
    listFiles: async () => (withFile ? ([{ postId: '', alternativeText: '', file: {} }] as never) : []),
    siteOrigin: 'https://www.example.org',
  })
  const held = { id: '', platform, content: text, title, target, tracksLinks: true, groupId: randomUUID() }
  const { faults } = await read(held as unknown as HeldPost)
  return { composer, api: reply.status === 201, publisher: faults.length === 0 }
}

const accounts = new Map<string, string>()

describe('the text of a post', () => {
  before(async () => {
    for (const id of platformIds) accounts.set(id, await insertAccount(product.db, id))
  })

  for (const id of platformIds)
    test(`is taken up to the limit of ${id}, in the composer, the API and the publisher`, async () => {
      const limits = platformLimits[id]
      for (const withFile of [false, true]) {
        if (withFile ? !limits.images : limits.needsFile) continue
        const { unit, most } = textLimitOf(limits, withFile)
        for (const letter of Object.keys(letters))
          for (const [length, isTaken] of [
            [most - 1, true],
            [most, true],
            [most + 1, false],
          ] as const) {
            const text = textOf(letter, unit, length)
            assert.equal(measureText(text, unit), length)
            const expected = { composer: isTaken, api: isTaken, publisher: isTaken }
            assert.deepEqual(await takenBy(limits, text, withFile), expected, `${length} of ${letter}`)
          }
      }
    })
})

describe('measuring', () => {
  test('follows the examples of X', () => {
    const weighted = (text: string) => measureText(text, 'weighted')
    assert.equal(weighted('https://example.org/a/very/long/address?with=parameters'), 23)
    assert.equal(weighted('Mira https://example.org/ y https://example.com/x'), 5 + 23 + 3 + 23)
    assert.equal(weighted('👨‍👩‍👧‍👦🇪🇸👍🏽'), 6)
    assert.equal(weighted('0#*'), 3)
    assert.equal(weighted('e\u0301'), 1)
    assert.equal(weighted('证'.repeat(140)), 280)
  })

  test('counts emoji as bytes for Threads', () => {
    assert.equal(measureText('Hola 👨‍👩‍👧‍👦', 'emojiBytes'), 5 + 25)
    assert.equal(measureText('1 # ©', 'emojiBytes'), 3 + 1 + measureText('©', 'emojiBytes'))
  })

  test('finds links, hashtags and mentions as people write them', () => {
    const text = 'Ver https://example.org/a_(b)#c, #prueba #证明 #إثبات #1 y @firmeza.app, no a@b.es.'
    assert.deepEqual(findLinks(text), ['https://example.org/a_(b)#c'])
    assert.deepEqual(findHashtags(text), ['#prueba', '#证明', '#إثبات'])
    assert.deepEqual(findMentions(text), ['@firmeza.app'])
  })
})

describe('files of a post', () => {
  const codesFor = (id: (typeof platformIds)[number], files: object[], text = 'x') =>
    checkPost(platformLimits[id], {
      ...{ text, title: titleOf(platformLimits[id]), target: targetOf(platformLimits[id]) },
      files: files.map((one) => ({ ...file, ...one })),
    }).map(({ field, code }) => `${field} ${code}`)
  const video = { kind: 'video', type: 'video/mp4', seconds: 10, size: 1_000_000 }

  test('are needed, too many, mixed or of a kind that the platform does not take', () => {
    assert.deepEqual(codesFor('instagram', []), ['files file_required'])
    assert.deepEqual(codesFor('twitter', [{}, {}, {}, {}, {}]), ['files too_many_files'])
    assert.deepEqual(codesFor('twitter', [{}, video]), ['files files_mixed'])
    assert.deepEqual(codesFor('github', [{}]), ['files files_unsupported'])
    assert.deepEqual(codesFor('instagram', [{}, video]), [])
  })

  test('are measured: videos by type, size and duration', () => {
    assert.deepEqual(codesFor('twitter', [{ ...video, seconds: 141 }]), ['files.0 video_too_long'])
    assert.deepEqual(codesFor('twitter', [{ ...video, seconds: null }]), ['files.0 video_unmeasured'])
    assert.deepEqual(codesFor('linkedin', [{ ...video, seconds: 2 }]), ['files.0 video_too_short'])
    assert.deepEqual(codesFor('telegram', [{ ...video, type: 'video/webm' }]), ['files.0 file_type'])
    assert.deepEqual(codesFor('telegram', [{ ...video, size: 60 * 1024 * 1024 }]), ['files.0 file_too_big'])
  })

  test('make room for less text where a platform says so', () => {
    assert.deepEqual(codesFor('telegram', [], 'x'.repeat(1_025)), [])
    assert.deepEqual(codesFor('telegram', [{}], 'x'.repeat(1_025)), ['text text_too_long'])
  })
})
