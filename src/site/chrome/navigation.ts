import type { PageInput, PublicPageName, Translate } from '#site/contract.ts'
import { findPublicPage, type LandingSection, pageAddress } from '#site/routes.ts'

export interface NavigationLink {
  label: string
  href: string
  /** Whether it leads to the current page. */
  current?: true | undefined
  /** Whether it opens in a new tab. */
  external?: true
}

type Place = Pick<PageInput, 'page' | 'pages' | 'language'>

/** The address of a section of the landing page, seen from a page. */
export function sectionAddress(
  section: LandingSection,
  { page, language }: Pick<Place, 'page' | 'language'>,
): string {
  return page === 'landing' ? `#${section}` : `/${language}/#${section}`
}

function linkTo(name: PublicPageName, label: string, place: Place): NavigationLink {
  return { label, href: pageAddress(name, place), current: place.page === name || undefined }
}

function listPages(names: readonly PublicPageName[], place: Place, t: Translate): NavigationLink[] {
  return names.map((name) => linkTo(name, t(`site:footer.${name}`), place))
}

const useCases = ['identity', 'transparency', 'industrial'] as const

/** The links of the navbar, before and after the list of the use cases. */
export function listMenuLinks(place: Place, t: Translate): Record<'before' | 'after', NavigationLink[]> {
  const section = (name: LandingSection, label: string) => ({ label, href: sectionAddress(name, place) })
  return {
    before: [
      { ...section('top', t('site:nav.home')), current: place.page === 'landing' || undefined },
      section('advantages', t('site:nav.advantages')),
      section('cases', t('site:nav.cases')),
    ],
    after: [
      section('community', t('site:nav.community')),
      section('investors', t('site:nav.investors')),
      linkTo('about', t('site:nav.about'), place),
      linkTo('docs', t('site:nav.docs'), place),
    ],
  }
}

/** The links to the pages of the use cases, in the navbar. */
export function listCaseLinks(place: Place, t: Translate): NavigationLink[] {
  return listPages(useCases, place, t)
}

/** The quick links of the footer. */
export function listQuickLinks(place: Place, t: Translate): NavigationLink[] {
  return [
    linkTo('landing', t('site:footer.home'), place),
    ...listSuggestions(place, t),
    { label: t('site:footer.api'), href: '/api', external: true },
    { label: t('site:footer.contact_form'), href: formAddress(place) },
  ]
}

/** The legal links of the footer. */
export function listLegalLinks(place: Place, t: Translate): NavigationLink[] {
  return listPages(['privacy', 'terms'], place, t)
}

/** The links on the page of a missing address. */
export function listSuggestions(place: Place, t: Translate): NavigationLink[] {
  return listPages([...useCases, 'about', 'docs', 'ledger', 'verification'], place, t)
}

/** The nearest early-adopter form: the page's own, else the landing's. */
export function formAddress(place: Place): string {
  return findPublicPage(place.page, place)?.form ? '#registration' : sectionAddress('community', place)
}
