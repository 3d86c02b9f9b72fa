import { type ReactNode, useEffect } from 'react'
import { BackIcon, EyeClosedIcon, EyeIcon } from '#admin/kit/icons.tsx'
import { useSiteName, useSiteTagline } from '#admin/kit/site-name.ts'
import { rememberLanguage } from '#admin/kit/texts/chosen-language.ts'
import { LanguageSelect } from '#admin/kit/texts/language-select.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { EngravingDefinitions, Seal } from '#ui/engraving.tsx'
import styles from './login.module.css'

/** The page of the sign-in and of the password recovery: the cover, one sheet, and a link to the site. */
export function SignInPage({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTexts()
  const siteName = useSiteName()
  const tagline = useSiteTagline()

  useEffect(() => {
    document.title = t('documentTitle', { screen: title, brand: siteName })
  }, [t, title, siteName])

  return (
    <div className={styles.page}>
      <div className={styles.definitions}>
        <EngravingDefinitions name={siteName} />
      </div>
      <aside className={styles.cover}>
        <p className={styles.brand}>{siteName}</p>
        <p className={styles.motto} data-own={tagline !== undefined || undefined}>
          {tagline ?? t('login.motto')}
        </p>
        <Seal className={styles.seal ?? ''} />
      </aside>
      <main className={styles.main}>
        <div className={styles.sheet}>
          <p className={styles.area}>{t('area')}</p>
          <h1>{title}</h1>
          {children}
        </div>
        <footer className={styles.foot}>
          <a className={styles.back} href="/">
            <BackIcon />
            {t('login.backToSite')}
          </a>
          <LanguageSelect size="sm" onChoose={rememberLanguage} />
        </footer>
      </main>
    </div>
  )
}

/** The button in a password field that shows the password. */
export function usePasswordEye() {
  const { t } = useTexts()
  return {
    visibilityToggleIcon: PasswordIcon,
    visibilityToggleButtonProps: {
      'aria-label': t('login.showPassword'),
      'aria-hidden': false,
      tabIndex: 0,
    },
  }
}

function PasswordIcon({ reveal }: { reveal: boolean }) {
  return reveal ? <EyeClosedIcon /> : <EyeIcon />
}
