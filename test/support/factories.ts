import type { z } from 'zod'
import type { ContentDraft } from '#features/content/contract.ts'
import type { documents } from '#features/documents/table.ts'
import type { RegistrationInput } from '#features/early-adopters/contract.ts'

let number = 0

/** A valid registration, with an address that no other test uses. */
export function registrationOf(changes: Partial<RegistrationInput> = {}): RegistrationInput {
  number++
  return {
    email: `lead-${process.pid}-${number}@example.org`,
    name: 'Ana Ñandú',
    company: 'Taller Uno',
    segment: 'developer',
    interests: ['identity'],
    consent: true,
    ...changes,
  }
}

/** A valid registration as a browser without scripts posts it. */
export function registrationFormOf(
  changes: Partial<Pick<RegistrationInput, 'name' | 'email'>> = {},
): Record<string, string> {
  const { email, name, segment } = registrationOf(changes)
  return { email, name, segment, company: '', consent: 'yes' }
}

/** The first version of a text, as the editor sends it. */
export function draftOf(changes: Partial<z.input<typeof ContentDraft>> = {}): z.input<typeof ContentDraft> {
  return {
    key: 'home-hero',
    language: 'es',
    content: '<h1>Una prueba</h1><p>Que se puede repetir.</p>',
    version: 1,
    published: false,
    seo_title: '',
    seo_description: '',
    seo_keywords: '',
    ...changes,
  }
}

type NewDocument = typeof documents.$inferInsert

/** The row of a draft without a language, with a file path that no other test uses. */
export function documentOf(changes: Partial<NewDocument> = {}): NewDocument {
  number++
  const time = new Date('2025-06-29T10:30:00Z')
  const name = changes.originalFilename ?? `Guide-${number}.pdf`
  return {
    slug: `document-${number}`,
    title: name.replace(/^[A-Z][a-z]-|\.pdf$/g, ''),
    category: 'guide',
    originalFilename: name,
    filePath: `documents/${number}/${name}`,
    fileSize: 2_411_725,
    fileModifiedAt: time,
    createdAt: time,
    updatedAt: time,
    ...changes,
  }
}
