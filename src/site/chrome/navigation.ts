import type { Language } from '#shared/languages.ts'
import type { PageInput, Translate } from '../contract.ts'
import { findPageAddress, type LandingSection, type RouteName } from '../routes.ts'

export interface NavigationLink {
  label: string
  href: string
  /** Opens in a tab of its own. */
  external?: true
}

type Place = Pick<PageInput, 'page' | 'language'>

/** The address of a section of the landing page, seen from a page. */
export function sectionAddress(section: LandingSection, { page, language }: Place): string {
  return page === 'landing' ? `#${section}` : `/${language}/#${section}`
}

function listPages(names: readonly RouteName[], language: Language, t: Translate): NavigationLink[] {
  return names.flatMap((name) => {
    const href = findPageAddress(name, language)
    return href ? [{ label: t(`site:footer.${name}`), href }] : []
  })
}

/** The links of the navbar (seed B §2). */
export function listMenuLinks(place: Place, t: Translate): NavigationLink[] {
  const about = findPageAddress('about', place.language)
  return [
    { label: t('site:nav.home'), href: sectionAddress('top', place) },
    { label: t('site:nav.advantages'), href: sectionAddress('advantages', place) },
    { label: t('site:nav.cases'), href: sectionAddress('cases', place) },
    { label: t('site:nav.community'), href: sectionAddress('community', place) },
    { label: t('site:nav.investors'), href: sectionAddress('investors', place) },
    ...(about ? [{ label: t('site:nav.about'), href: about }] : []),
  ]
}

/** The quick links of the footer (seed B §2). */
export function listQuickLinks(place: Place, t: Translate): NavigationLink[] {
  const { language } = place
  return [
    { label: t('site:footer.home'), href: `/${language}/` },
    ...listPages(['identity', 'transparency', 'industrial', 'about', 'docs'], language, t),
    { label: t('site:footer.api'), href: '/api', external: true },
    { label: t('site:footer.contact_form'), href: sectionAddress('community', place) },
  ]
}

/** The legal links of the footer; empty until those pages exist. */
export function listLegalLinks(language: Language, t: Translate): NavigationLink[] {
  return listPages(['privacy', 'terms'], language, t)
}
