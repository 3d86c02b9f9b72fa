import { renderToString } from 'react-dom/server'
import type { PageInput } from '#site/contract.ts'
import { hasJoinedLetters } from '#ui/typesetting.ts'
import { pickFormTexts } from './form-texts.ts'
import { Registration, type RegistrationProps } from './registration.tsx'

/** The early-adopter form in a page: markup that works as it is, and what its script needs once someone touches it. */
export function RegistrationIsland({ language, path, facts, form, assets, t }: PageInput) {
  const props: RegistrationProps = {
    texts: pickFormTexts(t),
    language,
    name: facts.name,
    bent: !hasJoinedLetters(language),
    address: `/${language}${path}#community`,
    form,
  }
  return (
    <div
      id="registration"
      data-island={assets['early-adopters']}
      data-props={JSON.stringify(props)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own markup, with the marks hydration looks for
      dangerouslySetInnerHTML={{ __html: renderToString(<Registration {...props} />) }}
    />
  )
}
