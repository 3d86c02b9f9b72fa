import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { documents as table } from '#features/documents/table.ts'
import { crawlSite } from '#features/seo/prover/crawl/crawl.ts'
import { judgeSite } from '#features/seo/prover/rules/judge.ts'
import { createOwnRequests } from '#http/own-requests/own-requests.ts'
import { createLog } from '#platform/log.ts'
import { createRevision, type Revision } from '#platform/revision.ts'
import { languages } from '#shared/languages.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { type Editor, openEditor } from '../../../../test/support/content/editor.ts'
import { documentOf } from '../../../../test/support/factories.ts'
import { publicPages } from '../../../../test/support/public-pages.ts'
import { until } from '../../../../test/support/until.ts'

const publicUrl = 'https://firmeza.example'
let product: TestApp
let editor: Editor
let revision: Revision

before(async () => {
  product = await startTestApp({ env: { PUBLIC_URL: publicUrl } })
  editor = await openEditor(product)
  const { db, pool, databaseUrl: url } = product
  revision = await createRevision({ url, db, pool, log: createLog('silent') })
  // The ledger's page leads to its newest checkpoint, which there is since the legal texts were recorded.
  await product.app.startBackgroundWork()
  await until(async () => (await product.send('/ledger/checkpoint')).status === 200, 'there is a checkpoint')
})
after(async () => {
  await revision?.close()
  await product?.close()
})

async function check() {
  const own = createOwnRequests({ publicUrl })
  own.answerWith(product.app.server)
  const site = await crawlSite({
    ...{ ask: own.ask, publicUrl, hasSitemap: true, mostAddresses: 10_000, onProgress() {} },
    known: languages.flatMap((language) => publicPages.map(({ path }) => `/${language}${path}`)),
    wantsPicture: (address) => address.startsWith('/en/'),
  })
  return { site, found: await judgeSite(site) }
}

test('finds nothing on the site as it is installed', async () => {
  const { site, found } = await check()
  console.log('N', site.answers.size)
  for (const f of found) console.log('F', f.rule, f.page, f.subject, JSON.stringify(f.variables))
  assert.deepEqual(found, [])
  assert.ok(site.answers.size > publicPages.length * languages.length)
})
