import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './layout.module.css'

/** Shown after an error in a screen, or when a new release has replaced a chunk: a reload helps in both cases. */
export function CrashScreen() {
  const { t } = useTexts()
  const error = useRouteError()
  useEffect(() => {
    // React Router would not log it otherwise.
    reportError(error)
    document.title = t('documentTitle', { screen: t('crash.title'), brand: t('brand') })
  }, [error, t])
  return (
    <div className={styles.crash} role="alert">
      <h1>{t('crash.title')}</h1>
      <p>{t('crash.text')}</p>
      <Button onClick={() => location.reload()}>{t('crash.reload')}</Button>
    </div>
  )
}
