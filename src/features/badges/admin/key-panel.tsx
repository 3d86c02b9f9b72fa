import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { Row, Rows } from '#admin/kit/layout/rows.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useBadgeActions, useSigningKeys } from './use-badges.ts'

/** The signing keys: the current one, the retired ones, and a button to make a new one, unless the server fixes it. */
export function KeyPanel() {
  const { t, format } = useTexts()
  const keys = useSigningKeys()
  const actions = useBadgeActions()
  const [isAsking, setAsking] = useState(false)
  const { isBusy, run } = useAction({ onSettled: () => setAsking(false) })
  const isFixed = keys.data?.some((key) => key.is_fixed)
  const rotate = () => run(actions.rotateKeys, t('badges.keys.done'))

  return (
    <Panel
      title={t('badges.keys.title')}
      aside={
        isFixed === false && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('badges.keys.rotate')}
          </Button>
        )
      }
    >
      <Hint>
        {isFixed ? t('badges.keys.fixed', { variable: 'BADGE_SIGNING_KEY' }) : t('badges.keys.text')}
      </Hint>
      {keys.isPending && <LoadingBlock height={60} />}
      {keys.isError && !keys.data && <LoadFailure query={keys} />}
      {keys.data?.length === 0 && <Hint>{t('badges.keys.none')}</Hint>}
      <Rows>
        {keys.data?.toReversed().map(({ id, created_at, retired_at }) => (
          <Row key={id}>
            <code dir="ltr">{id}</code>
            <Detail>
              {retired_at
                ? t('badges.keys.retired', { from: format.date(created_at), to: format.date(retired_at) })
                : t('badges.keys.current', { from: format.date(created_at) })}
            </Detail>
          </Row>
        ))}
      </Rows>
      <ConfirmDialog
        opened={isAsking}
        title={t('badges.keys.askTitle')}
        confirm={t('badges.keys.rotate')}
        cancel={t('badges.award.cancel')}
        isBusy={isBusy}
        onConfirm={rotate}
        onClose={() => setAsking(false)}
      >
        {t('badges.keys.askText')}
      </ConfirmDialog>
    </Panel>
  )
}
