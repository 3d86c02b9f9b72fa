import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PostMedia, SocialPost } from '#features/social/posts/contract.ts'
import {
  type AccountOfPost,
  addText,
  type Composition,
  changeOf,
  changeText,
  changeVariant,
  compositionOf,
  describeFile,
  emptyComposition,
  faultsOf,
  filesFor,
  isDetached,
  isUnwritten,
  orderOf,
  roomFor,
  shiftFile,
  textFor,
  withoutFile,
} from './composition.ts'

const site = 'https://example.org'
const account = (id: string, platform: AccountOfPost['platform']): AccountOfPost => ({
  id,
  platform,
  account_name: id,
})
const picture = (id: string): PostMedia => ({
  ...{ id, kind: 'image', type: 'image/png', name: `${id}.png`, size: 1, width: 1600, height: 900 },
  ...{ seconds: null, alternative_text: '', url: `/files/${id}` },
})
const written: Composition = { ...emptyComposition, account_ids: ['x', 'g'], text: 'Hello' }

describe('a text for several accounts', () => {
  test('is the same until one says something else, and again afterwards', () => {
    let composition = changeText(written, 'x', 'Hello all')
    assert.deepEqual([textFor(composition, 'x'), textFor(composition, 'g')], ['Hello all', 'Hello all'])
    composition = changeVariant(composition, 'g', { text: 'Hello GitHub' })
    composition = changeText(composition, 'g', 'Hello, GitHub')
    composition = changeText(composition, 'x', 'Hello X')
    assert.deepEqual([textFor(composition, 'x'), textFor(composition, 'g')], ['Hello X', 'Hello, GitHub'])
    assert.equal(isDetached(composition, 'g'), true)
    composition = changeVariant(composition, 'g', { text: null })
    assert.equal(textFor(composition, 'g'), 'Hello X')
  })

  test('grows by what is added, below what is there', () => {
    assert.equal(textFor(addText(written, 'x', 'More'), 'g'), 'Hello\n\nMore')
    assert.equal(addText(emptyComposition, undefined, 'First').text, 'First')
  })
})

test('files are ordered, described, left out of one account, and removed', () => {
  let composition: Composition = { ...written, files: ['a', 'b', 'c'].map(picture) }
  const ids = (files: readonly PostMedia[]) => files.map(({ id }) => id).join('')
  composition = shiftFile(composition, 2, -1)
  assert.equal(ids(composition.files), 'acb')
  assert.equal(ids(shiftFile(composition, 0, -1).files), 'acb')
  assert.equal(ids(shiftFile(composition, 2, 1).files), 'acb')
  composition = changeVariant(composition, 'g', { left_out: ['a', 'c'] })
  assert.equal(ids(filesFor(composition, 'g')), 'b')
  assert.equal(ids(filesFor(composition, 'x')), 'acb')
  composition = describeFile(composition, 'b', ' A boat ')
  const [order] = orderOf(composition, 'Europe/Madrid').posts.filter((post) => post.account_id === 'g')
  assert.deepEqual(order?.files, [{ id: 'b', alternative_text: 'A boat' }])
  assert.equal(ids(withoutFile(composition, 'b').files), 'ac')
})

describe('what a platform takes', () => {
  test('is counted as it is published, with the parameters of tracked links', () => {
    const text = `See ${site}/es/about`
    const composition = { ...written, text }
    const added = '?utm_source=telegram&utm_medium=social&utm_campaign=social-00000000'.length
    const telegram = account('t', 'telegram')
    assert.equal(roomFor(composition, telegram, site), 4_096 - text.length - added)
    assert.equal(roomFor({ ...composition, tracks_links: false }, telegram, site), 4_096 - text.length)
    // X counts every link alike.
    assert.equal(roomFor(composition, account('x', 'twitter'), site), 280 - 4 - 23)
  })

  test('is less beside a picture where the platform says so', () => {
    const composition = { ...written, text: 'a'.repeat(1_025) }
    const telegram = account('t', 'telegram')
    assert.deepEqual(faultsOf(composition, telegram, site), [])
    const pictured = { ...composition, files: [picture('a')] }
    assert.equal(roomFor(pictured, telegram, site), -1)
    assert.deepEqual(
      faultsOf(pictured, telegram, site).map(({ field, code }) => [field, code]),
      [['text', 'text_too_long']],
    )
    assert.deepEqual(faultsOf(changeVariant(pictured, 't', { left_out: ['a'] }), telegram, site), [])
  })

  test('names title and target', () => {
    const reddit = account('r', 'reddit')
    const fields = (composition: Composition) => faultsOf(composition, reddit, site).map(({ field }) => field)
    assert.deepEqual(fields(written), ['title', 'target.subreddit'])
    assert.deepEqual(
      fields(changeVariant(written, 'r', { title: 'Hello', target: { subreddit: 'r/firmeza' } })),
      [],
    )
  })
})

test('what is sent has every account once, trimmed and without empty targets', () => {
  const composition = changeVariant({ ...written, text: ' Hello ', wall_time: '2026-12-01T09:00' }, 'g', {
    text: 'Release\n',
    title: ' v1 ',
    target: { repository: 'firmeza/site ', category: ' ' },
  })
  assert.deepEqual(orderOf(composition, 'Asia/Kathmandu'), {
    time_zone: 'Asia/Kathmandu',
    wall_time: '2026-12-01T09:00',
    tracks_links: true,
    posts: [
      { account_id: 'x', content: 'Hello', title: '', target: {}, files: [] },
      {
        account_id: 'g',
        content: 'Release',
        title: 'v1',
        target: { repository: 'firmeza/site' },
        files: [],
      },
    ],
  })
})

test('a post is changed at its time in the zone of who changes it; a copy has no time', () => {
  const id = '0197c1c0-1111-4222-8333-444455556666'
  const post: SocialPost = {
    ...{ id, group_id: id, platform: 'reddit', account_id: 'r', account_name: 'r', content: 'Hello' },
    ...{ title: 'Title', target: { subreddit: 'a' }, tracks_links: false, media: [picture('a')] },
    ...{ scheduled_at: '2026-12-01T08:00:00.000Z', wall_time: '2026-12-01T09:00' },
    ...{ time_zone: 'Europe/Madrid', status: 'scheduled', stage: 'preparing', version: 3, fault: null },
    ...{
      error_message: null,
      published_url: null,
      published_at: null,
      removed_at: null,
      is_removable: false,
      hand_posting: null,
      figures: null,
      created_by: null,
    },
    ...{ created_at: '2026-11-01T08:00:00.000Z', updated_at: '2026-11-01T08:00:00.000Z' },
  }
  assert.equal(compositionOf(post, 'Europe/Madrid').wall_time, '2026-12-01T09:00')
  assert.equal(compositionOf(post, 'America/Santiago').wall_time, '2026-12-01T05:00')
  assert.equal(compositionOf(post, 'Europe/Madrid', true).wall_time, '')
  assert.deepEqual(changeOf(compositionOf(post, 'Europe/Madrid'), post, 'Europe/Madrid'), {
    ...{ version: 3, time_zone: 'Europe/Madrid', wall_time: '2026-12-01T09:00', tracks_links: false },
    ...{ content: 'Hello', title: 'Title', target: { subreddit: 'a' } },
    files: [{ id: 'a', alternative_text: '' }],
  })
})

test('a composition is unwritten until it says or shows something', () => {
  assert.equal(isUnwritten({ ...emptyComposition, account_ids: ['x'], wall_time: '2026-12-01T09:00' }), true)
  assert.equal(isUnwritten(written), false)
  assert.equal(isUnwritten(changeVariant(emptyComposition, 'g', { title: 'v1' })), false)
  assert.equal(isUnwritten({ ...emptyComposition, files: [picture('a')] }), false)
})
