import { z } from 'zod'
import { seoPermissions } from '#features/seo/permissions.ts'
import { languages } from '#shared/languages.ts'
import type { LiveTopic } from '#shared/live/topic.ts'
import { pageQuery } from '#shared/paging.ts'
import { text } from '#shared/text.ts'

export const severities = ['error', 'warning'] as const
export type Severity = (typeof severities)[number]

/** What a page can have wrong, with how bad it is: an error keeps pages out of results or sends people astray. */
export const ruleSeverities = {
  sitemap_unreachable: 'error',
  robots_unreachable: 'error',
  page_status: 'error',
  page_redirect: 'error',
  page_noindex: 'error',
  page_blocked: 'error',
  sitemap_status: 'error',
  sitemap_redirect: 'error',
  sitemap_noindex: 'error',
  sitemap_foreign: 'error',
  sitemap_omits: 'warning',
  sitemap_alternates: 'error',
  redirect_loop: 'error',
  redirect_chain: 'warning',
  prefix_doubled: 'error',
  hreflang_missing: 'error',
  hreflang_self: 'error',
  hreflang_default: 'error',
  hreflang_code: 'error',
  hreflang_doubled: 'error',
  hreflang_return: 'error',
  hreflang_target: 'error',
  hreflang_language: 'error',
  canonical_missing: 'error',
  canonical_several: 'error',
  canonical_foreign: 'error',
  canonical_other: 'error',
  canonical_target: 'error',
  lang_wrong: 'error',
  dir_wrong: 'error',
  script_wrong: 'warning',
  h1_missing: 'error',
  h1_several: 'warning',
  title_missing: 'error',
  title_long: 'warning',
  title_short: 'warning',
  title_duplicate: 'warning',
  description_missing: 'error',
  description_long: 'warning',
  description_short: 'warning',
  description_duplicate: 'warning',
  picture_missing: 'warning',
  picture_broken: 'error',
  data_missing: 'warning',
  data_unreadable: 'error',
  data_property: 'error',
  link_broken: 'error',
  link_language: 'warning',
  image_alt: 'error',
  insecure_content: 'error',
} as const satisfies Record<string, Severity>

export type RuleCode = keyof typeof ruleSeverities

function keysOf<Key extends string>(record: Record<Key, unknown>): [Key, ...Key[]] {
  const [first, ...others] = Object.keys(record) as Key[]
  if (first === undefined) throw new RangeError('a list of rules is never empty')
  return [first, ...others]
}

/** All rules, in the order in which the panel shows them. */
export const ruleCodes = keysOf(ruleSeverities)

/** Where something is repaired: in a text, the settings, a document, the table of redirects, or only in the program. */
export const repairKinds = [
  'content',
  'settings',
  'document',
  'documents',
  'redirects',
  'appearance',
  'program',
] as const
export const Repair = z.object({
  kind: z.enum(repairKinds),
  /** The screen of the panel where it is repaired; null where only a programmer can. */
  path: z
    .string()
    .nullable()
    .meta({ examples: ['/admin/content/about-mission?language=es'] }),
})
export type Repair = z.infer<typeof Repair>

export const findingStatuses = ['open', 'dismissed', 'gone'] as const

/** Something that is wrong with a page. */
export const SeoFinding = z.object({
  id: z.uuid(),
  rule: z.enum(ruleCodes),
  severity: z.enum(severities),
  status: z.enum(findingStatuses),
  /** The path of the page with its query. */
  page: z.string().meta({ examples: ['/es/about'] }),
  language: z.enum(languages).nullable(),
  /** What exactly: an address, a code, a property; empty where the page says it all. */
  subject: z.string().meta({ examples: ['/fr/about'] }),
  /** What the sentence about it needs. */
  variables: z.record(z.string(), z.union([z.string(), z.number()])).meta({ examples: [{ status: 404 }] }),
  repair: Repair,
  first_seen: z.iso.datetime(),
  last_seen: z.iso.datetime(),
  /** Whether the last check has found it for the first time. */
  is_new: z.boolean(),
  gone_at: z.iso.datetime().nullable(),
  dismissed: z
    .object({ reason: z.string(), by: z.string().nullable(), at: z.iso.datetime() })
    .nullable()
    .meta({ examples: [null] }),
})
export type SeoFinding = z.infer<typeof SeoFinding>

export const FindingQuery = z.object({
  ...pageQuery,
  severity: z.enum(severities).optional(),
  language: z.enum(languages).optional(),
  rule: z.enum(ruleCodes).optional(),
  status: z.enum(findingStatuses).default('open'),
  /** The path of a page without its language. */
  path: z
    .string('invalid')
    .max(1000, 'invalid')
    .regex(/^\/[^\0]*$/, 'invalid')
    .optional(),
})
export type FindingQuery = z.infer<typeof FindingQuery>

/** How many findings each rule has. */
export const FindingGroup = z.object({
  rule: z.enum(ruleCodes),
  severity: z.enum(severities),
  count: z.int(),
})
export type FindingGroup = z.infer<typeof FindingGroup>
export const FindingGroups = z.array(FindingGroup)

export const GroupQuery = FindingQuery.omit({ limit: true, offset: true, rule: true })
export type GroupQuery = z.infer<typeof GroupQuery>

export const longestReason = 500
export const DismissRequest = z.object({
  reason: z
    .string('required')
    .trim()
    .min(1, 'required')
    .max(longestReason, 'too_long')
    .meta({ examples: ['This page is being rewritten.'] }),
})

export const checkKinds = ['full', 'changes'] as const
export const checkCauses = ['person', 'night', 'publish'] as const
export const checkStates = ['waiting', 'running', 'done', 'failed'] as const

/** A check of the site's pages. */
export const SeoCheck = z.object({
  id: z.uuid(),
  kind: z.enum(checkKinds),
  cause: z.enum(checkCauses),
  /** Who has asked for it. */
  asked_by: z.string().nullable(),
  state: z.enum(checkStates),
  asked_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  /** How many addresses are known by now, and how many of them have been looked at. */
  pages_known: z.int(),
  pages_done: z.int(),
  /** Findings that were not there before, and those that no longer are. */
  found_new: z.int(),
  found_gone: z.int(),
  /** Whether there are more pages than a check looks at. */
  is_cut: z.boolean(),
  /** Why it failed, for the operator. */
  failure: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
})
export type SeoCheck = z.infer<typeof SeoCheck>

/** The check that runs or waits, and the last ones. */
export const SeoChecks = z.object({
  current: SeoCheck.nullable(),
  last: SeoCheck.nullable(),
  /** The last one of all pages. */
  last_full: SeoCheck.nullable(),
})
export type SeoChecks = z.infer<typeof SeoChecks>

export const healthStates = ['working', 'error', 'off'] as const
const FileHealth = z.object({
  path: z.string().meta({ examples: ['/sitemap.xml'] }),
  state: z.enum(healthStates),
  /** Why it is in error, as a code. */
  reason: z.enum(['status', 'unreadable', 'blocks_all', 'no_sitemap', 'empty']).nullable(),
  status: z.int().nullable(),
  /** Of the sitemap: how many addresses it lists. */
  addresses: z.int().nullable(),
})
export type FileHealth = z.infer<typeof FileHealth>

/** Whether what crawlers read first is served. */
export const SeoHealth = z.object({ sitemap: FileHealth, robots: FileHealth })
export type SeoHealth = z.infer<typeof SeoHealth>

export const indexings = ['indexable', 'noindex', 'error'] as const

const Length = z.object({ text: z.string().nullable(), characters: z.int(), pixels: z.int() })

/** A page in one language, as it was last seen. */
export const CheckedPage = z.object({
  language: z.enum(languages),
  address: z.string().meta({ examples: ['/es/about'] }),
  status: z.int(),
  indexing: z.enum(indexings),
  title: Length,
  description: Length,
  has_picture: z.boolean(),
  /** The types of its structured data. */
  types: z.array(z.string()).meta({ examples: [['AboutPage', 'BreadcrumbList']] }),
  errors: z.int(),
  warnings: z.int(),
  checked_at: z.iso.datetime(),
})
export type CheckedPage = z.infer<typeof CheckedPage>

/** A page in its languages. */
export const PageRow = z.object({
  path: z.string().meta({ examples: ['/about'] }),
  languages: z.array(CheckedPage),
})
export type PageRow = z.infer<typeof PageRow>
/** Which pages to list: those with a text in an address or title, and perhaps only those with open findings, in any language. */
export const PageRowQuery = z.object({
  ...pageQuery,
  search: text(200).optional(),
  found: z.enum(['true', 'false'], 'invalid').default('false'),
})
export type PageRowQuery = z.infer<typeof PageRowQuery>

/** A check has begun, gone on or ended, or a finding was dismissed. */
export const siteCheckChanged: LiveTopic = { name: 'site_check', permission: seoPermissions.read }
