import './texts.ts'
import { Button } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useApi, useCan } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { SearchFilter } from '#admin/kit/list/filters.tsx'
import { Pager } from '#admin/kit/list/pager.tsx'
import { StaleFrame } from '#admin/kit/list/stale-frame.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { EmptyState, Notice } from '#admin/kit/notice.tsx'
import { saveFile } from '#admin/kit/save-file.ts'
import { isolate } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { SeoHead } from '#features/seo/admin/seo-head.tsx'
import { seoPermissions } from '#features/seo/permissions.ts'
import { Redirect } from '#features/seo/redirects/contract.ts'
import { ImportDialog } from './import-dialog.tsx'
import { MissingAddresses } from './missing-addresses.tsx'
import { type DialogStart, RedirectDialog } from './redirect-dialog.tsx'
import { RedirectTable } from './redirect-table.tsx'
import styles from './redirects.module.css'
import { TryAddress } from './try-address.tsx'
import { pageSize, redirectPath, redirectsPath, useChange, useRedirects } from './use-redirects.ts'

/** Where former addresses lead, and addresses at which visitors found nothing. */
export function RedirectsScreen() {
  const { t } = useTexts()
  const canChange = useCan(seoPermissions.redirect)
  const [edited, setEdited] = useState<DialogStart>()
  const wanted = useWanted()
  const [isImporting, setImporting] = useState(false)
  return (
    <>
      <SeoHead />
      <Stack gap="large">
        <Panel
          title={t('redirects.list')}
          aside={
            <ButtonRow>
              {canChange && <Button onClick={() => setEdited({})}>{t('redirects.add')}</Button>}
              {canChange && (
                <Button variant="default" onClick={() => setImporting(true)}>
                  {t('redirects.import')}
                </Button>
              )}
              <ExportButton />
            </ButtonRow>
          }
        >
          <Hint>{t('redirects.intro')}</Hint>
          <RedirectList canChange={canChange} onEdit={(redirect) => setEdited({ redirect })} />
        </Panel>
        <TryAddress />
        <MissingAddresses
          canChange={canChange}
          onRedirect={({ path, suggestion }) => setEdited({ from: path, to: suggestion ?? '' })}
        />
      </Stack>
      <RedirectDialog
        start={edited ?? (canChange ? wanted.start : undefined)}
        onClose={() => {
          setEdited(undefined)
          wanted.forget()
        }}
      />
      <ImportDialog opened={isImporting} onClose={() => setImporting(false)} />
    </>
  )
}

/** The redirect that a link to this screen asks for: `from` in its address. */
function useWanted() {
  const [params, setParams] = useSearchParams()
  const from = params.get('from')
  const start = useMemo((): DialogStart | undefined => (from ? { from } : undefined), [from])
  const forget = () => {
    if (!from) return
    const others = new URLSearchParams(params)
    others.delete('from')
    setParams(others, { replace: true })
  }
  return { start, forget }
}

function ExportButton() {
  const { t } = useTexts()
  const api = useApi()
  const { isBusy, run } = useAction()
  const save = async () => {
    const body = await api.open(`${redirectsPath}/export.csv`, new AbortController().signal)
    saveFile(await new Response(body, { headers: { 'content-type': 'text/csv' } }).blob(), 'redirects.csv')
  }
  return (
    <Button variant="default" loading={isBusy} onClick={() => run(save, t('redirects.exported'))}>
      {t('redirects.export')}
    </Button>
  )
}

interface RedirectListProps {
  canChange: boolean
  onEdit: (redirect: Redirect) => void
}

function RedirectList({ canChange, onEdit }: RedirectListProps) {
  const { t } = useTexts()
  const redirects = useRedirects()
  const { removed, remove, restore, isBusy } = useRemoval()
  const { list, page, isSearched } = redirects
  return (
    <>
      <div>
        <search className={styles.search}>
          <SearchFilter label={t('redirects.search')} value={redirects.typed} onChange={redirects.type} />
          {isSearched && (
            <Button variant="subtle" onClick={redirects.clear}>
              {t('redirects.clear')}
            </Button>
          )}
        </search>
        <div role="status">
          {removed && <UndoNotice key={removed.id} removed={removed} isBusy={isBusy} onUndo={restore} />}
        </div>
      </div>
      {!list.data &&
        (list.isError ? (
          <LoadFailure query={list} title={t('redirects.failed')} />
        ) : (
          <LoadingBlock height={240} />
        ))}
      {list.data?.total === 0 &&
        (isSearched ? (
          <EmptyState title={t('redirects.noMatch')} />
        ) : (
          <EmptyState title={t('redirects.none')}>{t('redirects.noneText')}</EmptyState>
        ))}
      {list.data && list.data.total > 0 && (
        <StaleFrame query={list}>
          <RedirectTable
            redirects={list.data.items}
            {...(canChange && { actions: { isBusy, onEdit, onRemove: remove } })}
          />
          <Pager page={page} pageSize={pageSize} total={list.data.total} onPage={redirects.choosePage} />
        </StaleFrame>
      )}
    </>
  )
}

interface UndoNoticeProps {
  removed: Redirect
  isBusy: boolean
  onUndo: () => void
}

/** Says what was removed, and takes the focus: the button that had it is gone. */
function UndoNotice({ removed, isBusy, onUndo }: UndoNoticeProps) {
  const { t } = useTexts()
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => undo.current?.focus(), [])
  return (
    <Notice
      actions={
        <Button ref={undo} variant="default" loading={isBusy} onClick={onUndo}>
          {t('redirects.undo')}
        </Button>
      }
    >
      {t('redirects.removed', { from: isolate(removed.from) })}
    </Notice>
  )
}

/** Removing a redirect, and putting the last one back. */
function useRemoval() {
  const { t } = useTexts()
  const api = useApi()
  const change = useChange()
  const { isBusy, run } = useAction()
  const [removed, setRemoved] = useState<Redirect>()
  return {
    ...{ removed, isBusy },
    remove: (redirect: Redirect) =>
      run(async () => {
        await change(() => api.command('DELETE', redirectPath(redirect.id)))
        setRemoved(redirect)
      }),
    restore: () =>
      run(async () => {
        if (!removed) return
        await change(() => api.send('POST', `${redirectPath(removed.id)}/restore`, Redirect))
        setRemoved(undefined)
      }, t('redirects.restored')),
  }
}
