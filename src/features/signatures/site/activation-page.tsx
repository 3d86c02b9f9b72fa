import { renderToString } from 'react-dom/server'
import { activationCountries } from '#features/signatures/contract.ts'
import type { CountryChoice } from '#features/signatures/page/contract.ts'
import type { Language } from '#shared/languages.ts'
import type { PageInput, Translate } from '#site/contract.ts'
import { pageAddress } from '#site/routes.ts'
import { nameCountry } from '#ui/typesetting.ts'
import { Activation } from './activation.tsx'
import type { ActivationLinks, ActivationProps } from './activation-props.ts'

/** The page of a personal link: markup that works as it is, and the script that makes it alive. */
export function ActivationPage(input: PageInput<'activation'>) {
  const { data: state, language, facts, assets, t } = input
  const props: ActivationProps = {
    ...{ state, language },
    name: facts.name,
    timeZone: facts.timeZone,
    countries: listCountries(language, t),
    links: listLinks(input),
  }
  return (
    <>
      <div
        id="activation"
        data-props={JSON.stringify(props)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own markup, with the marks hydration looks for
        dangerouslySetInnerHTML={{ __html: renderToString(<Activation {...props} t={t} />) }}
      />
      {/* At once, without waiting for a touch: the time is running. */}
      <script type="module" src={assets.signatures} />
    </>
  )
}

function listLinks(input: PageInput<'activation'>): ActivationLinks {
  const { data, language, facts } = input
  return {
    page: `/${language}/activate-signature/${encodeURIComponent(data.token)}`,
    home: pageAddress('landing', input),
    terms: pageAddress('terms', input),
    privacy: pageAddress('privacy', input),
    code: facts.codeHost ?? facts.socialLinks.find(({ network }) => network === 'github')?.url ?? '/api',
    docs: pageAddress('docs', input),
    community: `/${language}/community`,
  }
}

/** The countries in the order of the form. The United Kingdom has another code there than in ISO 3166-1. */
function listCountries(language: Language, t: Translate): CountryChoice[] {
  return activationCountries.map((code) => ({
    code,
    name:
      code === 'OTHER'
        ? t('activation:fields.otherCountry')
        : nameCountry(code === 'UK' ? 'GB' : code, language),
  }))
}
