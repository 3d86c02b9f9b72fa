import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { seoPermissions } from '#features/seo/permissions.ts'
import type { EngineOverview, SubmissionOrder } from '#features/seo/submission/contract.ts'
import { EngineCard } from './engine-card.tsx'
import { KeyLine } from './key-line.tsx'
import styles from './tools.module.css'
import { useSubmissionActions } from './use-submissions.ts'

/** The search engines, and what is submitted to them. */
export function EnginePanel({ overview }: { overview: EngineOverview }) {
  const { t } = useTexts()
  const maySubmit = useCan(seoPermissions.submit)
  const { isBusy, submit } = useSubmit()
  const [isAsking, setAsking] = useState(false)
  const { engines, is_automatic, sitemap_url } = overview
  const isPublic = !engines.some(({ obstacle }) => obstacle === 'not_public')
  return (
    <Panel title={t('submissions.engines.title')}>
      {!isPublic && (
        <Notice kind="warning" title={t('submissions.notPublic.title')}>
          {t('submissions.notPublic.text', { address: new URL(sitemap_url).origin })}
        </Notice>
      )}
      <p>{t('submissions.engines.note')}</p>
      <Hint>{t(is_automatic ? 'submissions.engines.automatic' : 'submissions.engines.manual')}</Hint>
      <ul className={styles.engines}>
        {engines.map((engine) => (
          <li key={engine.engine}>
            <EngineCard
              engine={engine}
              {...(maySubmit && { onSubmit: () => submit({ engine: engine.engine, again: false }) })}
              isBusy={isBusy}
            />
          </li>
        ))}
      </ul>
      {maySubmit && isPublic && (
        <ButtonRow>
          <Button loading={isBusy} onClick={() => submit({ engine: 'all', again: false })}>
            {t('submissions.submitAll')}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={() => setAsking(true)}>
            {t('submissions.again.button')}
          </Button>
        </ButtonRow>
      )}
      <KeyLine url={overview.key_url} />
      <ConfirmDialog
        opened={isAsking}
        title={t('submissions.again.title')}
        confirm={t('submissions.again.button')}
        cancel={t('submissions.cancel')}
        focus="cancel"
        isBusy={isBusy}
        onConfirm={() => submit({ engine: 'all', again: true }, () => setAsking(false))}
        onClose={() => setAsking(false)}
      >
        {t('submissions.again.text')}
      </ConfirmDialog>
    </Panel>
  )
}

/** Submits, and tells in a toast what came of it. */
function useSubmit() {
  const { t } = useTexts()
  const toasts = useToasts()
  const actions = useSubmissionActions()
  const { isBusy, run } = useAction()
  return {
    isBusy,
    submit(order: SubmissionOrder, done: () => void = () => {}) {
      run(async () => {
        const outcomes = await actions.submit(order)
        done()
        if (outcomes.some((one) => one.run)) toasts.show('success', t('submissions.started'))
        else if (outcomes.every(({ obstacle }) => obstacle)) toasts.show('error', t('submissions.noneReady'))
        else toasts.show('success', t('submissions.unchanged'))
      })
    },
  }
}
