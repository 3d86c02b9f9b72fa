import type { ComponentProps } from 'react'
import styles from './form.module.css'

/** A form with one field per line. It is validated by the server, not by the browser. */
export function StackedForm(props: ComponentProps<'form'>) {
  return <form className={styles.form} noValidate {...props} />
}
