import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findBursts, type HitSigns, type JudgedHit, judgeHit, standingOf } from './classification.ts'

const sentAt = new Date('2026-03-01T10:00:00Z')
const after = (seconds: number) => new Date(sentAt.getTime() + seconds * 1000)
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const judge = (signs: Partial<HitSigns>) =>
  judgeHit({ kind: 'open', method: 'GET', userAgent: firefox, purpose: '', at: after(600), sentAt, ...signs })

describe('a hit', () => {
  const cases: [string, Partial<HitSigns>, string, string][] = [
    ['by a browser', {}, 'human', 'browser'],
    [
      'by Apple Mail',
      {
        userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
      },
      'human',
      'browser',
    ],
    ['by Outlook', { userAgent: 'Outlook-iOS/723.1' }, 'human', 'mail_program'],
    ['that only asks for the headers', { method: 'HEAD' }, 'scanner', 'method'],
    ['fetched ahead', { purpose: 'prefetch;prerender' }, 'scanner', 'prefetch'],
    [
      'by Gmail for its reader',
      {
        userAgent:
          'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
      },
      'privacy_proxy',
      'image_proxy',
    ],
    [
      'by Gmail for its reader, at once',
      { userAgent: 'x (via ggpht.com GoogleImageProxy)', at: after(1) },
      'privacy_proxy',
      'image_proxy',
    ],
    [
      'by Gmail as an old Edge',
      {
        userAgent:
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0',
      },
      'privacy_proxy',
      'image_proxy',
    ],
    ['by Mail Privacy Protection', { userAgent: 'Mozilla/5.0' }, 'privacy_proxy', 'mail_privacy'],
    [
      'by a bot',
      { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
      'scanner',
      'bot',
    ],
    ['by a library', { kind: 'click', userAgent: 'python-requests/2.32' }, 'scanner', 'bot'],
    ['a moment after it was handed over', { at: after(2) }, 'scanner', 'at_once'],
    ['three seconds after it was handed over', { at: after(3) }, 'human', 'browser'],
    ['before it was handed over', { sentAt: null }, 'scanner', 'at_once'],
    [
      'by a program that does not say what it is',
      { userAgent: 'Dalvik/2.1.0 (Linux; U; Android 14)' },
      'unknown',
      'unnamed',
    ],
  ]
  for (const [what, signs, verdict, reason] of cases) {
    test(`${what} is taken for ${verdict}`, () => assert.deepEqual(judge(signs), { verdict, reason }))
  }

  test('without a name is never taken for a person', () => {
    assert.notEqual(judge({ userAgent: '' }).verdict, 'human')
  })
})

describe('hits together', () => {
  let count = 0
  const hit = (seconds: number, rest: Partial<JudgedHit> = {}): JudgedHit => ({
    ...{
      id: String(count++),
      kind: 'click',
      link: 0,
      verdict: 'human',
      reason: 'browser',
      at: after(seconds),
    },
    ...rest,
  })

  test('on two links within moments are a machine’s, with all that lies between', () => {
    const early = hit(600)
    const burst = [hit(900, { kind: 'open', link: null }), hit(901, { link: 0 }), hit(904, { link: 1 })]
    const late = hit(2000)
    assert.deepEqual(
      findBursts([early, ...burst, late]),
      burst.map(({ id }) => id),
    )
  })

  test('on one link again and again are a person’s', () => {
    assert.deepEqual(findBursts([hit(900), hit(901), hit(902)]), [])
  })

  test('on two links at leisure are a person’s', () => {
    assert.deepEqual(findBursts([hit(900, { link: 0 }), hit(906, { link: 1 })]), [])
  })

  test('around the hidden link are a machine’s', () => {
    const [open, hidden] = [
      hit(900, { kind: 'open', link: null }),
      hit(901, { link: 255, verdict: 'scanner', reason: 'hidden_link' }),
    ]
    assert.deepEqual(findBursts([open, hidden]), [open.id])
  })

  test('come to the best of them, and when it was first', () => {
    const hits = [
      hit(10, { kind: 'open', verdict: 'scanner' }),
      hit(60, { kind: 'open', verdict: 'privacy_proxy' }),
      hit(80, { kind: 'open', verdict: 'privacy_proxy' }),
    ]
    assert.deepEqual(standingOf(hits, 'open'), { verdict: 'privacy_proxy', at: after(60) })
    assert.equal(standingOf(hits, 'click'), undefined)
  })

  test('by a person on a link mean that the mail was opened', () => {
    const hits = [hit(60, { kind: 'open', verdict: 'privacy_proxy' }), hit(90)]
    assert.deepEqual(standingOf(hits, 'open'), { verdict: 'human', at: after(90) })
    assert.deepEqual(standingOf(hits, 'click'), { verdict: 'human', at: after(90) })
  })
})
