import type { ComponentProps } from 'react'
import styles from './form.module.css'

/** A form whose fields are below each other. Their errors are told by the server, not by the browser. */
export function StackedForm(props: ComponentProps<'form'>) {
  return <form className={styles.form} noValidate {...props} />
}
