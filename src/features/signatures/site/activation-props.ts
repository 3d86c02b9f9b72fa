import type { ActivationState, CountryChoice } from '#features/signatures/page/contract.ts'
import type { Language } from '#shared/languages.ts'
import type { Translate } from '#site/contract.ts'

/** What the server hands to the island along with its markup. */
export interface ActivationProps {
  state: ActivationState
  language: Language
  /** The name of the site, for the texts. */
  name: string
  /** The time zone in which times are shown, by its name in the IANA database. */
  timeZone: string
  countries: CountryChoice[]
  links: ActivationLinks
}

/** The same with the texts. */
export interface IslandProps extends ActivationProps {
  t: Translate
}

/** Where the page leads to. */
export interface ActivationLinks {
  /** The page itself, to which the form is posted. */
  page: string
  home: string
  terms: string
  privacy: string
  /** The code, else the description of the API. */
  code: string
  docs: string
  community: string
}
