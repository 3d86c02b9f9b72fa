import '#features/edge-cache/admin/texts.ts'
import { Box, Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useApi, useCan } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { edgeCacheKey, useEdgeCache } from '#features/edge-cache/admin/use-edge-cache.ts'
import { EdgeCacheState } from '#features/edge-cache/contract.ts'
import { edgeCachePermissions } from '#features/edge-cache/permissions.ts'

const names = { varnish: 'Varnish', fastly: 'Fastly', cloudflare: 'Cloudflare' } as const

/** The cache in front of the site, for those who may empty it; nothing where there is none. */
export function EdgeCachePanel() {
  const canPurge = useCan(edgeCachePermissions.purge)
  return (
    canPurge && (
      <Suspense>
        <Present />
      </Suspense>
    )
  )
}

function Present() {
  const { t, format } = useTexts()
  const { cache, waiting } = useEdgeCache()
  const [isAsking, setAsking] = useState(false)
  if (!cache) return null
  return (
    <Box mt="3rem">
      <Panel title={t('edgeCache.panel.title')}>
        <Stack gap="small">
          <p role="status">
            <bdi>{names[cache]}</bdi>
            {' · '}
            {waiting === 0
              ? t('edgeCache.panel.fresh')
              : t('edgeCache.panel.waiting', { number: format.number(waiting) })}
          </p>
          <ButtonRow>
            <Button variant="default" onClick={() => setAsking(true)}>
              {t('edgeCache.panel.purge')}
            </Button>
          </ButtonRow>
        </Stack>
      </Panel>
      <PurgeDialog opened={isAsking} onClose={() => setAsking(false)} />
    </Box>
  )
}

/** The question before everything is purged. A refusal is shown in it. */
function PurgeDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTexts()
  const api = useApi()
  const client = useQueryClient()
  const toasts = useToasts()
  const { isBusy, failure, run, reset } = useAction({ showsFailure: true })
  function close() {
    reset()
    onClose()
  }
  async function purge() {
    const state = await api.send('POST', '/api/edge-cache/purge', EdgeCacheState, {})
    client.setQueryData(edgeCacheKey, state)
    if (state.waiting === 0) toasts.show('success', t('edgeCache.panel.purged'))
    else toasts.show('error', t('edgeCache.panel.notYet'))
    close()
  }
  return (
    <ConfirmDialog
      {...{ opened, isBusy, failure }}
      title={t('edgeCache.panel.confirm.title')}
      confirm={t('edgeCache.panel.confirm.purge')}
      cancel={t('edgeCache.panel.confirm.keep')}
      focus="cancel"
      onConfirm={() => run(purge)}
      onClose={close}
    >
      {t('edgeCache.panel.confirm.text')}
    </ConfirmDialog>
  )
}
