import { Button } from '@mantine/core'
import { useContext, useEffect } from 'react'
import { useRouteError } from 'react-router'
import { ConnectionContext, useConnection } from '#admin/kit/api/connection-context.tsx'
import { useSiteName } from '#admin/kit/site-name.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './layout.module.css'
import { mayReload, ScreenNotLoaded } from './screen-not-loaded.ts'

/** Shown in the place of a screen that has failed, or that could not be loaded. */
export function CrashScreen() {
  const error = useRouteError()
  return error instanceof ScreenNotLoaded ? <WaitingScreen /> : <FailedScreen error={error} />
}

function FailedScreen({ error }: { error: unknown }) {
  const { t } = useTexts()
  useEffect(() => {
    // React Router would not log it otherwise.
    reportError(error)
  }, [error])
  return <Message title={t('crash.title')} text={t('crash.text')} />
}

/** Loads the page again once the server can be reached: a second import within the page would come without its styles. */
function WaitingScreen() {
  const { t } = useTexts()
  const connection = useContext(ConnectionContext)
  const state = useConnection()
  useEffect(() => {
    // Until the server has answered, which it is asked for by itself.
    connection?.note(false)
    return connection?.subscribe(() => {
      if (connection.read() === 'connected' && mayReload(sessionStorage, Date.now())) location.reload()
    })
  }, [connection])
  const isWaiting = state !== 'connected'
  return (
    <Message
      title={t('crash.notLoaded')}
      text={isWaiting ? t('crash.opensByItself') : t('crash.reloadHelps')}
    />
  )
}

function Message({ title, text }: { title: string; text: string }) {
  const { t } = useTexts()
  const siteName = useSiteName()
  useEffect(() => {
    document.title = t('documentTitle', { screen: title, brand: siteName })
  }, [title, t, siteName])
  return (
    <div className={styles.crash} role="alert">
      <h1>{title}</h1>
      <p>{text}</p>
      <Button onClick={() => location.reload()}>{t('crash.reload')}</Button>
    </div>
  )
}
