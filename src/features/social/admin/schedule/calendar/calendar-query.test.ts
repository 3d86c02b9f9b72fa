import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countFilters, filterPosts, readCalendarQuery, writeCalendarQuery } from './calendar-query.ts'

const today = '2026-12-01'
const read = (query: string) => readCalendarQuery(new URLSearchParams(query), today)

test('the address says what is shown, and keeps what else is in it', () => {
  const query = read(
    'view=week&day=2026-12-24&platform=telegram&status=failed&search=boat&account=News&open=5',
  )
  assert.deepEqual(query, {
    ...{ view: 'week', day: '2026-12-24', platform: 'telegram', status: 'failed' },
    ...{ search: 'boat', account: 'News', page: 1, open: '5' },
  })
  assert.equal(countFilters(query), 4)
  const written = writeCalendarQuery(new URLSearchParams('post=7'), query, today)
  assert.deepEqual(readCalendarQuery(written, today), query)
  assert.equal(written.get('post'), '7')
})

test('what an address does not say, or says wrongly, is usual', () => {
  const usual = read('')
  assert.deepEqual(read('view=year&day=2026-02-31&platform=myspace&status=new&page=-1'), usual)
  assert.equal(writeCalendarQuery(new URLSearchParams('view=day'), usual, today).toString(), '')
})

test('posts are found by every filter, whatever the accents', () => {
  const post = (content: string) =>
    ({ platform: 'telegram', account_id: 'n', account_name: 'News', status: 'scheduled', content }) as const
  const posts = [post('Un avión'), post('Otro')]
  assert.equal(filterPosts(posts, read('search=AVION')).length, 1)
  assert.equal(filterPosts(posts, read('search=news')).length, 2)
  assert.equal(filterPosts(posts, read('platform=twitter')).length, 0)
  assert.equal(filterPosts(posts, read('account=n&status=scheduled&platform=telegram')).length, 2)
})
