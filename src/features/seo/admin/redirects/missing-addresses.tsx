import { useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Segmented } from '#admin/kit/form/segmented.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { type Column, DataTable } from '#admin/kit/list/data-table.tsx'
import { Pager } from '#admin/kit/list/pager.tsx'
import { StaleFrame } from '#admin/kit/list/stale-frame.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { isolate } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { MissingAddress } from '#features/seo/redirects/not-found/contract.ts'
import styles from './redirects.module.css'
import { missingPageSize, missingPath, useChange, useMissing } from './use-redirects.ts'

interface MissingAddressesProps {
  canChange: boolean
  onRedirect: (missing: MissingAddress) => void
}

const lists = ['open', 'ignored'] as const

/** Addresses at which visitors found nothing, for redirects from them. */
export function MissingAddresses({ canChange, onRedirect }: MissingAddressesProps) {
  const { t } = useTexts()
  const [list, setList] = useState<(typeof lists)[number]>('open')
  const [page, setPage] = useState(1)
  const missing = useMissing(list === 'ignored', page)
  return (
    <Panel
      title={t('redirects.missing.title')}
      aside={
        <Segmented
          legend={t('redirects.missing.which')}
          options={lists.map((value) => ({ value, label: t(`redirects.missing.${value}`) }))}
          value={list}
          onChange={(value) => {
            setList(value)
            setPage(1)
          }}
        />
      }
    >
      <Hint>{t('redirects.missing.intro')}</Hint>
      {!missing.data &&
        (missing.isError ? (
          <LoadFailure query={missing} title={t('redirects.missing.failed')} />
        ) : (
          <LoadingBlock height={160} />
        ))}
      {missing.data?.total === 0 &&
        (list === 'ignored' ? (
          <EmptyState title={t('redirects.missing.noneIgnored')} />
        ) : (
          <EmptyState title={t('redirects.missing.none')}>{t('redirects.missing.noneText')}</EmptyState>
        ))}
      {missing.data && missing.data.total > 0 && (
        <StaleFrame query={missing}>
          <MissingTable missing={missing.data.items} {...(canChange && { onRedirect })} />
          <Pager
            label={t('redirects.missing.title')}
            page={page}
            pageSize={missingPageSize}
            total={missing.data.total}
            onPage={setPage}
          />
        </StaleFrame>
      )}
    </Panel>
  )
}

interface MissingTableProps {
  missing: MissingAddress[]
  /** For those who may change redirects. */
  onRedirect?: (missing: MissingAddress) => void
}

function MissingTable({ missing, onRedirect }: MissingTableProps) {
  const { t, format } = useTexts()
  const most = Math.max(1, ...missing.map(({ hits }) => hits))
  const columns: Column<MissingAddress>[] = [
    {
      key: 'address',
      label: t('redirects.missing.address'),
      isRowHeader: true,
      cell: ({ path }) => (
        <bdi dir="ltr" className={styles.path}>
          {path}
        </bdi>
      ),
    },
    {
      key: 'like',
      label: t('redirects.missing.like'),
      cell: ({ suggestion }) =>
        suggestion === null ? (
          <Detail>{t('redirects.missing.noLike')}</Detail>
        ) : (
          <bdi dir="ltr" className={styles.path}>
            {suggestion}
          </bdi>
        ),
    },
    {
      key: 'times',
      label: t('redirects.missing.times'),
      width: '11rem',
      cell: ({ hits, last_day: last }) => (
        <div className={styles.hits}>
          {format.number(hits)}
          <ProgressBar
            label={t('redirects.missing.times')}
            value={hits}
            max={most}
            text={format.number(hits)}
          />
          <Detail>{t('redirects.last', { date: format.day(last) })}</Detail>
        </div>
      ),
    },
  ]
  if (onRedirect)
    columns.push({
      key: 'actions',
      label: t('redirects.actions'),
      hidesCardLabel: true,
      width: '14rem',
      cell: (one) => <MissingActions missing={one} onRedirect={onRedirect} />,
    })
  return (
    <DataTable
      caption={t('redirects.missing.title')}
      columns={columns}
      rows={missing}
      keyOf={({ path }) => path}
    />
  )
}

interface MissingActionsProps {
  missing: MissingAddress
  onRedirect: (missing: MissingAddress) => void
}

function MissingActions({ missing, onRedirect }: MissingActionsProps) {
  const { t } = useTexts()
  const api = useApi()
  const change = useChange()
  const { isBusy, run } = useAction()
  const path = isolate(missing.path)
  const send = (what: 'ignore' | 'unignore') =>
    run(() => change(() => api.command('POST', `${missingPath}/${what}`, { body: { path: missing.path } })))
  return (
    <div className={styles.actions}>
      <TextButton
        aria-label={t('redirects.missing.redirectOne', { path })}
        onClick={() => onRedirect(missing)}
      >
        {t('redirects.missing.redirect')}
      </TextButton>
      {missing.is_ignored ? (
        <TextButton
          aria-label={t('redirects.missing.suggestOne', { path })}
          disabled={isBusy}
          onClick={() => send('unignore')}
        >
          {t('redirects.missing.suggest')}
        </TextButton>
      ) : (
        <TextButton
          aria-label={t('redirects.missing.ignoreOne', { path })}
          disabled={isBusy}
          onClick={() => send('ignore')}
        >
          {t('redirects.missing.ignore')}
        </TextButton>
      )}
    </div>
  )
}
