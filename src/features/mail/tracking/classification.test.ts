import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  classify,
  findBursts,
  summarize,
  type TrackingEvent,
  type TrackingRequest,
} from './classification.ts'

const sentAt = new Date('2026-03-01T10:00:00Z')
const after = (seconds: number) => new Date(sentAt.getTime() + seconds * 1000)
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const classifyWith = (signs: Partial<TrackingRequest>) =>
  classify({ kind: 'open', method: 'GET', userAgent: firefox, purpose: '', at: after(600), sentAt, ...signs })

describe('a tracking event', () => {
  const cases: [string, Partial<TrackingRequest>, string, string][] = [
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
    ['that requests only the headers', { method: 'HEAD' }, 'scanner', 'method'],
    ['that is a prefetch', { purpose: 'prefetch;prerender' }, 'scanner', 'prefetch'],
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
      'by Gmail for its reader, right after delivery',
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
    ['two seconds after delivery', { at: after(2) }, 'scanner', 'at_once'],
    ['three seconds after delivery', { at: after(3) }, 'human', 'browser'],
    ['before delivery', { sentAt: null }, 'scanner', 'at_once'],
    ['by an unknown program', { userAgent: 'Dalvik/2.1.0 (Linux; U; Android 14)' }, 'unknown', 'unnamed'],
  ]
  for (const [what, signs, verdict, reason] of cases) {
    test(`${what} is classified as ${verdict}`, () =>
      assert.deepEqual(classifyWith(signs), { verdict, reason }))
  }

  test('without a user agent is never human', () => {
    assert.notEqual(classifyWith({ userAgent: '' }).verdict, 'human')
  })
})

describe('several events of a mail', () => {
  let count = 0
  const event = (seconds: number, rest: Partial<TrackingEvent> = {}): TrackingEvent => ({
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

  test('on two links within seconds are a machine’s, with all events between them', () => {
    const early = event(600)
    const burst = [event(900, { kind: 'open', link: null }), event(901, { link: 0 }), event(904, { link: 1 })]
    const late = event(2000)
    assert.deepEqual(
      findBursts([early, ...burst, late]),
      burst.map(({ id }) => id),
    )
  })

  test('on one link repeatedly are a person’s', () => {
    assert.deepEqual(findBursts([event(900), event(901), event(902)]), [])
  })

  test('on two links further apart are a person’s', () => {
    assert.deepEqual(findBursts([event(900, { link: 0 }), event(906, { link: 1 })]), [])
  })

  test('around the hidden link are a machine’s', () => {
    const [open, hidden] = [
      event(900, { kind: 'open', link: null }),
      event(901, { link: 255, verdict: 'scanner', reason: 'hidden_link' }),
    ]
    assert.deepEqual(findBursts([open, hidden]), [open.id])
  })

  test('are summarized as the best verdict and its first time', () => {
    const events = [
      event(10, { kind: 'open', verdict: 'scanner' }),
      event(60, { kind: 'open', verdict: 'privacy_proxy' }),
      event(80, { kind: 'open', verdict: 'privacy_proxy' }),
    ]
    assert.deepEqual(summarize(events, 'open'), { verdict: 'privacy_proxy', at: after(60) })
    assert.equal(summarize(events, 'click'), undefined)
  })

  test('count as an open when a person followed a link', () => {
    const events = [event(60, { kind: 'open', verdict: 'privacy_proxy' }), event(90)]
    assert.deepEqual(summarize(events, 'open'), { verdict: 'human', at: after(90) })
    assert.deepEqual(summarize(events, 'click'), { verdict: 'human', at: after(90) })
  })
})
