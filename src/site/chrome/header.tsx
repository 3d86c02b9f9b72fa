import { languageNames, languages } from '#shared/languages.ts'
import { Consent } from '#site/consent/consent.tsx'
import { type PageInput, themes } from '#site/contract.ts'
import { Seal } from '#ui/engraving.tsx'
import { listMenuLinks } from './navigation.ts'

/** The navbar: sections, theme, languages; behind a button on narrow screens. Opening and closing needs no script. */
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
        <a className="logo" href={`/${language}/`}>
          <Seal plain />
          {facts.name}
        </a>
        <nav id="menu" popover="auto" aria-label={t('site:nav.label')}>
          {listMenuLinks(input, t).map(({ label, href, current }) => (
            <a key={href} href={href} aria-current={current && 'page'}>
              {label}
            </a>
          ))}
        </nav>
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
          aria-label={t('site:nav.language', { language: languageNames[language] })}
        >
          {languageNames[language]}
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
        <button className="burger" type="button" popoverTarget="menu">
          {t('site:nav.menu')}
        </button>
      </header>
    </>
  )
}
