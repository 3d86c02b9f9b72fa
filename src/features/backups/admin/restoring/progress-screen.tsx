import './texts.ts'
import { Button } from '@mantine/core'
import { loginPath } from '#admin/kit/api/safe-return-path.ts'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { OpenPage } from '#admin/kit/layout/open-page.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { State } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type RestoreProgress, restoreSteps } from '#features/backups/restoring/contract.ts'
import styles from './restoring.module.css'
import { useProgress } from './use-progress.ts'

/** How far a restore is and how it has ended, without a sign-in. */
export function ProgressScreen() {
  const { progress, isAway } = useProgress()
  return (
    <OpenPage home="/admin" width="text" isLive>
      {progress ? <Shown progress={progress} isAway={isAway} /> : <LoadingLines />}
      {!progress && isAway && <Away />}
    </OpenPage>
  )
}

function Shown({ progress, isAway }: { progress: RestoreProgress | 'none'; isAway: boolean }) {
  const { t } = useTexts()
  if (progress === 'none')
    return (
      <Ended
        title={t('restoring.ended.noneTitle')}
        text={t('restoring.ended.noneText')}
        link={{ href: '/admin/backups', label: t('restoring.ended.toBackups') }}
      />
    )
  if (progress.state === 'done')
    return (
      <Ended
        title={t('restoring.ended.doneTitle')}
        text={t('restoring.ended.doneText')}
        link={{ href: loginPath('/admin/backups'), label: t('restoring.ended.signIn') }}
      />
    )
  if (progress.state === 'failed')
    return (
      <Ended
        title={t('restoring.ended.failedTitle')}
        text={t('restoring.ended.failedText')}
        link={{ href: '/admin/backups', label: t('restoring.ended.toBackups') }}
      />
    )
  return <Running progress={progress} isAway={isAway} />
}

// Full, half and hollow: told apart without colours.
const symbols = { done: 'done', present: 'changing', later: 'begun' } as const

function Running({ progress, isAway }: { progress: RestoreProgress; isAway: boolean }) {
  const { t, format } = useTexts()
  const present = restoreSteps.indexOf(progress.step)
  return (
    <>
      <ScreenHeading title={t('restoring.running.title')} intro={t('restoring.running.text')} />
      <Stack>
        <ol className={styles.steps}>
          {restoreSteps.map((step, place) => {
            const isPresent = place === present
            const state = place < present ? 'done' : isPresent ? 'present' : 'later'
            const name = t(`restoring.steps.${step}`)
            const share = format.percent(progress.share)
            const isCounted = isPresent && progress.share > 0
            return (
              <li key={step} data-state={state} aria-current={isPresent ? 'step' : undefined}>
                <State symbol={symbols[state]}>
                  {isCounted ? t('restoring.running.share', { step: name, share }) : name}
                </State>
                {isCounted && <ProgressBar label={name} value={progress.share * 100} max={100} />}
              </li>
            )
          })}
        </ol>
        {isAway && <Away />}
      </Stack>
    </>
  )
}

function Away() {
  const { t } = useTexts()
  return <Hint role="status">{t('restoring.running.away')}</Hint>
}

function Ended({
  title,
  text,
  link,
}: {
  title: string
  text: string
  link: { href: string; label: string }
}) {
  return (
    <>
      <ScreenHeading title={title} />
      <Notice
        actions={
          <Button component="a" href={link.href}>
            {link.label}
          </Button>
        }
      >
        {text}
      </Notice>
    </>
  )
}
