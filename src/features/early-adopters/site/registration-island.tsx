import { renderToString } from 'react-dom/server'
import type { PageInput } from '#site/contract.ts'
import { pickFormTexts } from './form-texts.ts'
import { Registration, type RegistrationProps } from './registration.tsx'

/** The early-adopter form in a page: markup that works as it is, and what its script needs once someone touches it. */
export function RegistrationIsland({ language, path, form, assets, preview, t }: PageInput) {
  const props: RegistrationProps = {
    texts: pickFormTexts(t),
    language,
    address: `/${language}${path}#registration`,
    form,
  }
  // In a preview the form is inactive.
  const life = preview
    ? { inert: true }
    : { 'data-island': assets['early-adopters'], 'data-props': JSON.stringify(props) }
  return (
    <div
      id="registration"
      {...life}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own markup, with the marks hydration looks for
      dangerouslySetInnerHTML={{ __html: renderToString(<Registration {...props} />) }}
    />
  )
}
