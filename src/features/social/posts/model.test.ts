import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  findConflicts,
  findSimilar,
  isWallTime,
  resolveWallTime,
  searchNearDuplicates,
  wallTimeAt,
  withCampaignParameters,
} from './model.ts'

describe('the moment of a time on a clock', () => {
  const plain: [wallTime: string, zone: string, instant: string][] = [
    ['2026-12-01T09:00', 'UTC', '2026-12-01T09:00'],
    ['2026-12-01T09:00', 'Europe/Madrid', '2026-12-01T08:00'],
    ['2026-07-01T09:00', 'Europe/Madrid', '2026-07-01T07:00'],
    // The last minute before and the first after clocks are changed.
    ['2027-03-28T01:59', 'Europe/Madrid', '2027-03-28T00:59'],
    ['2027-03-28T03:00', 'Europe/Madrid', '2027-03-28T01:00'],
    ['2026-10-25T01:59', 'Europe/Madrid', '2026-10-24T23:59'],
    ['2026-10-25T03:00', 'Europe/Madrid', '2026-10-25T02:00'],
    // South of the equator, at midnight.
    ['2026-12-01T09:00', 'America/Santiago', '2026-12-01T12:00'],
    ['2026-07-01T09:00', 'America/Santiago', '2026-07-01T13:00'],
    ['2026-09-05T23:59', 'America/Santiago', '2026-09-06T03:59'],
    ['2026-09-06T01:00', 'America/Santiago', '2026-09-06T04:00'],
    // Quarters and halves of an hour.
    ['2026-12-01T09:00', 'Asia/Kathmandu', '2026-12-01T03:15'],
    ['2026-12-01T00:00', 'Asia/Kolkata', '2026-11-30T18:30'],
    ['2026-12-01T09:00', 'Australia/Lord_Howe', '2026-11-30T22:00'],
    ['2026-07-01T09:00', 'Australia/Lord_Howe', '2026-06-30T22:30'],
    ['2026-12-01T09:00', 'Pacific/Chatham', '2026-11-30T19:15'],
    // Clocks are put back for Ramadan only.
    ['2025-12-01T09:00', 'Africa/Casablanca', '2025-12-01T08:00'],
    ['2026-03-01T09:00', 'Africa/Casablanca', '2026-03-01T09:00'],
    ['2026-12-01T09:00', 'Pacific/Apia', '2026-11-30T20:00'],
    ['2026-12-01T09:00', 'Pacific/Kiritimati', '2026-11-30T19:00'],
    ['2026-12-01T09:00', 'Pacific/Pago_Pago', '2026-12-01T20:00'],
    ['2028-02-29T23:59', 'America/New_York', '2028-03-01T04:59'],
  ]
  for (const [wallTime, zone, instant] of plain)
    test(`${wallTime} in ${zone} is ${instant} UTC`, () => {
      const resolved = resolveWallTime(wallTime, zone)
      assert.deepEqual(resolved, {
        instant: new Date(`${instant}Z`),
        kind: 'plain',
        shown: wallTime,
        later: null,
      })
      assert.equal(wallTimeAt(resolved.instant, zone), wallTime)
    })

  const skipped: [wallTime: string, zone: string, instant: string, shown: string][] = [
    ['2027-03-28T02:00', 'Europe/Madrid', '2027-03-28T01:00', '2027-03-28T03:00'],
    ['2027-03-28T02:59', 'Europe/Madrid', '2027-03-28T01:59', '2027-03-28T03:59'],
    // Midnight itself is left out.
    ['2026-09-06T00:00', 'America/Santiago', '2026-09-06T04:00', '2026-09-06T01:00'],
    ['2026-09-06T00:30', 'America/Santiago', '2026-09-06T04:30', '2026-09-06T01:30'],
    ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:45', '2026-10-04T02:45'],
    ['2026-03-22T02:30', 'Africa/Casablanca', '2026-03-22T02:30', '2026-03-22T03:30'],
    ['2027-03-14T02:30', 'America/New_York', '2027-03-14T07:30', '2027-03-14T03:30'],
    // A whole day, as the country changed sides of the date line.
    ['2011-12-30T09:00', 'Pacific/Apia', '2011-12-30T19:00', '2011-12-31T09:00'],
    ['2011-12-30T00:00', 'Pacific/Apia', '2011-12-30T10:00', '2011-12-31T00:00'],
    ['2011-12-30T23:59', 'Pacific/Apia', '2011-12-31T09:59', '2011-12-31T23:59'],
  ]
  for (const [wallTime, zone, instant, shown] of skipped)
    test(`${wallTime} does not exist in ${zone} and moves to ${shown}`, () => {
      const resolved = resolveWallTime(wallTime, zone)
      assert.deepEqual(resolved, { instant: new Date(`${instant}Z`), kind: 'skipped', shown, later: null })
      assert.equal(wallTimeAt(resolved.instant, zone), shown)
    })

  const twice: [wallTime: string, zone: string, first: string, second: string][] = [
    ['2026-10-25T02:00', 'Europe/Madrid', '2026-10-25T00:00', '2026-10-25T01:00'],
    ['2026-10-25T02:59', 'Europe/Madrid', '2026-10-25T00:59', '2026-10-25T01:59'],
    ['2026-04-04T23:30', 'America/Santiago', '2026-04-05T02:30', '2026-04-05T03:30'],
    ['2027-04-04T01:45', 'Australia/Lord_Howe', '2027-04-03T14:45', '2027-04-03T15:15'],
    ['2026-02-15T02:30', 'Africa/Casablanca', '2026-02-15T01:30', '2026-02-15T02:30'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30', '2026-11-01T06:30'],
  ]
  for (const [wallTime, zone, first, second] of twice)
    test(`${wallTime} exists twice in ${zone}, and the first is taken`, () => {
      const resolved = resolveWallTime(wallTime, zone)
      const later = new Date(`${second}Z`)
      assert.deepEqual(resolved, {
        instant: new Date(`${first}Z`),
        kind: 'twice',
        shown: wallTime,
        later,
      })
      assert.equal(wallTimeAt(resolved.instant, zone), wallTime)
      assert.equal(wallTimeAt(later, zone), wallTime)
    })

  test('every quarter of an hour of a year is shown by the moment that is found for it', () => {
    const zones = ['Europe/Madrid', 'America/Santiago', 'Australia/Lord_Howe', 'Africa/Casablanca']
    for (const zone of zones) {
      const counts = { plain: 0, skipped: 0, twice: 0 }
      const end = Date.parse('2026-01-01T00:00Z')
      for (let time = Date.parse('2025-01-01T00:00Z'); time < end; time += 900_000) {
        const wallTime = new Date(time).toISOString().slice(0, 16)
        const { kind, instant, shown } = resolveWallTime(wallTime, zone)
        counts[kind]++
        assert.equal(wallTimeAt(instant, zone), shown)
        assert.equal(kind === 'skipped', shown !== wallTime)
      }
      const quarters = zone === 'Australia/Lord_Howe' ? 2 : 4
      assert.deepEqual([counts.skipped, counts.twice], [quarters, quarters], zone)
    }
  })

  test('what is no time on a clock, or no zone, is refused', () => {
    for (const invalid of [
      ...['', '2026-12-01', '2026-12-01T09:00Z', '2026-12-01T09:00:00', '2026-02-30T09:00'],
      ...['2026-12-01T24:00', '2026-12-01T09:60', '2027-02-29T09:00', '26-12-01T09:00'],
    ]) {
      assert.equal(isWallTime(invalid), false, invalid)
      assert.throws(() => resolveWallTime(invalid, 'UTC'), RangeError)
    }
    assert.equal(isWallTime('2028-02-29T00:00'), true)
    assert.throws(() => resolveWallTime('2026-12-01T09:00', 'Europe/Atlantis'), RangeError)
  })
})

describe('links that are tracked', () => {
  const parameters = 'utm_source=telegram&utm_medium=social&utm_campaign=spring%20%26%20sun'
  const track = (text: string) =>
    withCampaignParameters(text, {
      platform: 'telegram',
      siteOrigin: 'https://example.org',
      campaign: 'spring & sun',
    })

  test('pages of the site say where a visit comes from', () => {
    const cases: [before: string, after: string][] = [
      ['See https://example.org', `See https://example.org?${parameters}`],
      ['See https://example.org/es/about.', `See https://example.org/es/about?${parameters}.`],
      ['(https://example.org/es/)', `(https://example.org/es/?${parameters})`],
      ['https://example.org/?a=1', `https://example.org/?a=1&${parameters}`],
      ['https://example.org/?a=1&', `https://example.org/?a=1&${parameters}`],
      ['Have you read https://example.org/a?', `Have you read https://example.org/a?${parameters}?`],
      ['https://example.org/a#part', `https://example.org/a?${parameters}#part`],
      ['https://example.org/a?b=%2F#part#two', `https://example.org/a?b=%2F&${parameters}#part#two`],
      ['https://EXAMPLE.org/a', `https://EXAMPLE.org/a?${parameters}`],
      ['https://example.org/ar/وثيقة، ثم', `https://example.org/ar/وثيقة?${parameters}، ثم`],
      ['https://example.org/%D9%88%d8%ab?x=é', `https://example.org/%D9%88%d8%ab?x=é&${parameters}`],
      [
        'https://example.org/a https://example.org/a\nhttps://example.org/a/b',
        `https://example.org/a?${parameters} https://example.org/a?${parameters}\nhttps://example.org/a/b?${parameters}`,
      ],
    ]
    for (const [before, after] of cases) assert.equal(track(before), after)
  })

  test('everything else stays as it is', () => {
    for (const text of [
      'No link, example.org',
      'https://example.org.evil.test/a',
      'https://www.example.org/a',
      'https://other.test/?to=https://example.org/a',
      'https://example.org:8443/a',
      'https://example.org/a?utm_source=letter',
      'https://example.org/a?x=1&utm_campaign=own#top',
      'https://example.org/api/openapi.json and https://example.org/admin/social',
      'https://user@other.test/example.org',
    ])
      assert.equal(track(text), text)
  })
})

describe('texts that say nearly the same', () => {
  const others = [
    '¡Hoy presentamos la nueva versión del documento sobre identidad digital!',
    'Hoy presentamos la nueva version del documento sobre identidad digital',
    'Hoy presentamos la nueva versión del informe sobre identidad digital.',
    'Mañana hablamos de transparencia institucional en Valencia.',
    '今天我们发布关于数字身份的新文件',
    '',
  ].map((content, index) => ({ id: String(index), content, scheduled_at: '2026-12-01T09:00:00Z' }))
  const similarTo = (text: string) => findSimilar(text, others).map(({ id }) => id)

  test('are found in any alphabet, the most similar first', () => {
    assert.deepEqual(similarTo(others[1]?.content ?? ''), ['1', '0', '2'])
    assert.deepEqual(similarTo('今天我们发布关于数字身份的新文件!'), ['4'])
    assert.deepEqual(similarTo('Mañana'), [])
    assert.deepEqual(similarTo(''), [])
  })

  test('do not differ by the parameters of links, nor after what is compared', () => {
    const text = 'Read the report of the year https://example.org/report'
    assert.equal(findSimilar(`${text}?utm_source=x`, [{ content: `${text}?utm_source=y#top` }]).length, 1)
    const long = 'word '.repeat(28)
    assert.equal(findSimilar(`${long} one end`, [{ content: long.slice(0, 140) }]).length, 1)
  })

  const findNearDuplicates = (posts: Parameters<typeof searchNearDuplicates>[0]) => {
    const search = searchNearDuplicates(posts)
    let step = search.next()
    while (!step.done) step = search.next()
    return step.value
  }

  test('are found among many at once', () => {
    const found = findNearDuplicates(others)
    assert.deepEqual(new Set(found.get('1')), new Set(['0', '2']))
    assert.equal(found.has('3'), false)
    assert.equal(found.has('5'), false)
  })

  test('are found among many as one by one', () => {
    const words = [...'abcdefghijklmnopqrst'].map((letter, index) => letter.repeat(3 + (index % 4)))
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    const sentence = () => Array.from({ length: 12 }, () => words[random(words.length)]).join(' ')
    const posts = Array.from({ length: 1_000 }, (_, index) => ({
      id: String(index),
      content: sentence(),
      scheduled_at: '2026-12-01T09:00:00Z',
    }))
    for (let index = 0; index < 50; index++) {
      const twin = posts[index * 2 + 1]
      if (twin) twin.content = `${posts[index * 2]?.content} now`
    }
    const found = findNearDuplicates(posts)
    for (const { id, content } of posts.slice(0, 60))
      assert.deepEqual(
        new Set(found.get(id) ?? []),
        new Set(
          findSimilar(content, posts)
            .map((post) => post.id)
            .filter((other) => other !== id),
        ),
      )
  })
})

test('posts of an account less than ten minutes apart are pointed out', () => {
  const at = (id: string, time: string) => ({ id, scheduled_at: `2026-12-01T${time}Z` })
  const near = findConflicts([
    at('a', '09:00:00'),
    at('d', '12:09:59'),
    at('b', '09:10:00'),
    at('c', '12:00:00'),
    at('e', '12:10:00'),
  ])
  assert.deepEqual([...near].sort(), ['c', 'd', 'e'])
  assert.deepEqual(findConflicts([at('a', '09:00:00')]), new Set())
})
