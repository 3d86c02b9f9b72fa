import type { ComponentProps } from 'react'
import styles from './layout.module.css'

/** A small button, for actions inside a list. */
export function TextButton(props: ComponentProps<'button'>) {
  return <button type="button" className={styles.textButton} {...props} />
}
