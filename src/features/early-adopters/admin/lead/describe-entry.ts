import type { Format } from '#admin/kit/texts/format.ts'
import type { Translate } from '#admin/kit/texts/texts.ts'
import type { TimelineEntry } from '#features/early-adopters/contract.ts'
import { mailKinds, trackingVerdicts } from '#features/mail/contract.ts'
import { type BadgeType, badgeTypes } from '#shared/badge-types.ts'

const fields = ['name', 'email', 'company', 'segment', 'interests', 'language', 'message'] as const

interface Words {
  t: Translate
  format: Format
  /** The name of a badge. */
  nameOf: (badge: BadgeType) => string
}

/** One sentence about what happened. */
export function describeEntry({ kind, detail }: TimelineEntry, { t, format, nameOf }: Words): string {
  const known = <T extends string>(list: readonly T[], value: string | undefined) =>
    list.find((one) => one === value)
  const badge = known(badgeTypes, detail.badge)
  const mail = known(mailKinds, detail.mail)
  const verdict = known(trackingVerdicts, detail.verdict)
  const changed = (detail.fields ?? '').split(' ').flatMap((field) => known(fields, field) ?? [])
  const sentence = t(`leads.timeline.kinds.${kind}`, {
    badge: badge ? nameOf(badge) : '',
    mail: mail ? t(`leads.timeline.mails.${mail}`) : '',
    fields: format.list(changed.map((field) => t(`leads.columns.${field}`))),
  })
  return verdict ? `${sentence} (${t(`leads.timeline.verdicts.${verdict}`)})` : sentence
}

const icons = {
  person: 'M10 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM4 17c.6-3.4 2.8-5 6-5s5.400 1.600 6 5',
  pen: 'M4 16l1-4 8-8 3 3-8 8-4 1zM11.500 5.500l3 3',
  consent: 'M4 10.500l4 4 8-9',
  badge: 'M10 12a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM7.500 11.500L6 17l4-2 4 2-1.500-5.500',
  mail: 'M3 5h14v10H3zM3 5.500l7 5.500 7-5.500',
  fault: 'M10 4v8M10 14.500v1.500',
  file: 'M5 3h7l3 3v11H5zM12 3v3h3M10 8v6M7.500 11.500L10 14l2.500-2.500',
}

/** The icon beside it. */
export function iconOf(kind: TimelineEntry['kind']): string {
  if (kind === 'mail_failed' || kind === 'mail_bounced' || kind === 'mail_suppressed') return icons.fault
  if (kind.startsWith('mail_')) return icons.mail
  if (kind.startsWith('badge_')) return icons.badge
  if (kind.startsWith('consent_')) return icons.consent
  if (kind === 'corrected' || kind === 'noted' || kind.startsWith('email_')) return icons.pen
  if (kind === 'imported' || kind === 'exported') return icons.file
  return icons.person
}
