import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './layout.module.css'

/** A fault of ours, or a chunk that a new release has replaced: loading the page anew mends both. */
export function CrashScreen() {
  const { t } = useTexts()
  const error = useRouteError()
  useEffect(() => {
    // For whoever opens the console; React Router would otherwise keep it to itself.
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
