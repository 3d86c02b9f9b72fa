import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import {
  CheckedPage,
  FindingGroups,
  PageRow,
  SeoCheck,
  SeoChecks,
  SeoFinding,
  SeoHealth,
} from '#features/seo/prover/contract.ts'
import { languages } from '#shared/languages.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { createNoonClock } from '../../../../test/support/clock.ts'
import { type Editor, openEditor } from '../../../../test/support/content/editor.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { pollIfDue } from '../../../../test/support/poll.ts'
import { publicPages } from '../../../../test/support/public-pages.ts'
import { until } from '../../../../test/support/until.ts'
import { createCheckSchedule } from './schedule.ts'

let app: TestApp
let editor: Editor
let viewer: Send
const Findings = z.array(SeoFinding)

before(async () => {
  app = await startTestApp({ clock: createNoonClock(), env: { PUBLIC_URL: 'https://firmeza.example' } })
  editor = await openEditor(app)
  viewer = await app.signInAs('viewer')
  await app.app.startBackgroundWork()
  await until(async () => (await app.send('/ledger/checkpoint')).status === 200, 'there is a checkpoint')
})
after(() => app?.close())

async function ask(): Promise<SeoCheck> {
  // No two checks end at the same moment.
  app.clock.advance(1_000)
  return (await editor.send('/api/admin/seo/checks', { method: 'POST', json: {} })).read(SeoCheck)
}
const readChecks = async () => (await viewer('/api/admin/seo/checks/latest')).read(SeoChecks)
const listFindings = async (query = '') => (await viewer(`/api/admin/seo/findings${query}`)).read(Findings)

/** Waits until nothing is checked and nothing waits; time passes for what rests first. */
async function settle(): Promise<SeoChecks> {
  let checks = await readChecks()
  await until(
    async () => {
      checks = await readChecks()
      return checks.current === null
    },
    'no check waits or runs',
    150,
  )
  return checks
}

/** Stores a check of one page, with its state, its lease and how often it was begun; its id. */
async function insertCheck(state: string): Promise<string | undefined> {
  const { rows } = await app.pool.query<{ id: string }>(
    `INSERT INTO seo_checks (kind, cause, addresses, asked_at, due_at, state, taken_at, claim, attempts)
    VALUES ('changes', 'publish', '{/fr/about}', $1, $1, ${state}) RETURNING id`,
    [app.clock.now()],
  )
  return rows[0]?.id
}

/** Publishes a text of the French page about us. */
async function publish(version: number, seo_title: string): Promise<void> {
  const { id } = await editor.save({
    ...{ key: 'about-mission', language: 'fr', version, content: '<p>2</p>', seo_title },
    seo_description: 'Qui nous sommes, et pourquoi chacun peut vérifier ce que nous signons.',
  })
  assert.equal((await editor.publish(id)).status, 200)
}

/** Waits for the check of what has just been published. */
async function settleChanges(): Promise<SeoChecks> {
  await until(async () => (await readChecks()).current?.kind === 'changes', 'a check of changes waits', 20)
  app.clock.advance(6_000)
  return settle()
}

const countNotifications = async () => {
  const { rows } = await app.pool.query<{ count: string; number: number | null }>(
    "SELECT count(*) AS count FROM notifications WHERE type = 'seo.found'",
  )
  return Number(rows[0]?.count)
}

describe('a check of all pages', () => {
  test('is one, however many people ask for it', async () => {
    const [one, other] = await Promise.all([ask(), ask()])
    assert.equal(one.id, other.id)
    const { last, last_full } = await settle()
    assert.equal(last?.id, one.id)
    assert.equal(last_full?.id, one.id)
    assert.equal(last?.state, 'done')
    assert.equal(last?.cause, 'person')
    assert.equal(last?.failure, null)
    assert.ok(last && last.pages_done > publicPages.length * languages.length)
    assert.deepEqual(await listFindings(), [])
    assert.equal(await countNotifications(), 0)
  })

  test('shows every page in every language', async () => {
    const reply = await viewer('/api/admin/seo/pages?limit=5')
    const rows = reply.read(z.array(PageRow))
    assert.equal(rows.length, 5)
    assert.equal(reply.headers['x-total-count'], String(publicPages.length))
    assert.match(String(reply.headers.link), /rel="next"/)
    const [landing] = rows
    assert.equal(landing?.path, '/')
    assert.deepEqual(landing?.languages.map(({ language }) => language).sort(), [...languages].sort())
    for (const page of landing?.languages ?? []) {
      assert.equal(CheckedPage.parse(page).indexing, 'indexable')
      assert.ok(page.title.pixels > 100 && page.title.pixels <= 600, page.address)
      assert.deepEqual(page.types, ['Organization', 'WebSite'])
    }
  })

  test('tells whether the sitemap and robots.txt are served', async () => {
    const { sitemap, robots } = (await viewer('/api/admin/seo/health')).read(SeoHealth)
    assert.deepEqual(sitemap, {
      ...{ path: '/sitemap.xml', state: 'working', reason: null, status: 200 },
      addresses: publicPages.length * languages.length,
    })
    assert.equal(robots.state, 'working')
  })
})

describe('what is published', () => {
  test('is looked at soon, and no other page is', async () => {
    await publish(1, 'Nous')
    const { last } = await settleChanges()
    assert.equal(last?.kind, 'changes')
    assert.equal(last?.cause, 'publish')
    assert.equal(last?.found_new, 1)
    assert.ok(last && last.pages_done < 150, String(last?.pages_done))
    const [finding, ...more] = await listFindings()
    assert.deepEqual(more, [])
    assert.ok(finding)
    assert.deepEqual(
      [finding.rule, finding.page, finding.language, finding.is_new],
      ['title_short', '/fr/about', 'fr', true],
    )
    assert.deepEqual(finding.repair, { kind: 'content', path: '/admin/content/about-mission?language=fr' })
    assert.equal(await countNotifications(), 1)
  })

  test('is told once: what is still there is not new', async () => {
    app.clock.advance(1_000)
    await insertCheck("'waiting', NULL, NULL, 0")
    const { last } = await settle()
    assert.equal(last?.found_new, 0)
    const [finding] = await listFindings('?severity=warning&language=fr&rule=title_short')
    assert.equal(finding?.is_new, false)
    assert.equal(await countNotifications(), 1)
    const groups = (await viewer('/api/admin/seo/findings/groups')).read(FindingGroups)
    assert.deepEqual(groups, [{ rule: 'title_short', severity: 'warning', count: 1 }])
    assert.deepEqual(await listFindings('?language=es'), [])
  })

  test('is found among the pages, which are searched by address and title', async () => {
    const list = async (query: string) => {
      const reply = await viewer(`/api/admin/seo/pages?${query}`)
      const rows = reply.read(z.array(PageRow))
      assert.equal(reply.headers['x-total-count'], String(rows.length))
      return rows.map(({ path, languages }) => `${path} ${languages.length}`)
    }
    const about = [`/about ${languages.length}`]
    assert.deepEqual(await list('found=true'), about)
    assert.deepEqual(await list('search=FR/about&found=true'), about)
    const { rows } = await app.pool.query<{ title: string }>(
      "SELECT title FROM seo_pages WHERE address = '/ar/about'",
    )
    assert.deepEqual(await list(`search=${encodeURIComponent(rows[0]?.title ?? '')}`), about)
    assert.deepEqual(await list('search=%25'), [], 'a sign of patterns is a letter')
    assert.deepEqual(await list('search=ledger&found=true'), [])
    assert.equal((await viewer('/api/admin/seo/pages?found=yes')).status, 422)
  })

  test('is dismissed for a reason, which is taken back', async () => {
    const [finding] = await listFindings()
    const at = `/api/admin/seo/findings/${finding?.id}`
    assert.equal((await editor.send(`${at}/dismiss`, { json: { reason: ' ' } })).status, 422)
    assert.equal((await viewer(`${at}/dismiss`, { json: { reason: 'Later.' } })).status, 403)
    const dismissed = (await editor.send(`${at}/dismiss`, { json: { reason: 'It is the name.' } })).read(
      SeoFinding,
    )
    assert.equal(dismissed.status, 'dismissed')
    assert.equal(dismissed.dismissed?.reason, 'It is the name.')
    assert.deepEqual(await listFindings(), [])
    assert.equal((await listFindings('?status=dismissed')).length, 1)
    const { rows } = await app.pool.query(
      "SELECT FROM audit_entries WHERE audit_entries::text LIKE '%seo_dismissals%' UNION ALL SELECT FROM audit_queue WHERE audit_queue::text LIKE '%seo_dismissals%'",
    )
    assert.ok(rows.length > 0)
    assert.equal((await editor.send(`${at}/restore`, { json: {} })).read(SeoFinding).status, 'open')
    assert.equal((await editor.send(`${at}/restore`, { json: {} })).status, 200)
    const nowhere = `/api/admin/seo/findings/${crypto.randomUUID()}/restore`
    assert.equal((await editor.send(nowhere, { json: {} })).status, 404)
  })

  test('is gone once it is repaired', async () => {
    await publish(2, 'Qui signe, et pourquoi')
    const { last } = await settleChanges()
    assert.equal(last?.found_gone, 1)
    assert.deepEqual(await listFindings(), [])
    const [gone] = await listFindings('?status=gone')
    assert.equal(gone?.status, 'gone')
    assert.ok(gone?.gone_at)
  })

  test('is looked at as well when it is no longer published', async () => {
    await editor.clear()
    const { last } = await settleChanges()
    assert.deepEqual([last?.kind, last?.state, last?.found_new], ['changes', 'done', 0])
  })
})

describe('a check whose process has ended', () => {
  beforeEach(() => app.clock.advance(1_000))
  afterEach(() =>
    app.pool.query("UPDATE seo_checks SET state = 'failed', finished_at = now() WHERE finished_at IS NULL"),
  )

  test('is run again by another once its lease has ended', async () => {
    const id = await insertCheck("'running', now(), gen_random_uuid(), 1")
    // It is held: nobody else takes it.
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    assert.equal((await readChecks()).current?.state, 'running')
    assert.equal((await readChecks()).current?.pages_done, 0)
    await app.pool.query("UPDATE seo_checks SET taken_at = taken_at - interval '31 seconds' WHERE id = $1", [
      id,
    ])
    const { last } = await settle()
    assert.equal(last?.id, id)
    assert.equal(last?.state, 'done')
  })

  test('is given up when every process that ran it has ended', async () => {
    await insertCheck("'running', now() - interval '1 hour', gen_random_uuid(), 3")
    const { last } = await settle()
    assert.equal(last?.state, 'failed')
    assert.ok(last?.failure)
  })
})

test('every night all pages are checked, once', async () => {
  const nightly = async () => {
    const { rows } = await app.pool.query("SELECT FROM seo_checks WHERE cause = 'night'")
    return rows.length
  }
  const before = await nightly()
  // Through a whole day by the hour.
  const schedule = createCheckSchedule({
    db: app.db,
    clock: app.clock,
    timeZone: () => 'Europe/Madrid',
    listAddresses: async () => [],
  })
  for (let hour = 0; hour < 24; hour++) {
    app.clock.advance(3_600_000)
    const now = app.clock.now()
    const isDue = schedule.night.isDue(now)
    if (isDue)
      await Promise.all(
        [1, 2].map(() => pollIfDue({ isDue: () => isDue, poll: schedule.night.work }, { db: app.db, now })),
      )
  }
  assert.equal(await nightly(), before + 1)
})
