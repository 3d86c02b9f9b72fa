import type { ComponentProps } from 'react'
import { OutwardIcon } from '#admin/kit/icons.tsx'
import styles from './layout.module.css'

interface OutwardLinkProps extends ComponentProps<'a'> {
  to: string
  children: string
}

/** A link out of the admin, which opens in a new tab. */
export function OutwardLink({ to, children, ...props }: OutwardLinkProps) {
  return (
    <a className={styles.outward} href={to} target="_blank" rel="noreferrer" {...props}>
      {children}
      <OutwardIcon />
    </a>
  )
}
