import { Link } from 'react-router'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './profile.module.css'
import { sections } from './sections.ts'

/** Links to the sections of the profile, which work as addresses too. */
export function SectionLinks() {
  const { t } = useTexts()
  return (
    <nav aria-label={t('profile.sectionsLabel')}>
      <ul className={styles.sections}>
        {sections.map(([anchor, title]) => (
          <li key={anchor}>
            <Link to={`#${anchor}`}>{t(title)}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
