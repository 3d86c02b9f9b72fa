import type { ComponentProps } from 'react'
import styles from './layout.module.css'

/** A button that looks like a link, for actions inside a list. */
export function TextButton(props: ComponentProps<'button'>) {
  return <button type="button" className={styles.textButton} {...props} />
}
