import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useNavigate } from 'react-router'
import { ActionBar, ActionBarState } from '#admin/kit/action-bar.tsx'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { windowStorage } from '#admin/kit/browser-storage.ts'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { AwardDialog } from '#features/badges/admin/parts/award-dialog.tsx'
import { mostChosenLeads } from '#features/campaigns/contract.ts'
import { EraseDialog } from '#features/early-adopters/admin/lead/erase-dialog.tsx'
import type { EarlyAdopter } from '#features/early-adopters/contract.ts'
import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { mostTaggedAtOnce } from '#features/early-adopters/tags/contract.ts'
import {
  InvitePeopleDialog,
  mostInvitations,
} from '#features/signatures/admin/parts/invite-people-dialog.tsx'
import { signaturePermissions } from '#features/signatures/permissions.ts'
import { ExportDialog } from './export-dialog.tsx'
import { exportFilter, isNarrowed, type ListQuery } from './list-query.ts'
import { mailAddress } from './mail-address.ts'
import { countChosen, nobody, type Selection } from './selection.ts'
import { TagDialog } from './tag-dialog.tsx'
import { useFetchSelected } from './use-fetch-selected.ts'

/** How many badges can be awarded at once. */
const mostAwards = 5_000

interface BulkBarProps {
  selection: Selection
  query: ListQuery
  /** How many the list has in all. */
  total: number
  onSelect: (selection: Selection) => void
}

/** The open dialog of a bulk action. */
type Step = { kind: 'award' | 'erase' | 'invite' | 'tag'; people: EarlyAdopter[] } | { kind: 'export' }

/** The selection and its bulk actions, for users who may edit leads. */
export function BulkBar({ selection, query, total, onSelect }: BulkBarProps) {
  const { t, format } = useTexts()
  const toasts = useToasts()
  const [step, setStep] = useState<Step>()
  const navigate = useNavigate()
  const { fetched, fetchSelected, stop } = useFetchSelected(selection, query)
  const number = countChosen(selection, total)
  if (number === 0) return null

  function isTooMany(count: number, limit: number): boolean {
    if (count > limit) toasts.show('warning', t('leads.bulk.tooMany', { limit: format.number(limit) }))
    return count > limit
  }

  function begin(kind: Step['kind']) {
    if (kind === 'export') {
      setStep({ kind })
      return
    }
    if (kind === 'award' && isTooMany(number, mostAwards)) return
    if (kind === 'invite' && isTooMany(number, mostInvitations)) return
    if (kind === 'tag' && isTooMany(number, mostTaggedAtOnce)) return
    void fetchSelected((people) => setStep({ kind, people }))
  }

  function write() {
    if (selection.kind === 'all' && !isNarrowed(query)) {
      void navigate(mailAddress('everyone', windowStorage))
      return
    }
    if (isTooMany(number, mostChosenLeads)) return
    void fetchSelected((people) => {
      // Without anybody it would be a campaign to everyone; more than the list counted are refused as above.
      if (people.length === 0 || isTooMany(people.length, mostChosenLeads)) return
      const ids = people.map(({ id }) => id)
      void navigate(mailAddress(ids, windowStorage))
    })
  }

  return (
    <ActionBar>
      <ActionBarState role="status">
        {fetched
          ? t('leads.bulk.gathering', {
              done: format.number(fetched.done),
              total: format.number(fetched.total),
            })
          : t('leads.select.chosen', { number: format.number(number) })}
      </ActionBarState>
      {fetched ? (
        // It may come under the second press of a double click on what it stops.
        <Button variant="default" onClick={({ detail }) => detail < 2 && stop()}>
          {t('leads.cancel')}
        </Button>
      ) : (
        <BulkActions {...{ selection, total, onSelect }} onBegin={begin} onWrite={write} />
      )}
      {step && (
        <BulkDialog
          step={step}
          exported={
            selection.kind === 'all' ? { filter: exportFilter(query) } : { ids: [...selection.people.keys()] }
          }
          number={number}
          onDone={() => onSelect(nobody)}
          onClose={() => setStep(undefined)}
        />
      )}
    </ActionBar>
  )
}

/** The buttons of the selection and its bulk actions. */
function BulkActions({
  selection,
  total,
  onSelect,
  onBegin,
  onWrite,
}: Omit<BulkBarProps, 'query'> & { onBegin: (kind: Step['kind']) => void; onWrite: () => void }) {
  const { t, format } = useTexts()
  const canExport = useCan(leadPermissions.export)
  const canInvite = useCan(signaturePermissions.invite)
  const canErase = useCan(leadPermissions.erase)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls, these are buttons
    <div role="group" aria-label={t('leads.bulk.label')}>
      <ButtonRow>
        {selection.kind === 'some' && total > countChosen(selection, total) && (
          <Button variant="subtle" onClick={() => onSelect({ kind: 'all' })}>
            {t('leads.select.all', { number: format.number(total) })}
          </Button>
        )}
        <Button variant="subtle" onClick={() => onSelect(nobody)}>
          {t('leads.select.clear')}
        </Button>
        <Button onClick={() => onBegin('award')}>{t('leads.bulk.award')}</Button>
        {canInvite && (
          <Button variant="default" onClick={() => onBegin('invite')}>
            {t('signatures.lead.invite')}
          </Button>
        )}
        <Button variant="default" onClick={() => onBegin('tag')}>
          {t('leads.tags.open')}
        </Button>
        <Button variant="default" onClick={onWrite}>
          {t('leads.bulk.mail')}
        </Button>
        {canExport && (
          <Button variant="default" onClick={() => onBegin('export')}>
            {t('leads.export.open')}
          </Button>
        )}
        {canErase && (
          <Button variant="default" onClick={() => onBegin('erase')}>
            {t('leads.erase.open')}
          </Button>
        )}
      </ButtonRow>
    </div>
  )
}

interface BulkDialogProps {
  step: Step
  /** Which leads to export. */
  exported: ComponentProps<typeof ExportDialog>['request']
  number: number
  /** Called when the list has changed. */
  onDone: () => void
  onClose: () => void
}

function BulkDialog({ step, exported, number, onDone, onClose }: BulkDialogProps) {
  const queries = useQueryClient()
  const reload = () => {
    onDone()
    void queries.invalidateQueries({ queryKey: ['early-adopters'] })
  }
  if (step.kind === 'export') return <ExportDialog request={exported} onClose={onClose} number={number} />
  if (step.kind === 'award') return <AwardDialog leads={step.people} onDone={reload} onClose={onClose} />
  if (step.kind === 'invite')
    return <InvitePeopleDialog people={step.people} onDone={onDone} onClose={onClose} />
  if (step.kind === 'tag') return <TagDialog people={step.people} onDone={onDone} onClose={onClose} />
  return <EraseDialog ids={step.people.map(({ id }) => id)} onErased={reload} onClose={onClose} />
}
