import '#features/signatures/admin/texts.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { FilterBar } from '#admin/kit/layout/columns.tsx'
import { CountFilter } from '#admin/kit/list/count-filter.tsx'
import { SearchFilter, SelectFilter } from '#admin/kit/list/filters.tsx'
import { Pager } from '#admin/kit/list/pager.tsx'
import { StaleFrame } from '#admin/kit/list/stale-frame.tsx'
import { useListQuery } from '#admin/kit/list/use-list-query.ts'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { InvitationPanel } from '#features/signatures/admin/parts/invitation-panel.tsx'
import { useSentTexts } from '#features/signatures/admin/use-sent-texts.ts'
import { useSignatureCounts, useSignatures } from '#features/signatures/admin/use-signatures.ts'
import { type SignatureState, signatureStates } from '#features/signatures/contract.ts'
import { signaturePermissions } from '#features/signatures/permissions.ts'
import { ExportDialog } from './export-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { isNarrowed, pageSize, readListQuery, type SignatureListQuery, writeListQuery } from './list-query.ts'
import { SignatureTable } from './signature-table.tsx'

/** Who was invited to activate their signature, and how far they are. */
export function SignaturesScreen() {
  const { t } = useSentTexts()
  const canInvite = useCan(signaturePermissions.invite)
  const canExport = useCan(signaturePermissions.export)
  const list = useListQuery({ read: readListQuery, write: writeListQuery })
  const [dialog, setDialog] = useState<'invite' | 'export'>()
  const clear = () => list.clear({ state: undefined })
  const inviteButton = canInvite && (
    <Button onClick={() => setDialog('invite')}>{t('signatures.invite.open')}</Button>
  )
  return (
    <>
      <ScreenHeading
        title={t('screens.signatures')}
        intro={t('signatures.intro')}
        aside={
          <ButtonRow>
            {inviteButton}
            {canExport && (
              <Button variant="default" onClick={() => setDialog('export')}>
                {t('signatures.export.open')}
              </Button>
            )}
          </ButtonRow>
        }
      />
      {canInvite && dialog !== 'invite' && <InvitationPanel />}
      <StateCounts chosen={list.query.state} onChoose={(state) => list.change({ state })} />
      <Filters {...list} onClear={clear} />
      <SignatureList
        query={list.query}
        onPage={(page) => list.change({ page })}
        onClear={clear}
        inviteButton={inviteButton}
      />
      {dialog === 'invite' && <InviteDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'export' && <ExportDialog onClose={() => setDialog(undefined)} />}
    </>
  )
}

interface StateCountsProps {
  chosen: SignatureState | undefined
  onChoose: (state: SignatureState | undefined) => void
}

/** How many there are in all and in each state; pressing one narrows the list to it, pressing it again does not. */
function StateCounts({ chosen, onChoose }: StateCountsProps) {
  const { t } = useSentTexts()
  const counts = useSignatureCounts()
  return (
    <CountFilter
      label={t('signatures.summary')}
      options={[
        { value: undefined, label: t('signatures.all'), count: counts.data?.total },
        ...signatureStates.map((value) => ({
          value,
          label: t(`signatures.states.${value}`),
          count: counts.data && (counts.data.by_state[value] ?? 0),
        })),
      ]}
      chosen={chosen}
      isBusy={counts.isPending}
      onChoose={(state) => onChoose(state === chosen ? undefined : state)}
    />
  )
}

interface FiltersProps extends ReturnType<typeof useListQuery<SignatureListQuery>> {
  onClear: () => void
}

function Filters({ query, typed, type, change, onClear }: FiltersProps) {
  const { t } = useSentTexts()
  return (
    <FilterBar active={query.state ? 1 : 0}>
      <SearchFilter label={t('signatures.search')} value={typed} onChange={type} />
      <SelectFilter
        label={t('signatures.columns.state')}
        any={t('signatures.anyState')}
        options={signatureStates.map((value) => ({ value, label: t(`signatures.states.${value}`) }))}
        value={query.state ?? ''}
        onChange={(value) => change({ state: signatureStates.find((one) => one === value) })}
      />
      {isNarrowed(query) && (
        <Button variant="subtle" onClick={onClear}>
          {t('signatures.clear')}
        </Button>
      )}
    </FilterBar>
  )
}

interface SignatureListProps {
  query: SignatureListQuery
  onPage: (page: number) => void
  onClear: () => void
  inviteButton: React.ReactNode
}

function SignatureList({ query, onPage, onClear, inviteButton }: SignatureListProps) {
  const { t } = useSentTexts()
  const list = useSignatures(query)
  if (list.isError && !list.data) return <LoadFailure query={list} title={t('signatures.failed')} />
  if (!list.data) return <LoadingLines />
  const { items, total } = list.data
  const pager = <Pager page={query.page} pageSize={pageSize} total={total} onPage={onPage} />
  if (items.length === 0 && query.page > 1 && total > 0) return pager
  if (items.length === 0 && isNarrowed(query)) {
    return (
      <EmptyState
        title={t('signatures.noMatch')}
        actions={
          <Button variant="default" onClick={onClear}>
            {t('signatures.clear')}
          </Button>
        }
      >
        {t('signatures.noMatchText')}
      </EmptyState>
    )
  }
  if (items.length === 0) {
    return (
      <EmptyState title={t('signatures.none')} actions={inviteButton}>
        {t('signatures.noneText')}
      </EmptyState>
    )
  }
  return (
    <StaleFrame query={list}>
      <SignatureTable signatures={items} />
      {pager}
    </StaleFrame>
  )
}
