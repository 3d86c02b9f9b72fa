import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { describeFieldError } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { TagNamesField } from '#features/early-adopters/admin/parts/tag-names-field.tsx'
import { useTagActions } from '#features/early-adopters/admin/parts/use-tags.ts'
import type { Lead } from '#features/early-adopters/contract.ts'
import { splitTagNames } from '#features/early-adopters/tags/model.ts'
import { TagChips } from './tag-chips.tsx'

/** The tags of a lead, which editors add and take away in place. */
export function LeadTags({ lead, canEdit }: { lead: Lead; canEdit: boolean }) {
  const { t } = useTexts()
  const actions = useTagActions()
  const adding = useAction({ showsFailure: true })
  const [names, setNames] = useState('')
  const add = splitTagNames(names)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (add.length === 0) return
    adding.run(async () => {
      await actions.tag({ lead_ids: [lead.id], add, remove: [] })
      setNames('')
    }, t('leads.tags.saved'))
  }

  return (
    <Panel title={t('leads.tags.title')}>
      {canEdit && <Hint>{t('leads.notes.hint')}</Hint>}
      {lead.tags.length === 0 && <Hint>{t('leads.tags.none')}</Hint>}
      <TagChips key={lead.id} lead={lead} canEdit={canEdit} />
      {canEdit && (
        <StackedForm onSubmit={submit}>
          <TagNamesField
            value={names}
            error={adding.error ? describeFieldError(adding.error, t) : undefined}
            onChange={setNames}
          />
          <ButtonRow>
            <Button type="submit" variant="default" loading={adding.isBusy} disabled={add.length === 0}>
              {t('leads.tags.addButton')}
            </Button>
          </ButtonRow>
        </StackedForm>
      )}
    </Panel>
  )
}
