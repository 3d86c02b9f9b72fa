import { renderToString } from 'react-dom/server'
import type { PageInput } from '#site/contract.ts'
import { findPublicPage, pageAddress } from '#site/routes.ts'
import { pickFieldTexts } from './form-texts.ts'
import { Registration } from './registration.tsx'
import type { RegistrationProps } from './registration-props.ts'

/** The early-adopter form in a page: markup that works as it is, and what its script needs once someone touches it. */
export function RegistrationIsland(input: PageInput) {
  const { page, language, path, form, facts, assets, preview, t } = input
  const kind = form.values.kind ?? findPublicPage(page, input)?.form?.kind ?? 'adopter'
  const props: RegistrationProps = {
    texts: pickFieldTexts(t, { kind, page }),
    language,
    name: facts.name,
    kind,
    path,
    links: { docs: pageAddress('docs', input), share: `${pageAddress('landing', input)}#resources` },
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
      dangerouslySetInnerHTML={{ __html: renderToString(<Registration {...props} t={t} />) }}
    />
  )
}
