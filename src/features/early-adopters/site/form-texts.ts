import { interests, segments } from '#shared/segments.ts'
import type { Translate } from '#site/contract.ts'

const site = [
  'form.segment.label',
  ...segments.map((segment) => `form.segment.${segment}` as const),
  'form.name',
  'form.company',
  'form.email',
  'form.interests.label',
  ...interests.map((interest) => `form.interests.${interest}` as const),
  'form.consent',
  'form.submit',
  'form.submitting',
  'form.refused',
  'form.failed_title',
  'form.failed',
  'registered.title',
  'registered.badge_label',
  'registered.badge_text',
  'registered.next',
  'registered.steps.1',
  'registered.steps.2',
  'registered.steps.3',
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

/** The texts of the form: the only ones that its island has in the browser. */
export type FormTexts = Record<(typeof site)[number] | 'protection.homepage', string> & {
  /** By code of `errors:fields`. */
  refusals: Record<string, string>
}

/** Picks the form's sentences out of the catalogues. */
export function pickFormTexts(t: Translate): FormTexts {
  const texts = Object.fromEntries(site.map((key) => [key, t(`site:${key}`)])) as Record<
    (typeof site)[number],
    string
  >
  return {
    ...texts,
    'protection.homepage': t('rights:protection.homepage'),
    refusals: Object.fromEntries(refusals.map((code) => [code, t(`errors:fields.${code}`)])),
  }
}
