import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readLinkAddress } from './link-address.ts'

describe('the typed address of a link', () => {
  const read: [typed: string, href: string][] = [
    ['example.org', 'https://example.org/'],
    ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
    ['//example.org/a', 'https://example.org/a'],
    ['example.org:8080/a', 'https://example.org:8080/a'],
    ['http://192.0.2.1/', 'http://192.0.2.1/'],
    ['niño.example.org', 'https://xn--nio-8ma.example.org/'],
    ['ana@example.org', 'mailto:ana@example.org'],
    ['mailto:ana@example.org?subject=a', 'mailto:ana@example.org?subject=a'],
    ['+34 600 000 000', 'tel:+34600000000'],
    ['tel:+34600000000', 'tel:+34600000000'],
    [' /es/about ', '/es/about'],
    ['#top', '#top'],
  ]
  for (const [typed, href] of read) {
    test(`${typed} is ${href}`, () => assert.deepEqual(readLinkAddress(typed), { href }))
  }
  const refused: [typed: string, fault: string][] = [
    ['', 'empty'],
    ['javascript:alert(1)', 'scheme'],
    ['JaVaScRiPt:alert(1)', 'scheme'],
    ['data:text/html,x', 'scheme'],
    ['ftp://example.org', 'scheme'],
    ['two words', 'malformed'],
    ['word', 'malformed'],
    ['https://', 'malformed'],
    ['https://user:pass@example.org', 'malformed'],
    ['mailto:nobody', 'malformed'],
    ['/\\example.org', 'malformed'],
  ]
  for (const [typed, fault] of refused) {
    test(`${JSON.stringify(typed)} is refused`, () => assert.deepEqual(readLinkAddress(typed), { fault }))
  }
})
