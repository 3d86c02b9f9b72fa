import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useApi, useCan } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { seoPermissions } from '#features/seo/permissions.ts'
import type { SeoCheck, SeoChecks } from '#features/seo/prover/contract.ts'
import { checksPath, siteCheckKey } from './use-site-check.ts'

/** The check that runs, or the last one, and a button for another. */
export function CheckPanel({ checks: { current, last } }: { checks: SeoChecks }) {
  const { t } = useTexts()
  const api = useApi()
  const queries = useQueryClient()
  const mayCheck = useCan(seoPermissions.check)
  const { isBusy, run } = useAction({
    onSettled: () => queries.invalidateQueries({ queryKey: siteCheckKey }),
  })
  return (
    <Panel
      title={t('siteCheck.check.title')}
      size="small"
      aside={
        mayCheck && (
          <Button
            size="sm"
            loading={isBusy}
            disabled={current !== null && current.kind === 'full'}
            onClick={() => run(() => api.command('POST', checksPath), t('siteCheck.check.asked'))}
          >
            {t('siteCheck.check.now')}
          </Button>
        )
      }
    >
      {current ? <RunningCheck check={current} /> : last ? <LastCheck check={last} /> : <NeverChecked />}
    </Panel>
  )
}

function NeverChecked() {
  const { t } = useTexts()
  return (
    <>
      <p>{t('siteCheck.check.never')}</p>
      <Hint>{t('siteCheck.check.neverText')}</Hint>
    </>
  )
}

function RunningCheck({ check }: { check: SeoCheck }) {
  const { t, format } = useTexts()
  if (check.state === 'waiting') return <p role="status">{t('siteCheck.check.waiting')}</p>
  const text = t('siteCheck.check.running', {
    done: format.number(check.pages_done),
    known: format.number(Math.max(check.pages_known, check.pages_done)),
  })
  return (
    <>
      <ProgressBar
        label={t('siteCheck.check.title')}
        value={check.pages_done}
        max={check.pages_known}
        text={text}
      />
      <p>{text}</p>
      <Cause check={check} />
    </>
  )
}

function LastCheck({ check }: { check: SeoCheck }) {
  const { t, format } = useTexts()
  return (
    <>
      <p>{t('siteCheck.check.last', { time: format.dateTime(check.finished_at ?? check.asked_at) })}</p>
      <Cause check={check} />
      {check.state === 'failed' ? (
        <Notice kind="error">{t('siteCheck.check.failed', { reason: check.failure ?? '' })}</Notice>
      ) : (
        <Hint>
          {t('siteCheck.check.result', {
            new: format.number(check.found_new),
            gone: format.number(check.found_gone),
            pages: format.number(check.pages_done),
          })}
        </Hint>
      )}
      {check.is_cut && <Notice>{t('siteCheck.check.cut')}</Notice>}
    </>
  )
}

/** Who or what has asked for a check. */
function Cause({ check: { cause, asked_by } }: { check: SeoCheck }) {
  const { t } = useTexts()
  if (cause !== 'person') return <Hint>{t(`siteCheck.check.causes.${cause}`)}</Hint>
  return (
    <Hint>
      {asked_by === null
        ? t('siteCheck.check.causes.someone')
        : t('siteCheck.check.causes.person', { name: asked_by })}
    </Hint>
  )
}
