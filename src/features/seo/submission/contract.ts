import { z } from 'zod'
import { seoPermissions } from '#features/seo/permissions.ts'
import { languages } from '#shared/languages.ts'
import type { LiveTopic } from '#shared/live/topic.ts'
import { pageQuery } from '#shared/paging.ts'
import { text } from '#shared/text.ts'

/** How long it is kept what was submitted, in days. */
export const keptDays = 365

/** The search engines that are told of changed addresses. */
export const engines = ['google', 'bing', 'yandex', 'baidu'] as const
export type EngineName = (typeof engines)[number]
const EngineName = z.enum(engines, 'invalid')

/** What an engine is told: the address of a page, or that of the sitemap. */
export const submissionKinds = ['address', 'sitemap'] as const
export type SubmissionKind = (typeof submissionKinds)[number]

/**
 * `waiting`: to be sent; `sending`: on its way, or its answer is not known yet; `accepted`: the engine has taken it, which does not
 * mean that it is indexed; `refused`: the engine does not want it; `failed`: given up after several attempts; `stopped`: not
 * sent, since the engine refused what came before or nothing can be sent any more.
 */
export const submissionStates = ['waiting', 'sending', 'accepted', 'refused', 'failed', 'stopped'] as const
export type SubmissionState = (typeof submissionStates)[number]

/**
 * Why an attempt was not accepted, beside what the engine says. `status`: it answered with an error; `redirect`: with a redirect,
 * which is not followed; `unreadable`: with something that cannot be understood; `partial`: it took some and does not say which;
 * `unknown`: this process ended before there was an answer; `not_configured`: what is needed was removed meanwhile.
 */
export const submissionFaults = [
  'status',
  'redirect',
  'timeout',
  'refused',
  'unknown_host',
  'private_address',
  'tls',
  'disconnected',
  'unreadable',
  'partial',
  'unknown',
  'not_configured',
] as const
export type SubmissionFault = (typeof submissionFaults)[number]

/** Whether an address is in Google's index, as Google last said; `unknown`: it was not asked yet, or does not say. */
export const indexStates = ['indexed', 'not_indexed', 'unknown'] as const
export type IndexState = (typeof indexStates)[number]

/** What Google last said of an address: that an engine has accepted it does not mean that it is indexed. */
export const GoogleIndex = z.object({
  state: z.enum(indexStates),
  /** Google's own words. */
  words: z.string().meta({ examples: ['Submitted and indexed'] }),
  inspected_at: z.iso.datetime(),
})
export type GoogleIndex = z.infer<typeof GoogleIndex>

/** An address that was or will be submitted to an engine, with its last attempt. */
export const Submission = z.object({
  number: z.number().int(),
  engine: EngineName,
  kind: z.enum(submissionKinds),
  address: z.string(),
  /** The change that is told; null when the sitemap names none. */
  changed_at: z.iso.datetime().nullable(),
  state: z.enum(submissionStates),
  at: z.iso.datetime(),
  sent_at: z.iso.datetime().nullable(),
  /** When it is sent next, while it waits. */
  due_at: z.iso.datetime().nullable(),
  /** How often it was sent. */
  attempts: z.number().int(),
  /** How often it was sent without an answer: the engine may have taken it. */
  unknown_attempts: z.number().int(),
  /** The HTTP status of the last answer. */
  status: z.number().int().nullable(),
  fault: z.enum(submissionFaults).nullable(),
  /** The beginning of the last answer. */
  answer: z.string(),
  /** Null where Google was not asked about the address. */
  google_index: GoogleIndex.nullable(),
})
export type Submission = z.infer<typeof Submission>

export const SubmissionQuery = z.object({
  ...pageQuery,
  engine: EngineName.optional(),
  state: z.enum(submissionStates, 'invalid').optional(),
  /** A part of the address. */
  search: text(200).optional(),
})
export type SubmissionQuery = z.infer<typeof SubmissionQuery>

/** What is to be submitted: to one engine, or to all of them. `again` also submits what has not changed. */
export const SubmissionOrder = z.object({
  engine: z.enum([...engines, 'all'], 'invalid'),
  again: z.boolean('invalid').default(false),
})
export type SubmissionOrder = z.infer<typeof SubmissionOrder>

/** What was submitted to one engine at once. */
export const SubmissionRun = z.object({
  id: z.uuid(),
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  is_automatic: z.boolean(),
  /** Whether it also submits what has not changed. */
  is_again: z.boolean(),
  total: z.number().int(),
  accepted: z.number().int(),
  /** Refused, given up or stopped. */
  failed: z.number().int(),
})
export type SubmissionRun = z.infer<typeof SubmissionRun>

/** Why nothing is submitted to an engine. */
export const submissionObstacles = ['not_public', 'sitemap_off', 'not_configured'] as const
export type SubmissionObstacle = (typeof submissionObstacles)[number]

/** What became of an order, by engine. */
export const SubmissionOutcome = z.object({
  engine: EngineName,
  /** Null when nothing has changed, or something is in the way. */
  run: SubmissionRun.nullable(),
  obstacle: z.enum(submissionObstacles).nullable(),
})
export type SubmissionOutcome = z.infer<typeof SubmissionOutcome>

/** What Google Search Console says of the sitemap. */
export const SitemapState = z.object({
  read_at: z.iso.datetime(),
  submitted_at: z.string().nullable(),
  downloaded_at: z.string().nullable(),
  is_pending: z.boolean(),
  errors: z.number().int(),
  warnings: z.number().int(),
})
export type SitemapState = z.infer<typeof SitemapState>

/** A search engine as it is submitted to now. */
export const Engine = z.object({
  engine: EngineName,
  /** What it is told. */
  kinds: z.array(z.enum(submissionKinds)),
  obstacle: z.enum(submissionObstacles).nullable(),
  /** The settings that it needs and has not. */
  missing: z.array(z.string()),
  /** The settings with which it could be told more. */
  optional: z.array(z.string()),
  /** What has changed since it was last accepted and does not wait to be sent. */
  changed: z.number().int(),
  /** What waits to be sent, or is being sent. */
  waiting: z.number().int(),
  /** The newest run. */
  run: SubmissionRun.nullable(),
  /** Until when nothing is sent, since the engine asked for it or fails. */
  paused_until: z.iso.datetime().nullable(),
  last_answer: z
    .object({
      at: z.iso.datetime(),
      status: z.number().int().nullable(),
      fault: z.enum(submissionFaults).nullable(),
      answer: z.string(),
      /** How many addresses were in that request. */
      addresses: z.number().int(),
    })
    .nullable(),
  /** How many addresses the engine still takes, as it said or as we count since. */
  quota: z
    .object({ left: z.number().int(), total: z.number().int().nullable(), at: z.iso.datetime() })
    .nullable(),
  sitemap: SitemapState.nullable(),
})
export type Engine = z.infer<typeof Engine>

/** What the sitemap lists. */
export const SitemapFigures = z.object({
  addresses: z.number().int(),
  languages: z.number().int(),
  by_type: z.array(z.object({ type: z.enum(['page', 'document']), addresses: z.number().int() })),
  by_language: z.array(z.object({ language: z.enum(languages), addresses: z.number().int() })),
  newest_change: z.iso.datetime().nullable(),
})
export type SitemapFigures = z.infer<typeof SitemapFigures>

export const EngineOverview = z.object({
  /** Null while the sitemap is switched off. */
  sitemap: SitemapFigures.nullable(),
  sitemap_url: z.string(),
  /** Where engines of IndexNow read our key; null until the first submission. */
  key_url: z.string().nullable(),
  is_automatic: z.boolean(),
  engines: z.array(Engine),
})
export type EngineOverview = z.infer<typeof EngineOverview>

/** The new key of IndexNow. */
export const IndexNowKey = z.object({ key_url: z.string() })

/** Signalled when something was submitted, or will be. */
export const submissionsChanged: LiveTopic = { name: 'submissions', permission: seoPermissions.read }
