import { NavLink } from 'react-router'
import { menuGroups } from '#admin/kit/screen.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { firstScreen } from '#admin/screens.ts'
import styles from './layout.module.css'
import { useMenu } from './use-menu.ts'

/** The links to the screens in groups; the current one is marked, also for screen readers. */
export function Navigation({ onChoose }: { onChoose?: (path: string) => void }) {
  const { t } = useTexts()
  const menu = useMenu()
  const groups = menuGroups
    .map((group) => ({ group, links: menu.filter((entry) => entry.group === group) }))
    .filter(({ links }) => links.length > 0)
  return (
    <nav aria-label={t('shell.navigation')} className={styles.groups}>
      {groups.map(({ group, links }) => (
        <div key={group}>
          {group !== 'overview' && <p className={styles.group}>{t(`shell.groups.${group}`)}</p>}
          <ul className={styles.links}>
            {links.map(({ path, label }) => (
              <li key={path}>
                <NavLink to={path} end={path === firstScreen} onClick={() => onChoose?.(path)}>
                  {t(label)}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
