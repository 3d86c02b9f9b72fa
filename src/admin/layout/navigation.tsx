import { NavLink } from 'react-router'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { screens } from '#admin/screens.ts'
import styles from './layout.module.css'

/** The links to the screens; the one in view is marked for eyes and for screen readers. */
export function Navigation({ onChoose }: { onChoose?: (path: string) => void }) {
  const { t } = useTexts()
  return (
    <nav aria-label={t('shell.navigation')}>
      <ul className={styles.links}>
        {screens.map(({ path, label }) => (
          <li key={path}>
            <NavLink to={path} onClick={() => onChoose?.(path)}>
              {t(label)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
