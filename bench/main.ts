// Measures every promise about speed and size, and prints one table. Takes about half an hour on two cores, and as long again with
// Lighthouse.
//   npm run bench                    without Lighthouse
//   npm run bench -- --lighthouse    with Lighthouse, which is installed into a temporary folder
import { parseArgs } from 'node:util'
import { measureAdminWeight } from './admin-weight.ts'
import { measureArchive } from './backups/archive.ts'
import { measureCachedPage } from './cached-page.ts'
import { measureCampaign } from './campaign.ts'
import { measureContentHistory } from './content-history.ts'
import { measureContentList } from './content-list.ts'
import { measureDashboard } from './dashboard.ts'
import { measureDocuments } from './documents/files.ts'
import { measureDocumentUploads } from './documents/uploads.ts'
import { measureExport } from './export.ts'
import { measureHostileClients } from './hostile-clients.ts'
import { measureImport } from './import.ts'
import { measureJsonRead } from './json-read.ts'
import { measureLedger } from './ledger/appends.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureLists } from './lists.ts'
import { measureMemory } from './memory.ts'
import { measureOverload } from './overload.ts'
import { measureReleaseArchive } from './packaging/release-archive.ts'
import { measurePageWeight } from './page-weight.ts'
import { measureScaleOut } from './scale-out/throughput.ts'
import { measureSearch } from './search.ts'
import { measureSearchScripts } from './search-scripts.ts'
import { measureSiteCheck } from './seo/site-check.ts'
import { measureSitemap } from './seo/sitemap.ts'
import { measureSubmission } from './seo/submission.ts'
import { measureSignUp } from './sign-up.ts'
import { measureCalendar } from './social/calendar.ts'
import { measureStalePages } from './stale-pages.ts'
import { measureStartUp } from './start-up.ts'
import { type Finding, tableOf } from './support/report.ts'
import { measureVisits } from './visits.ts'

const { values: options } = parseArgs({ options: { lighthouse: { type: 'boolean', default: false } } })

const scripts: Record<string, () => Promise<Finding[]>> = {
  'cached-page': measureCachedPage,
  'json-read': measureJsonRead,
  'sign-up': measureSignUp,
  'stale-pages': measureStalePages,
  'page-weight': measurePageWeight,
  'admin-weight': measureAdminWeight,
  'start-up': measureStartUp,
  'release-archive': measureReleaseArchive,
  memory: measureMemory,
  lists: measureLists,
  search: measureSearch,
  visits: measureVisits,
  overload: measureOverload,
  dashboard: measureDashboard,
  calendar: measureCalendar,
  documents: measureDocuments,
  'document-uploads': measureDocumentUploads,
  ledger: measureLedger,
  'site-check': measureSiteCheck,
  'search-scripts': measureSearchScripts,
  sitemap: measureSitemap,
  submission: measureSubmission,
  export: measureExport,
  'scale-out': measureScaleOut,
  import: measureImport,
  archive: measureArchive,
  campaign: measureCampaign,
  'content-history': measureContentHistory,
  'content-list': measureContentList,
  'hostile-clients': measureHostileClients,
  ...(options.lighthouse && { lighthouse: measureLighthouse }),
}

const findings: Finding[] = []
for (const [name, measure] of Object.entries(scripts)) {
  process.stderr.write(`${name}…\n`)
  try {
    findings.push(...(await measure()))
  } catch (error) {
    // The other measurements still run.
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    findings.push({
      promise: `${name} could not be measured`,
      bar: '',
      measured: '',
      ratio: Number.NaN,
      ok: false,
    })
  }
}
console.log(`\n${tableOf(findings)}`)
process.exitCode = findings.every(({ ok }) => ok) ? 0 : 1
