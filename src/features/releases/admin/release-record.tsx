import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { ActionBar, ActionBarState } from '#admin/kit/action-bar.tsx'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { Detail } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { Row, Rows } from '#admin/kit/layout/rows.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { type Release, ReleaseItem } from '#features/releases/contract.ts'
import { releasePermissions } from '#features/releases/permissions.ts'
import { useTextName } from './plan-list.tsx'
import styles from './releases.module.css'
import { useReleaseActions } from './use-releases.ts'

const Overtaken = z.array(ReleaseItem)

/** A release that has been live: what it changed, and a button to roll it back. */
export function ReleaseRecord({ release }: { release: Release }) {
  const { t } = useTexts()
  const canRollBack = useCan(releasePermissions.publish) && release.status === 'live'
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Panel title={t('releases.done.title')}>
        <ul>
          {release.items.map((item) => (
            <RecordRow key={`${item.key} ${item.language}`} item={item} />
          ))}
        </ul>
      </Panel>
      {canRollBack && (
        <ActionBar>
          <ActionBarState>{t('releases.texts', { count: release.items.length })}</ActionBarState>
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('releases.actions.rollBack')}
          </Button>
        </ActionBar>
      )}
      <Dialog opened={isAsking} onClose={() => setAsking(false)} title={t('releases.rollingBack.title')}>
        {isAsking && <RollBackQuestion release={release} onClose={() => setAsking(false)} />}
      </Dialog>
    </>
  )
}

function RecordRow({ item }: { item: Release['items'][number] }) {
  const { t, format } = useTexts()
  const nameOf = useTextName()
  const { version, previous_version: previous } = item
  const describe = () => {
    if (version === previous) return t('releases.done.same')
    if (version === null) return t('releases.done.takenOff', { previous: format.number(previous ?? 0) })
    if (previous === null) return t('releases.done.added', { version: format.number(version) })
    return t('releases.done.replaced', {
      version: format.number(version),
      previous: format.number(previous),
    })
  }
  return (
    <Row>
      <Link to={`/admin/content/${item.key}?language=${item.language}`}>{nameOf(item)}</Link>
      <Detail>{describe()}</Detail>
    </Row>
  )
}

function RollBackQuestion({ release, onClose }: { release: Release; onClose: () => void }) {
  const { t, format } = useTexts()
  const nameOf = useTextName()
  const toasts = useToasts()
  const actions = useReleaseActions()
  const [overtaken, setOvertaken] = useState<ReleaseItem[]>([])
  const changed = release.items.filter(({ version, previous_version }) => version !== previous_version)

  const { isBusy, run } = useAction({
    showsFailure: true,
    onError: (error) => {
      const refusal = Overtaken.safeParse(error instanceof ApiError ? error.members.overtaken : undefined)
      if (refusal.success) {
        setOvertaken(refusal.data)
        return
      }
      toasts.show('error', describeError(error, t))
      onClose()
      void actions.reload(release.id)
    },
  })
  const rollBack = () =>
    run(async () => {
      await actions.rollBack(release.id, overtaken.length > 0)
      onClose()
    }, t('releases.toasts.rolledBack'))

  return (
    <>
      <p>{t('releases.rollingBack.text')}</p>
      <Rows>
        {changed.map((item) => (
          <li key={`${item.key} ${item.language}`}>
            <p>{nameOf(item)}</p>
            <Detail>
              {item.previous_version === null
                ? t('releases.rollingBack.toBuiltIn')
                : t('releases.rollingBack.toVersion', { version: format.number(item.previous_version) })}
            </Detail>
          </li>
        ))}
      </Rows>
      {overtaken.length > 0 && (
        <div className={styles.warning} role="alert">
          <p>{t('releases.rollingBack.overtaken')}</p>
          <Rows>
            {overtaken.map((item) => (
              <li key={`${item.key} ${item.language}`}>
                <p>{nameOf(item)}</p>
                <Detail>
                  {item.version === null
                    ? t('releases.rollingBack.nowBuiltIn')
                    : t('releases.rollingBack.nowVersion', { version: format.number(item.version) })}
                </Detail>
              </li>
            ))}
          </Rows>
        </div>
      )}
      <DialogActions
        confirm={t(overtaken.length > 0 ? 'releases.rollingBack.force' : 'releases.rollingBack.confirm')}
        cancel={t('releases.actions.back')}
        isBusy={isBusy}
        focus="confirm"
        onConfirm={rollBack}
        onCancel={onClose}
      />
    </>
  )
}
