import { NavLink } from 'react-router'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './layout.module.css'
import { useMenu } from './use-menu.ts'

/** The links to the screens; the current one is marked, also for screen readers. */
export function Navigation({ onChoose }: { onChoose?: (path: string) => void }) {
  const { t } = useTexts()
  const menu = useMenu()
  return (
    <nav aria-label={t('shell.navigation')}>
      <ul className={styles.links}>
        {menu.map(({ path, label }) => (
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
