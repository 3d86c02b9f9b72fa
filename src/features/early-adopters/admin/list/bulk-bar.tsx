import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ActionBar, ActionBarState } from '#admin/kit/action-bar.tsx'
import { useApi, useCan } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { AwardDialog } from '#features/badges/admin/parts/award-dialog.tsx'
import { EraseDialog } from '#features/early-adopters/admin/lead/erase-dialog.tsx'
import type { EarlyAdopter } from '#features/early-adopters/contract.ts'
import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { ExportDialog } from './export-dialog.tsx'
import { fetchAllSelected } from './fetch-all-selected.ts'
import { exportFilter, type ListQuery, writeFilter } from './list-query.ts'
import { mailAddress } from './mail-address.ts'
import { countChosen, nobody, type Selection } from './selection.ts'

/** As many badges as are awarded at once. */
const mostAwards = 5_000

interface BulkBarProps {
  selection: Selection
  query: ListQuery
  /** How many the list has in all. */
  total: number
  onSelect: (selection: Selection) => void
}

/** Who is chosen, and what can be done with all of them. For those who may edit leads. */
export function BulkBar({ selection, query, total, onSelect }: BulkBarProps) {
  const { t, format } = useTexts()
  const canExport = useCan(leadPermissions.export)
  const canErase = useCan(leadPermissions.erase)
  const api = useApi()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const toasts = useToasts()
  const [step, setStep] = useState<{ kind: 'award' | 'erase'; people: EarlyAdopter[] } | { kind: 'export' }>()
  const [fetched, setFetched] = useState<{ done: number; total: number }>()
  const stop = useRef<AbortController>(undefined)
  const number = countChosen(selection, total)
  if (number === 0) return null

  async function begin(kind: 'award' | 'erase') {
    if (kind === 'award' && number > mostAwards) {
      toasts.show('warning', t('leads.bulk.tooMany', { limit: format.number(mostAwards) }))
      return
    }
    stop.current = new AbortController()
    try {
      const people = await fetchAllSelected(selection, {
        ...{ api, query, signal: stop.current.signal },
        onProgress: (done, of) => setFetched({ done, total: of }),
      })
      setStep({ kind, people })
    } catch (error) {
      if (!stop.current.signal.aborted) toasts.show('error', describeError(error, t))
    } finally {
      setFetched(undefined)
    }
  }
  const reload = () => {
    onSelect(nobody)
    void queries.invalidateQueries({ queryKey: ['early-adopters'] })
  }
  const exported =
    selection.kind === 'all' ? { filter: exportFilter(query) } : { ids: [...selection.people.keys()] }

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
        <Button variant="default" onClick={() => stop.current?.abort()}>
          {t('leads.cancel')}
        </Button>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls, these are buttons
        <div role="group" aria-label={t('leads.bulk.label')}>
          <ButtonRow>
            {selection.kind === 'some' && total > number && (
              <Button variant="subtle" onClick={() => onSelect({ kind: 'all' })}>
                {t('leads.select.all', { number: format.number(total) })}
              </Button>
            )}
            <Button variant="subtle" onClick={() => onSelect(nobody)}>
              {t('leads.select.clear')}
            </Button>
            <Button onClick={() => void begin('award')}>{t('leads.bulk.award')}</Button>
            <Button
              variant="default"
              onClick={() => void navigate(mailAddress(selection, writeFilter(query), sessionStorage))}
            >
              {t('leads.bulk.mail')}
            </Button>
            {canExport && (
              <Button variant="default" onClick={() => setStep({ kind: 'export' })}>
                {t('leads.export.open')}
              </Button>
            )}
            {canErase && (
              <Button variant="default" onClick={() => void begin('erase')}>
                {t('leads.erase.open')}
              </Button>
            )}
          </ButtonRow>
        </div>
      )}
      {step?.kind === 'award' && (
        <AwardDialog leads={step.people} onDone={reload} onClose={() => setStep(undefined)} />
      )}
      {step?.kind === 'erase' && (
        <EraseDialog
          ids={step.people.map(({ id }) => id)}
          onErased={reload}
          onClose={() => setStep(undefined)}
        />
      )}
      {step?.kind === 'export' && (
        <ExportDialog request={exported} onClose={() => setStep(undefined)} number={number} />
      )}
    </ActionBar>
  )
}
