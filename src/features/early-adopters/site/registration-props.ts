import type { FormState } from '#features/early-adopters/model.ts'
import type { Language } from '#shared/languages.ts'
import type { LeadKind } from '#shared/lead-requests.ts'
import type { FieldTexts } from './form-texts.ts'

/** What the server hands to the island along with its markup. */
export interface RegistrationProps {
  texts: FieldTexts
  language: Language
  /** The name of the site, for the texts that the island loads. */
  name: string
  /** What the form asks for. */
  kind: LeadKind
  /** The path of this page, without its language. */
  path: string
  /** Where the next steps lead to. */
  links: { docs: string; share: string }
  form: FormState
}
