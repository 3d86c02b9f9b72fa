import { useState } from 'react'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { Detail } from '#admin/kit/layout/hint.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { DataTable } from '#admin/kit/list/data-table.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { State } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { LinkState, SharedLink } from '#features/reports/contract.ts'
import { useLinks, useReportActions } from './use-reports.ts'

const symbols = { active: 'done', expired: 'none', blocked: 'attention' } as const satisfies Record<
  LinkState,
  string
>

/** The links that there are, each with its end. */
export function LinkList() {
  const { t, format } = useTexts()
  const links = useLinks()
  const [ended, setEnded] = useState<SharedLink>()
  const { endLink } = useReportActions()
  const { isBusy, run } = useAction({ onSettled: () => setEnded(undefined) })
  if (links.isError && !links.data) return <LoadFailure query={links} title={t('reports.links.failed')} />
  if (!links.data) return <LoadingLines />
  if (links.data.length === 0) return <EmptyState title={t('reports.links.none')} />
  return (
    <>
      <DataTable
        caption={t('reports.links.list')}
        cardsBelow="wide"
        rows={links.data}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'name',
            label: t('reports.links.name'),
            isRowHeader: true,
            cell: ({ name, created_at, created_by }) => (
              <>
                <bdi>{name}</bdi>
                <Detail>
                  {format.date(created_at)} · <bdi>{created_by.name}</bdi>
                </Detail>
              </>
            ),
          },
          { key: 'state', label: t('reports.links.state'), cell: (link) => <StateOf link={link} /> },
          {
            key: 'used',
            label: t('reports.links.used'),
            cell: ({ last_used_at: at }) => (at ? format.dateTime(at) : t('reports.links.never')),
          },
          {
            ...{ key: 'end', width: '8rem' },
            label: <VisuallyHidden>{t('reports.links.end')}</VisuallyHidden>,
            cell: (link) => (
              <TextButton
                aria-label={t('reports.links.endOne', { name: link.name })}
                onClick={() => setEnded(link)}
              >
                {t('reports.links.end')}
              </TextButton>
            ),
          },
        ]}
      />
      <ConfirmDialog
        opened={ended !== undefined}
        title={t('reports.links.endTitle')}
        confirm={t('reports.links.end')}
        cancel={t('reports.links.keep')}
        isBusy={isBusy}
        focus="cancel"
        onConfirm={() => ended && run(() => endLink(ended.id), t('reports.links.ended'))}
        onClose={() => setEnded(undefined)}
      >
        {ended && t('reports.links.endText', { name: ended.name })}
      </ConfirmDialog>
    </>
  )
}

function StateOf({ link: { state, expires_at } }: { link: SharedLink }) {
  const { t, format } = useTexts()
  return (
    <State symbol={symbols[state]}>
      {t(`reports.links.states.${state}`, { time: format.dateTime(expires_at) })}
    </State>
  )
}
