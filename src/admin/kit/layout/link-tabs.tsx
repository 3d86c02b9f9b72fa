import { NavLink } from 'react-router'
import styles from './layout.module.css'

/** Links between related screens, drawn as tabs. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly { to: string; label: string }[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} end>
          {tab.label}
        </NavLink>
      ))}
    </nav>
  )
}
