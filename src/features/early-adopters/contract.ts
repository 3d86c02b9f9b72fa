import { z } from 'zod'
import { LeadTag } from '#features/early-adopters/tags/contract.ts'
import { mailSteps } from '#features/mail/model.ts'
import { badgeTypes } from '#shared/badge-types.ts'
import { languages } from '#shared/languages.ts'
import { leadKinds, messageLimit } from '#shared/lead-requests.ts'
import { pageQuery } from '#shared/paging.ts'
import { LanguageCode } from '#shared/parameters.ts'
import { isCountry, unknownCountry } from '#shared/regions.ts'
import { interests, segments } from '#shared/segments.ts'
import { emailText, linesText, nameText, text } from '#shared/text.ts'
import { CalendarDay } from '#shared/time/periods.ts'

export const Segment = z.enum(segments, 'segment_required')
export const Interest = z.enum(interests, 'interest_unknown')

export const Kind = z.enum(leadKinds, 'invalid')
const Message = linesText(messageLimit)
  .nullish()
  .transform((message) => message || null)

/** What a visitor sends to join (docs/product.md, Early adopters). */
export const Registration = z.object({
  email: emailText,
  name: nameText(200, 'name_required').min(1, 'name_required'),
  company: nameText(200)
    .meta({ examples: ['Example Cooperative'] })
    .nullish()
    .transform((company) => company || null),
  segment: Segment,
  interests: z
    .array(Interest, 'interest_unknown')
    .max(interests.length, 'interest_unknown')
    .meta({ examples: [['identity']] })
    .default([])
    .transform((ids) => [...new Set(ids)]),
  /** What the person wants to tell the team, as plain text. */
  message: Message,
  /** What the person asks for. */
  kind: Kind.default('adopter'),
  /** The path of the public page that the form was on, without its language. */
  page: text(200)
    .nullish()
    .transform((page) => page || null),
  consent: z.literal(true, 'consent_required'),
})
export type Registration = z.infer<typeof Registration>
/** A registration before it is parsed. */
export type RegistrationInput = z.input<typeof Registration>

/** Signals that tell a person from a bot. The form's script sends them; all are optional. */
export const BotSignals = z.object({
  /** A hidden field. A client that fills it in gets the usual answer and is not registered. */
  homepage: text(2000).optional(),
  /** Milliseconds between the first touch of the form and its sending. */
  elapsed: z.number().min(0).optional(),
  /**
   * The answer to a refusal with `code: proof_required`: for each of `rounds`, counted from 0, a number so that the
   * SHA-256 of `challenge:email:round:number` begins with `bits` zero bits; the e-mail without spaces around it.
   */
  proof: z.object({ challenge: z.string().max(200), nonces: z.array(z.int().min(0)).max(64) }).optional(),
})
export type BotSignals = z.infer<typeof BotSignals>

/** A registration as a client sends it. */
export const RegistrationRequest = Registration.extend(BotSignals.shape)

/** The neutral answer to every accepted registration, whether the address was new or not. */
export const RegistrationResponse = z.object({
  status: z.literal('registered'),
  message: z.string().meta({ examples: ['You are on the list.'] }),
})
export type RegistrationResponse = z.infer<typeof RegistrationResponse>

/** One early adopter in the admin's list. `badge_type` is the highest of the badges held. */
export const EarlyAdopter = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Null for viewers. */
  email: z.string().nullable(),
  company: z.string().nullable(),
  segment: Segment,
  language: z.enum(languages),
  kind: Kind,
  /** The path of the public page that they came from; null when it is not known. */
  page: z.string().nullable(),
  /** Where they signed up from, by its ISO 3166-1 code; null when it is not known. */
  country: z.string().nullable(),
  interests: z.array(z.object({ id: Interest, name: z.string().meta({ examples: ['Digital identity'] }) })),
  has_badge: z.boolean(),
  badge_type: z.enum(badgeTypes).nullable(),
  badges: z.array(z.enum(badgeTypes)),
  tags: z.array(LeadTag),
  created_at: z.iso.datetime(),
})
export type EarlyAdopter = z.infer<typeof EarlyAdopter>

export const MailStep = z.enum(mailSteps, 'invalid')

/** An ISO 3166-1 code; `ZZ` for those whose country is not known. */
export const FilterCountry = z
  .string('invalid')
  .refine((code) => code === unknownCountry || isCountry(code), 'invalid')
  .meta({ examples: ['ES'] })

const filter = {
  search: text(200).optional(),
  segment: Segment.optional(),
  badge: z.enum(badgeTypes, 'invalid').optional(),
  language: LanguageCode.optional(),
  kind: Kind.optional(),
  /** The id of a tag. */
  tag: z.uuid('invalid').optional(),
  country: FilterCountry.optional(),
  /** The first and the last day of their registration, in the time zone of the site. */
  registered_from: CalendarDay.optional(),
  registered_to: CalendarDay.optional(),
  /** The step that mails have reached with them, or one after it. */
  step: MailStep.optional(),
}

/** What early adopters can be sorted by. Names and addresses without case, names without accents too. */
export const sortColumns = ['created_at', 'name', 'email'] as const
export type SortColumn = (typeof sortColumns)[number]

/**
 * How the list is narrowed, sorted and paged. `search` looks in name, e-mail and company, ignoring case and accents; for
 * viewers not in the e-mail, and they cannot sort by it. Without `order` the newest come first, and names and addresses
 * from A to Z.
 */
export const EarlyAdopterQuery = z.object({
  ...filter,
  has_badge: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional(),
  sort: z.enum(sortColumns, 'invalid').default('created_at'),
  order: z.enum(['asc', 'desc'], 'invalid').optional(),
  /** `exact` counts all matches of a short search too, of which otherwise at most 500 are counted. */
  count: z.literal('exact', 'invalid').optional(),
  ...pageQuery,
})
export type EarlyAdopterQuery = z.infer<typeof EarlyAdopterQuery>

/** A search that found nobody, for those whom it may have meant. */
export const SimilarQuery = z.object({ search: text(200) })

/** Which early adopters to export: those with the given ids, else those that match the filter, else all. */
export const ExportRequest = z.object({
  format: z.enum(['csv', 'json'], 'invalid'),
  /** The separator of cells: Excel expects a semicolon in languages with a decimal comma. */
  separator: z.enum([',', ';'], 'invalid').default(','),
  ids: z.array(z.uuid('invalid'), 'invalid').min(1, 'required').max(10_000, 'too_long').optional(),
  filter: z.object({ ...filter, has_badge: z.boolean('invalid').optional() }).default({}),
})
export type ExportRequest = z.infer<typeof ExportRequest>

/** Counts over all early adopters. */
export const EarlyAdopterSummary = z.object({
  total: z.number().int(),
  by_segment: z.record(Segment, z.number().int()),
})
export type EarlyAdopterSummary = z.infer<typeof EarlyAdopterSummary>

/** What can happen to a lead, besides mails. */
export const leadEventKinds = [
  'registered',
  'registered_again',
  'imported',
  'corrected',
  'consent_given',
  'consent_withdrawn',
  'exported',
  'badge_awarded',
  'badge_revoked',
  'signature_invited',
  'signature_activated',
  'signature_revoked',
  'email_change_requested',
  'email_change_cancelled',
  'email_changed',
] as const
export type LeadEventKind = (typeof leadEventKinds)[number]

/** What a person can correct about themselves. A new `email` counts once its owner has confirmed it. */
export const Correction = Registration.omit({ consent: true, kind: true, page: true }).extend({
  language: z.enum(languages),
})
export type Correction = z.infer<typeof Correction>

const Moment = z.iso.datetime().nullable()

/** Everything that is stored about a person, as they export it (GDPR articles 15 and 20). Parts of other features stay. */
export const PersonalData = z.looseObject({
  person: z.object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    company: z.string().nullable(),
    segment: Segment,
    interests: z.array(Interest),
    language: z.enum(languages),
    kind: Kind,
    message: z.string().nullable(),
    page: z.string().nullable(),
    /** ISO 3166-1 code. */
    country: z.string().nullable(),
    /** What the team has labelled them with. */
    tags: z.array(z.string()),
    registered_at: z.iso.datetime(),
    last_contact_at: z.iso.datetime(),
  }),
  /** A new address that waits for its owner to confirm it. */
  email_change: z
    .object({ email: z.string(), requested_at: z.iso.datetime(), expires_at: z.iso.datetime() })
    .nullable(),
  consent: z.object({
    given_at: z.iso.datetime(),
    withdrawn_at: Moment,
    /** The sentence agreed to, and its language; none when the site words it otherwise by now. */
    sentence: z.string().nullable(),
    language: z.enum(languages).nullable(),
    /** SHA-256 of the sentence, in base64url. */
    fingerprint: z.string(),
  }),
  badges: z.array(
    z.object({
      badge_type: z.string(),
      /** What it is called. */
      name: z.string(),
      awarded_at: z.iso.datetime(),
      revoked_at: Moment,
      revoke_reason: z.string().nullable(),
      /** Its public page. */
      url: z.url(),
    }),
  ),
  mails: z.array(
    z.object({
      kind: z.string(),
      address: z.string(),
      status: z.string(),
      ordered_at: z.iso.datetime(),
      sent_at: Moment,
      opened_at: Moment,
      /** Who is taken to have opened it and followed a link: a person, a program, or nobody knows. */
      opened_by: z.string().nullable(),
      clicked_at: Moment,
      clicked_by: z.string().nullable(),
    }),
  ),
  /** Why nothing, or nothing but what is asked for, is sent to the address. */
  mail_stopped: z.object({ reason: z.string(), at: z.iso.datetime() }).nullable(),
  /** What the person asked for with the form after they had registered. */
  enquiries: z.array(
    z.object({
      kind: Kind,
      message: z.string().nullable(),
      page: z.string().nullable(),
      sent_at: z.iso.datetime(),
    }),
  ),
  notes: z.array(z.object({ text: z.string(), written_at: z.iso.datetime() })),
  history: z.array(
    z.object({ kind: z.string(), at: z.iso.datetime(), detail: z.record(z.string(), z.string()).nullable() }),
  ),
})
export type PersonalData = z.infer<typeof PersonalData>

/** Which early adopters to erase. */
export const Erasure = z.object({ ids: z.array(z.uuid()).min(1, 'required').max(500, 'too_long') })
/** The result: leads that no longer exist are not an error. */
export const ErasureResult = z.object({ erased: z.number().int(), missing: z.number().int() })
export type ErasureResult = z.infer<typeof ErasureResult>

/** What a person agreed to. `sentence` is none when no catalogue has the text of that hash any more. */
export const LeadConsent = z.object({
  given_at: z.iso.datetime(),
  withdrawn_at: z.iso.datetime().nullable(),
  text_hash: z.string(),
  sentence: z.string().nullable(),
  language: z.enum(languages).nullable(),
})

/** What the team has written down about a lead. */
export const LeadNote = z.object({
  id: z.uuid(),
  text: z.string(),
  author: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type LeadNote = z.infer<typeof LeadNote>

/** What a lead asked for with the form, once more after they had registered. */
export const LeadEnquiry = z.object({
  id: z.uuid(),
  kind: Kind,
  message: z.string().nullable(),
  page: z.string().nullable(),
  sent_at: z.iso.datetime(),
})

/** A new address that waits for its owner to confirm it. */
export const LeadEmailChange = z.object({
  email: z.string(),
  requested_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** Who of the team asked for it; none for the person. */
  requested_by: z.string().nullable(),
})
export type LeadEmailChange = z.infer<typeof LeadEmailChange>

/** Everything about one lead but the timeline, which is long. */
export const Lead = EarlyAdopter.extend({
  /** What they told the team when they registered. None for viewers. */
  message: z.string().nullable(),
  /** Later messages, newest first. Null for viewers. */
  enquiries: z.array(LeadEnquiry).nullable(),
  /** None for viewers. */
  email_change: LeadEmailChange.nullable(),
  consent: LeadConsent,
  last_contact_at: z.iso.datetime(),
  /** Which of the programme's five steps they are at, and when their six months are over. */
  programme: z.object({ step: z.number().int(), ends_at: z.iso.datetime() }),
  /** Null for viewers. */
  notes: z.array(LeadNote).nullable(),
})
export type Lead = z.infer<typeof Lead>

/** What the team or the person corrects; what is left out stays. A new `email` counts once its owner has confirmed it. */
export const LeadChange = z
  .object({
    email: Registration.shape.email,
    name: Registration.shape.name,
    company: nameText(200)
      .nullable()
      .transform((company) => company || null),
    segment: Segment,
    interests: z
      .array(Interest, 'interest_unknown')
      .max(interests.length, 'interest_unknown')
      .transform((ids) => [...new Set(ids)]),
    language: LanguageCode,
  })
  .partial()
export type LeadChange = z.infer<typeof LeadChange>

export const LeadNoteDraft = z.object({ text: text(5_000).min(1, 'required') })

/** What can happen to a mail, as the timeline shows it. */
export const mailMoments = [
  'mail_queued',
  'mail_sent',
  'mail_outbox',
  'mail_failed',
  'mail_bounced',
  'mail_suppressed',
  'mail_opened',
  'mail_clicked',
] as const

/** One thing that happened. `detail` says which badge, which fields, which kind of mail. */
export const TimelineEntry = z.object({
  kind: z.enum([...leadEventKinds, ...mailMoments, 'noted']),
  at: z.iso.datetime(),
  /** Who of the team did it; none for the person and for the product itself. */
  actor: z.string().nullable(),
  detail: z.record(z.string(), z.string()),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** The outcome of one line of an imported file. */
export const importOutcomes = ['added', 'already', 'duplicate', 'refused'] as const
export const ImportRow = z.object({
  line: z.number().int(),
  outcome: z.enum(importOutcomes),
  name: z.string(),
  email: z.string(),
  /** Why it is refused. */
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
  /** The line of the first row with the same address. */
  same_as: z.number().int().nullable(),
})
export type ImportRow = z.infer<typeof ImportRow>

/** The fields that the columns of an imported file can have. */
export const importColumns = [
  'name',
  'email',
  'company',
  'segment',
  'interests',
  'language',
  'kind',
  'page',
  'message',
  'tags',
  'consent',
  'consented_at',
  'consent_text',
] as const
export type ImportColumn = (typeof importColumns)[number]
/** The fields that a file must have. */
export const requiredColumns: readonly ImportColumn[] = [
  'name',
  'email',
  'segment',
  'consent',
  'consented_at',
]

/** A column of an imported file: its header, some of its values, and the field that it is read as; null for none. */
export const ImportedColumn = z.object({
  header: z.string(),
  samples: z.array(z.string()),
  field: z.enum(importColumns).nullable(),
})
export type ImportedColumn = z.infer<typeof ImportedColumn>

/** The fields of an imported file's columns, by position and separated by commas; nothing for what is not imported. */
export const ImportMapping = z.string('invalid').max(4000, 'too_long')

/** The result of an import or its dry run. `rows` starts with what is refused; `left_off` counts the rows left out. */
export const ImportReport = z.object({
  dry_run: z.boolean(),
  /** Of a CSV file; `xlsx` for an XLSX file. */
  encoding: z.string(),
  /** The sheet that was read, when an XLSX file has several. */
  sheet: z.string().nullable(),
  columns: z.array(ImportedColumn),
  counts: z.record(z.enum(importOutcomes), z.number().int()),
  rows: z.array(ImportRow),
  left_off: z.number().int(),
})
export type ImportReport = z.infer<typeof ImportReport>
