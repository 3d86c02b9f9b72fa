import { languageNames, languages } from '#shared/languages.ts'
import { Consent } from '#site/consent/consent.tsx'
import { type PageInput, themes } from '#site/contract.ts'
import { Seal } from '#ui/engraving.tsx'
import { formAddress, listCaseLinks, listMenuLinks, type NavigationLink } from './navigation.ts'
import { Wordmark } from './wordmark.tsx'

function NavigationLinks({ links }: { links: NavigationLink[] }) {
  return links.map(({ label, href, current }) => (
    <a key={href} href={href} aria-current={current && 'page'}>
      {label}
    </a>
  ))
}

/** The links of the navbar. The pages of the use cases are in a list that opens beside their section's link. */
function Menu(input: PageInput) {
  const { t } = input
  const { before, after } = listMenuLinks(input, t)
  return (
    <nav id="menu" popover="auto" aria-label={t('site:nav.label')}>
      <NavigationLinks links={before} />
      <button type="button" popoverTarget="use-cases" aria-label={t('site:cases.label')} />
      <div id="use-cases" popover="auto">
        <NavigationLinks links={listCaseLinks(input, t)} />
      </div>
      <NavigationLinks links={after} />
    </nav>
  )
}

/** The navbar: sections, theme, languages and the way to the form. Opening and closing its menus needs no script. */
export function Header(input: PageInput) {
  const { page, language, path, theme, facts, t } = input
  const languagePath = page === 'error' ? '/' : path
  return (
    <>
      <a className="skip" href="#content">
        {t('site:nav.skip')}
      </a>
      <Consent {...input} />
      <header>
        <a className="logo" href={`/${language}/`} aria-current={page === 'landing' ? 'page' : undefined}>
          <Seal plain />
          <Wordmark name={facts.name} />
        </a>
        <Menu {...input} />
        <button className="theme" type="button" popoverTarget="themes" aria-label={t('site:nav.theme')}>
          <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
            <circle cx="9" cy="9" r="8" fill="none" stroke="currentColor" />
            <path d="M9 1v16A8 8 0 0 0 9 1" fill="currentColor" />
          </svg>
        </button>
        <ul id="themes" popover="auto">
          {themes.map((one) => (
            <li key={one}>
              <button type="button" name="theme" value={one} aria-pressed={one === theme}>
                {t(`site:nav.themes.${one}`)}
              </button>
            </li>
          ))}
        </ul>
        <button
          className="language"
          type="button"
          popoverTarget="languages"
          lang={language}
          aria-label={t('site:nav.language', {
            language: `${languageNames[language]} (${language.toUpperCase()})`,
          })}
        >
          <span>{languageNames[language]}</span>
        </button>
        <ul id="languages" popover="auto">
          {languages.map((code) => (
            <li key={code}>
              <a
                href={`/${code}${languagePath}`}
                hrefLang={code}
                lang={code}
                aria-current={code === language ? 'true' : undefined}
              >
                {languageNames[code]}
              </a>
            </li>
          ))}
        </ul>
        <a className="button" href={formAddress(input)}>
          {t('site:nav.join')}
        </a>
        <button className="burger" type="button" popoverTarget="menu">
          <span>{t('site:nav.menu')}</span>
          <span>{t('site:nav.close')}</span>
        </button>
      </header>
    </>
  )
}
