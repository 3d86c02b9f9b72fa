import { z } from 'zod'
import type { Pause, Verdict } from '#features/seo/search-console/contract.ts'
import { verdicts } from '#features/seo/search-console/contract.ts'
import type { SubmissionFault } from '#features/seo/submission/contract.ts'
import type { EngineAnswer } from '#features/seo/submission/engines/engine.ts'
import { judge, type Reply, readJson, shorten } from '#features/seo/submission/engines/exchange.ts'

/** Why Google has not answered a question. */
export interface Failure {
  /**
   * `quota`: it answers no more for now; `again`: it may answer later; `refused`: it does not let us in; `question`: it does not
   * want this one question.
   */
  kind: 'quota' | 'again' | 'refused' | 'question'
  status: number | null
  fault: SubmissionFault
  /** Its own sentence, or the beginning of what it said. */
  answer: string
  /** Not before then, as it asks. */
  again: Date | undefined
}

/** What came of a question. */
export type Answered<Value> = { value: Value } | { failure: Failure }

/** Errors of Google's interfaces (https://cloud.google.com/apis/design/errors, https://developers.google.com/webmaster-tools/v1/errors). */
const Refusal = z.object({
  error: z.object({
    message: z.string(),
    status: z.string().optional(),
    errors: z.array(z.object({ reason: z.string().optional() })).optional(),
  }),
})
const quotaReasons = ['quotaExceeded', 'rateLimitExceeded', 'userRateLimitExceeded', 'dailyLimitExceeded']

/** Reads an answer by a schema. */
export function readAnswer<Value>(reply: Reply | EngineAnswer, schema: z.ZodType<Value>): Answered<Value> {
  if ('verdict' in reply) return { failure: failureOf(reply, reply.answer, 'refused') }
  const body = readJson(reply.body)
  if (reply.fault === null) {
    const { data } = schema.safeParse(body)
    if (data !== undefined) return { value: data }
    return {
      failure: failureOf({ ...judge(reply), verdict: 'again', fault: 'unreadable' }, shorten(reply.body)),
    }
  }
  const { data: refusal } = Refusal.safeParse(body)
  const answer = shorten(refusal?.error.message ?? reply.body)
  const isQuota =
    reply.status === 429 ||
    refusal?.error.status === 'RESOURCE_EXHAUSTED' ||
    refusal?.error.errors?.some(({ reason = '' }) => quotaReasons.includes(reason))
  const said = judge(reply)
  if (isQuota) return { failure: { ...failureOf(said, answer), kind: 'quota' } }
  const isQuestion = reply.fault === 'status' && reply.status !== 401 && reply.status !== 403
  return { failure: failureOf(said, answer, isQuestion ? 'question' : 'refused') }
}

function failureOf(
  { verdict, status, fault, again }: EngineAnswer,
  answer: string,
  refused: 'refused' | 'question' = 'question',
): Failure {
  return {
    kind: verdict === 'refused' ? refused : 'again',
    status,
    fault: fault ?? 'unreadable',
    answer,
    again,
  }
}

/** How long Google is left alone after a failure, by how it failed. */
export const pauseOf = ({ kind }: Pick<Failure, 'kind'>): Pause | undefined =>
  kind === 'question' ? undefined : kind === 'again' ? 'failure' : kind

const words = z.string().transform((value) => shorten(value))
const address = z.string().max(2_048).catch('')

/** What the inspection of an address answers (https://developers.google.com/webmaster-tools/v1/urlInspection.index/UrlInspectionResult). */
export const InspectionAnswer = z.object({
  inspectionResult: z.object({
    inspectionResultLink: z
      .url({ protocol: /^https$/, hostname: /(^|\.)google\.com$/ })
      .max(4_096)
      .optional()
      .catch(undefined),
    indexStatusResult: z.object({
      verdict: z.enum(verdicts).catch((): Verdict => 'VERDICT_UNSPECIFIED'),
      coverageState: words.default(''),
      robotsTxtState: words.default(''),
      indexingState: words.default(''),
      pageFetchState: words.default(''),
      lastCrawlTime: z.iso.datetime({ offset: true }).optional().catch(undefined),
      googleCanonical: address.optional(),
      userCanonical: address.optional(),
    }),
  }),
})
export type InspectionAnswer = z.infer<typeof InspectionAnswer>

const count = z.number().min(0).max(2_000_000_000).transform(Math.round)
/** Rows of search analytics (https://developers.google.com/webmaster-tools/v1/searchanalytics/query); without any, there is no list. */
export const AnalyticsAnswer = z.object({
  rows: z
    .array(
      z.object({
        keys: z.array(z.string()).min(1),
        ...{ clicks: count, impressions: count },
        position: z.number().min(0),
      }),
    )
    .default([]),
})
