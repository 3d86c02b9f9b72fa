import { useState } from 'react'
import { Link } from 'react-router'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Detail } from '#admin/kit/layout/hint.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { type Column, DataTable } from '#admin/kit/list/data-table.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { ApiKey } from '#features/api-keys/contract.ts'
import styles from './api-keys.module.css'
import { KeyScopes, KeyState } from './key-state.tsx'
import { keysPath, useKeyRefresh } from './use-keys.ts'

/** The keys as a table, each with what can be done with it. */
export function KeyTable({ keys }: { keys: ApiKey[] }) {
  const { t } = useTexts()
  const [revoked, setRevoked] = useState<ApiKey>()
  return (
    <>
      <DataTable
        caption={t('screens.apiKeys')}
        columns={useKeyColumns(setRevoked)}
        rows={keys}
        keyOf={({ id }) => id}
        cardsBelow="wide"
      />
      <RevokeQuestion apiKey={revoked} onClose={() => setRevoked(undefined)} />
    </>
  )
}

function useKeyColumns(onRevoke: (key: ApiKey) => void): Column<ApiKey>[] {
  const { t, format } = useTexts()
  return [
    {
      key: 'name',
      label: t('apiKeys.name'),
      isRowHeader: true,
      cell: ({ name, hint }) => (
        <>
          <bdi>{name}</bdi>
          <Detail>
            <code dir="ltr">{hint}…</code>
          </Detail>
        </>
      ),
    },
    { key: 'scopes', label: t('apiKeys.scopes'), cell: ({ scopes }) => <KeyScopes scopes={scopes} /> },
    {
      key: 'made',
      label: t('apiKeys.made'),
      cell: ({ created_at, created_by }) => (
        <>
          <time className={styles.day} dateTime={created_at}>
            {format.date(created_at)}
          </time>
          <Detail>
            <bdi>{created_by.name}</bdi>
          </Detail>
        </>
      ),
    },
    {
      key: 'used',
      label: t('apiKeys.used'),
      cell: ({ last_used_at }) =>
        last_used_at ? (
          <time dateTime={last_used_at}>{format.dateTime(last_used_at)}</time>
        ) : (
          t('apiKeys.never')
        ),
    },
    { key: 'state', label: t('apiKeys.state'), cell: (key) => <KeyState apiKey={key} /> },
    {
      key: 'actions',
      label: <VisuallyHidden>{t('apiKeys.actions')}</VisuallyHidden>,
      cell: (key) => (
        <ButtonRow>
          <Link
            to={`/admin/api-keys/new?from=${key.id}`}
            aria-label={t('apiKeys.likeOne', { name: key.name })}
          >
            {t('apiKeys.like')}
          </Link>
          {(key.state === 'active' || key.state === 'blocked') && (
            <TextButton aria-label={t('apiKeys.revokeOne', { name: key.name })} onClick={() => onRevoke(key)}>
              {t('apiKeys.revoke')}
            </TextButton>
          )}
        </ButtonRow>
      ),
    },
  ]
}

interface RevokeQuestionProps {
  apiKey: ApiKey | undefined
  onClose: () => void
}

/** The question before a program is locked out. A refusal is shown in it. */
function RevokeQuestion({ apiKey, onClose }: RevokeQuestionProps) {
  const { t } = useTexts()
  const api = useApi()
  const refresh = useKeyRefresh()
  const { isBusy, failure, run, reset } = useAction({ showsFailure: true })
  function close() {
    reset()
    onClose()
  }
  function revoke(id: string) {
    run(async () => {
      await api.command('DELETE', `${keysPath}/${id}`)
      await refresh()
      onClose()
    }, t('apiKeys.revoked'))
  }
  return (
    <ConfirmDialog
      opened={apiKey !== undefined}
      {...{ isBusy, failure }}
      title={t('apiKeys.revokeTitle')}
      confirm={t('apiKeys.revoke')}
      cancel={t('apiKeys.keep')}
      focus="cancel"
      onConfirm={() => apiKey && revoke(apiKey.id)}
      onClose={close}
    >
      {apiKey && t('apiKeys.revokeText', { name: apiKey.name })}
    </ConfirmDialog>
  )
}
