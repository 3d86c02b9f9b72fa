import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { describeFieldError } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/early-adopters/admin/lead.module.css'
import { TagNamesField } from '#features/early-adopters/admin/parts/tag-names-field.tsx'
import { useTagActions } from '#features/early-adopters/admin/parts/use-tags.ts'
import type { Lead } from '#features/early-adopters/contract.ts'
import { splitTagNames } from '#features/early-adopters/tags/model.ts'

/** The tags of a lead, which editors add and take away in place. */
export function LeadTags({ lead, canEdit }: { lead: Lead; canEdit: boolean }) {
  const { t } = useTexts()
  const actions = useTagActions()
  const adding = useAction({ showsFailure: true })
  const removal = useAction()
  const [names, setNames] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    const add = splitTagNames(names)
    if (add.length === 0) return
    adding.run(async () => {
      await actions.tag({ lead_ids: [lead.id], add, remove: [] })
      setNames('')
    }, t('leads.tags.saved'))
  }

  return (
    <Panel title={t('leads.tags.title')}>
      {canEdit && <Hint>{t('leads.notes.hint')}</Hint>}
      {lead.tags.length === 0 ? (
        <Hint>{t('leads.tags.none')}</Hint>
      ) : (
        <ul className={styles.tags}>
          {lead.tags.map(({ id, name }) => (
            <li key={id}>
              <Link to={`/admin/early-adopters?tag=${id}`}>
                <bdi>{name}</bdi>
              </Link>
              {canEdit && (
                <TextButton
                  aria-label={t('leads.tags.takeOne', { name })}
                  title={t('leads.tags.takeOne', { name })}
                  onClick={() =>
                    removal.run(
                      () => actions.tag({ lead_ids: [lead.id], add: [], remove: [id] }),
                      t('leads.tags.saved'),
                    )
                  }
                >
                  ×
                </TextButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {canEdit && (
        <StackedForm onSubmit={submit}>
          <TagNamesField
            value={names}
            error={adding.error ? describeFieldError(adding.error, t) : undefined}
            onChange={setNames}
          />
          <ButtonRow>
            <Button type="submit" variant="default" loading={adding.isBusy}>
              {t('leads.tags.addButton')}
            </Button>
          </ButtonRow>
        </StackedForm>
      )}
    </Panel>
  )
}
