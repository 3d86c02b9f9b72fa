import { Button, NativeSelect, TextInput } from '@mantine/core'
import { Choices } from '#admin/kit/form/choices.tsx'
import { Form } from '#admin/kit/form/form.tsx'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Lead } from '#features/early-adopters/contract.ts'
import { languageNames, languages } from '#shared/languages.ts'
import { interests, segments } from '#shared/segments.ts'
import { useCorrection } from './use-correction.ts'

/** The form that corrects a lead. Only changed fields are sent, so that two users can correct different ones. */
export function LeadForm({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const { t } = useTexts()
  const { initial, save } = useCorrection(lead, onClose)
  const cancel = (
    <Button variant="default" onClick={onClose}>
      {t('leads.cancel')}
    </Button>
  )
  return (
    <Form initial={initial} send={save} submit={t('leads.data.save')} actions={cancel}>
      {(form) => (
        <>
          <TextInput label={t('people.name')} dir="auto" autoFocus {...form.getInputProps('name')} />
          <TextInput
            label={t('people.email')}
            description={t('leads.data.emailHint')}
            type="email"
            dir="ltr"
            {...form.getInputProps('email')}
          />
          <TextInput label={t('people.company')} dir="auto" {...form.getInputProps('company')} />
          <NativeSelect
            label={t('people.segment')}
            rightSection={<ChevronIcon />}
            data={segments.map((value) => ({ value, label: t(`segments.${value}`) }))}
            {...form.getInputProps('segment')}
          />
          <Choices
            legend={t('people.interests')}
            values={interests}
            chosen={form.values.interests}
            label={(interest) => t(`leads.interests.${interest}`)}
            onChange={(chosen) => form.setFieldValue('interests', chosen)}
          />
          <NativeSelect
            label={t('leads.language')}
            rightSection={<ChevronIcon />}
            data={languages.map((value) => ({ value, label: languageNames[value] }))}
            {...form.getInputProps('language')}
          />
        </>
      )}
    </Form>
  )
}
