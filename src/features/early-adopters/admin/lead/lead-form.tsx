import { NativeSelect, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { Choices } from '#admin/kit/form/choices.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Lead } from '#features/early-adopters/contract.ts'
import { type Language, languageNames, languages } from '#shared/languages.ts'
import { interests, type Segment, segments } from '#shared/segments.ts'
import { useCorrection } from './use-correction.ts'

/** The form that corrects a lead. Only changed fields are sent, so that two users can correct different ones. */
export function LeadForm({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const { t } = useTexts()
  const { values, set, isBusy, failure, errorOf, save } = useCorrection(lead, onClose)

  function submit(event: FormEvent) {
    event.preventDefault()
    save()
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {failure && <Notice kind="error">{failure}</Notice>}
        <TextInput
          label={t('people.name')}
          dir="auto"
          data-autofocus
          autoFocus
          value={values.name}
          error={errorOf('name')}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <TextInput
          label={t('people.email')}
          description={t('leads.data.emailHint')}
          type="email"
          dir="ltr"
          value={values.email}
          error={errorOf('email')}
          onChange={({ currentTarget }) => set({ email: currentTarget.value })}
        />
        <TextInput
          label={t('people.company')}
          dir="auto"
          value={values.company}
          error={errorOf('company')}
          onChange={({ currentTarget }) => set({ company: currentTarget.value })}
        />
        <NativeSelect
          label={t('people.segment')}
          rightSection={<ChevronIcon />}
          value={values.segment}
          data={segments.map((value) => ({ value, label: t(`segments.${value}`) }))}
          onChange={({ currentTarget }) => set({ segment: currentTarget.value as Segment })}
        />
        <Choices
          legend={t('people.interests')}
          values={interests}
          chosen={values.interests}
          label={(interest) => t(`leads.interests.${interest}`)}
          onChange={(chosen) => set({ interests: chosen })}
        />
        <NativeSelect
          label={t('leads.language')}
          rightSection={<ChevronIcon />}
          value={values.language}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          onChange={({ currentTarget }) => set({ language: currentTarget.value as Language })}
        />
        <DialogActions
          confirm={t('leads.data.save')}
          cancel={t('leads.cancel')}
          isBusy={isBusy}
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}
