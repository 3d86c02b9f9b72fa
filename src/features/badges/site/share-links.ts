import type { BadgePage } from '#features/badges/contract.ts'
import type { Language } from '#shared/languages.ts'

/** The address of an award's public page in a language. */
export function badgeAddress(publicUrl: string, language: Language, id: string): string {
  return `${publicUrl}/${language}/badges/${id}`
}

/** LinkedIn's form for adding a badge to one's profile, filled in. */
export function linkedInAddress(badge: BadgePage, organization: string, address: string): string {
  const date = new Date(badge.awardedAt)
  const form = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: badge.name,
    organizationName: organization,
    issueYear: String(date.getUTCFullYear()),
    issueMonth: String(date.getUTCMonth() + 1),
    certUrl: address,
    certId: badge.id,
  })
  return `https://www.linkedin.com/profile/add?${form}`
}
