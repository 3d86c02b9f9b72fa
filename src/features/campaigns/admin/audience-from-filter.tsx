import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { describeError } from '#admin/kit/api/errors.ts'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Audience } from '#features/campaigns/contract.ts'
import { SaveFilterDialog } from '#features/early-adopters/admin/parts/save-filter-dialog.tsx'
import { useSavedFilters } from '#features/early-adopters/admin/parts/use-saved-filters.ts'
import { audienceOf, filterOf, isChosen } from './audience-filter.ts'

interface AudienceFromFilterProps {
  audience: Audience
  onChange: (audience: Audience) => void
}

/** A saved filter that an audience can stand for. */
interface Choice {
  id: string
  name: string
  audience: Audience
}

/** Starts an audience from a saved filter of the list of people, after a question when something was chosen. */
export function AudienceFromFilter({ audience, onChange }: AudienceFromFilterProps) {
  const { t } = useTexts()
  const saved = useSavedFilters()
  const [asked, setAsked] = useState<Choice>()
  if (saved.isError && !saved.data) {
    return (
      <Hint isError role="alert">
        {t('leads.saved.failed', { reason: describeError(saved.error, t) })}
      </Hint>
    )
  }
  const choices = (saved.data ?? []).flatMap(({ id, name, filter }): Choice[] => {
    const stands = audienceOf(filter)
    return stands ? [{ id, name, audience: stands }] : []
  })
  if (choices.length === 0) return null

  function choose(one: Choice | undefined) {
    if (!one) return
    if (isChosen(audience)) setAsked(one)
    else onChange(one.audience)
  }

  return (
    <>
      <NativeSelect
        size="md"
        maw="34rem"
        label={t('campaigns.audience.saved.start')}
        rightSection={<ChevronIcon />}
        value=""
        data={[
          { value: '', label: t('campaigns.audience.saved.choose') },
          ...choices.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => choose(choices.find(({ id }) => id === event.currentTarget.value))}
      />
      <ConfirmDialog
        opened={asked !== undefined}
        title={t('campaigns.audience.saved.title')}
        confirm={t('campaigns.audience.saved.confirm')}
        cancel={t('campaigns.launch.back')}
        onConfirm={() => {
          if (asked) onChange(asked.audience)
          setAsked(undefined)
        }}
        onClose={() => setAsked(undefined)}
      >
        {asked && t('campaigns.audience.saved.text', { name: asked.name })}
      </ConfirmDialog>
    </>
  )
}

/** Saves the audience as a saved filter, where one can stand for it. */
export function SaveAudience({ audience }: { audience: Audience }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const filter = filterOf(audience)
  if (!filter) return null
  return (
    <ButtonRow>
      <Button variant="default" size="sm" onClick={() => setOpen(true)}>
        {t('campaigns.audience.saved.save')}
      </Button>
      {isOpen && <SaveFilterDialog filter={filter} onClose={() => setOpen(false)} />}
    </ButtonRow>
  )
}
