import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readGroups } from './model.ts'
import { writeRobots } from './robots.ts'

const publicUrl = 'https://firmeza.example'
const faultOf = (own: string) => readGroups(own).fault

test('every group of the team has the fixed rules too, since a crawler obeys one group only', () => {
  const own =
    '# no training\nuser-agent: GPTBot\nUser-Agent: CCBot\ndisallow: /\n\nUser-agent: bingbot\nCrawl-delay: 5'
  assert.equal(faultOf(own), undefined)
  assert.equal(
    writeRobots({ publicUrl, hasSitemap: true, own }),
    `User-agent: *
Disallow: /admin
Disallow: /api/
Allow: /api/doc/

User-agent: GPTBot
User-agent: CCBot
Disallow: /admin
Disallow: /api/
Allow: /api/doc/
Disallow: /

User-agent: bingbot
Disallow: /admin
Disallow: /api/
Allow: /api/doc/
Crawl-delay: 5

Sitemap: https://firmeza.example/sitemap.xml
`,
  )
})

test('rules that would hide the site from search engines are refused', () => {
  for (const own of [
    'User-agent: *\nDisallow: /',
    'User-agent: Googlebot\nDisallow: /*',
    'User-agent: *\nDisallow: /es/',
    'User-agent: YandexBot\nUser-agent: GPTBot\nDisallow: /*about$',
    'User-agent: *\nDisallow: /sitemap',
    'User-agent: *\nDisallow: /%65%73/',
  ])
    assert.equal(faultOf(own), 'robots_blocks_site', own)
  assert.equal(faultOf('User-agent: *\nDisallow: /drafts/\nDisallow:'), undefined)
})

test('lines that are no rules are refused', () => {
  for (const own of [
    'Sitemap: https://evil.example/sitemap.xml',
    'User-agent: *\nDisallow: drafts',
    'User-agent: a b',
    'User-agent: *\nDisallow: /ruta con espacio',
    'User-agent: *\nDisallow: /مسودة',
    'hello',
  ])
    assert.equal(faultOf(own), 'robots_line_invalid', own)
  assert.equal(faultOf('Disallow: /drafts'), 'robots_without_agent')
})
