import type { LeadKind } from '#shared/lead-requests.ts'
import { interests, segments } from '#shared/segments.ts'
import type { PageName, Translate } from '#site/contract.ts'

const fieldKeys = [
  'form.segment.label',
  ...segments.map((segment) => `form.segment.${segment}` as const),
  'form.name',
  'form.company',
  'form.email',
  'form.interests.label',
  ...interests.map((interest) => `form.interests.${interest}` as const),
  'form.consent',
] as const

const outcomeKeys = [
  'form.submitting',
  'form.refused',
  'form.failed_title',
  'form.failed',
  'registered.title',
  'registered.next',
  'registered.docs',
  'registered.share',
  'registered.again',
] as const

const refusals = [
  'email_invalid',
  'name_required',
  'segment_required',
  'consent_required',
  'too_long',
  'control_characters',
  'not_plain',
] as const

/** What the form says before it is sent: the markup holds these texts, so that they cost little in the props beside it. */
export interface FieldTexts extends Record<(typeof fieldKeys)[number] | 'protection.homepage', string> {
  submit: string
  /** The label of the message and, where the page asks for something, what to write. */
  message: { label: string; hint?: string }
  /** What is sent, and the way back, when it is not what the page is about. */
  other?: { title: string; back: string }
}

/** What the form says once it has been sent. Most visitors never read it: its script loads it. */
export interface OutcomeTexts extends Record<(typeof outcomeKeys)[number], string> {
  /** What happens after the request has arrived. */
  steps: string[]
  /** The badge that the programme gives. */
  badge?: { label: string; text: string }
  /** By code of `errors:fields`. */
  refusals: Record<string, string>
}

/** All texts of the form, those of one kind of request. */
export type FormTexts = FieldTexts & OutcomeTexts

/** The cards of the landing page lead to these kinds of request. */
const offers: readonly LeadKind[] = ['supporter', 'investor']

const hints: readonly string[] = ['identity', 'transparency', 'industrial']

// As the pages call what the form is for.
const submitKeys: Record<LeadKind, string> = {
  adopter: 'site:form.submit',
  demo: 'use-cases:shared.demo.action',
  contact: 'use-cases:transparency.form.action',
  supporter: 'site:form.kinds.supporter.submit',
  investor: 'site:form.kinds.investor.submit',
}

function pick<Key extends string>(t: Translate, keys: readonly Key[]): Record<Key, string> {
  return Object.fromEntries(keys.map((key) => [key, t(`site:${key}`)])) as Record<Key, string>
}

/** Picks what the form says before it is sent, for a kind of request on a page. */
export function pickFieldTexts(t: Translate, { kind, page }: { kind: LeadKind; page: PageName }): FieldTexts {
  const isOffer = offers.includes(kind)
  const hint = isOffer ? kind : hints.find((one) => one === page)
  return {
    ...pick(t, fieldKeys),
    'protection.homepage': t('rights:protection.homepage'),
    submit: t(submitKeys[kind]),
    message: {
      label: t(`site:form.message.${isOffer ? 'other' : 'case'}`),
      ...(hint && { hint: t(`site:form.message.hints.${hint}`) }),
    },
    ...(isOffer && { other: { title: t(`site:form.kinds.${kind}.title`), back: t('site:form.back') } }),
  }
}

/** Picks what the form says once a kind of request has been sent. Reads the namespaces `site` and `errors`. */
export function pickOutcomeTexts(t: Translate, kind: LeadKind): OutcomeTexts {
  return {
    ...pick(t, outcomeKeys),
    ...(kind === 'adopter'
      ? {
          steps: ['1', '2', '3'].map((step) => t(`site:registered.steps.${step}`)),
          badge: { label: t('site:registered.badge_label'), text: t('site:registered.badge_text') },
        }
      : { steps: [t('site:registered.steps.1'), t(`site:registered.kinds.${kind}`)] }),
    refusals: Object.fromEntries(refusals.map((code) => [code, t(`errors:fields.${code}`)])),
  }
}
