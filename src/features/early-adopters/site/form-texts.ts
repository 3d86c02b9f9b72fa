import type { LeadKind } from '#shared/lead-requests.ts'
import { interests, segments } from '#shared/segments.ts'
import type { PageName, Translate } from '#site/contract.ts'

const site = [
  'form.segment.label',
  ...segments.map((segment) => `form.segment.${segment}` as const),
  'form.name',
  'form.company',
  'form.email',
  'form.interests.label',
  ...interests.map((interest) => `form.interests.${interest}` as const),
  'form.consent',
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

/** The texts of the form: the only ones that its island has in the browser. Those of one kind of request. */
export interface FormTexts extends Record<(typeof site)[number] | 'protection.homepage', string> {
  submit: string
  /** The label of the message and, where the page asks for something, what to write. */
  message: { label: string; hint?: string }
  /** What is sent, and the way back, when it is not what the page is about. */
  other?: { title: string; back: string }
  /** What happens after the request has arrived. */
  steps: string[]
  /** The badge that the programme gives. */
  badge?: { label: string; text: string }
  /** By code of `errors:fields`. */
  refusals: Record<string, string>
}

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

/** Picks the form's sentences for a kind of request on a page out of the catalogues. */
export function pickFormTexts(t: Translate, { kind, page }: { kind: LeadKind; page: PageName }): FormTexts {
  const texts = Object.fromEntries(site.map((key) => [key, t(`site:${key}`)])) as Record<
    (typeof site)[number],
    string
  >
  const isOffer = offers.includes(kind)
  const hint = isOffer ? kind : hints.find((one) => one === page)
  return {
    ...texts,
    'protection.homepage': t('rights:protection.homepage'),
    submit: t(submitKeys[kind]),
    message: {
      label: t(`site:form.message.${isOffer ? 'other' : 'case'}`),
      ...(hint && { hint: t(`site:form.message.hints.${hint}`) }),
    },
    ...(isOffer && { other: { title: t(`site:form.kinds.${kind}.title`), back: t('site:form.back') } }),
    ...(kind === 'adopter'
      ? {
          steps: ['1', '2', '3'].map((step) => t(`site:registered.steps.${step}`)),
          badge: { label: t('site:registered.badge_label'), text: t('site:registered.badge_text') },
        }
      : { steps: [t('site:registered.steps.1'), t(`site:registered.kinds.${kind}`)] }),
    refusals: Object.fromEntries(refusals.map((code) => [code, t(`errors:fields.${code}`)])),
  }
}
