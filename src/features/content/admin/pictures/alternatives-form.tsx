import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useLanguagesOf } from '#admin/kit/api/api-context.tsx'
import { useNamesOfOwnLanguages } from '#admin/kit/api/own-language.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { LeaveGuard } from '#admin/kit/leave-guard.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useDescribePicture } from '#features/media/admin/parts/use-pictures.ts'
import { type Alternatives, alternativeTextLimit, type Picture } from '#features/media/contract.ts'
import { mediaPermissions } from '#features/media/permissions.ts'
import { directionOf, languageNames, languages } from '#shared/languages.ts'

/** The alternative text of a picture in each language. */
export function AlternativesForm({ picture }: { picture: Picture }) {
  const { t } = useTexts()
  const editable = useLanguagesOf(mediaPermissions.describe)
  const ownLanguages = useNamesOfOwnLanguages()
  const describe = useDescribePicture(picture.id)
  // What was typed and is not saved yet.
  const [edits, setEdits] = useState<Alternatives>({})
  const { isBusy, failure, run } = useAction({ showsFailure: true })
  const isDirty = Object.keys(edits).length > 0

  function save(event: FormEvent) {
    event.preventDefault()
    const sent = edits
    run(async () => {
      await describe(sent)
      // What was typed while the texts were being saved stays unsaved.
      setEdits((now) => (now === sent ? {} : now))
    }, t('pictures.saved'))
  }
  return (
    <StackedForm onSubmit={save}>
      <LeaveGuard isDirty={isDirty} />
      <Hint>{t('pictures.alternativesHint')}</Hint>
      {ownLanguages !== undefined && (
        <Notice>{t('pictures.alternativesLimit', { languages: ownLanguages })}</Notice>
      )}
      {languages.map((code) => (
        <Textarea
          key={code}
          label={languageNames[code]}
          lang={code}
          dir={directionOf(code)}
          rows={2}
          maxLength={alternativeTextLimit}
          readOnly={!editable.includes(code)}
          value={edits[code] ?? picture.alternatives[code] ?? ''}
          onChange={({ currentTarget: { value } }) => setEdits((before) => ({ ...before, [code]: value }))}
        />
      ))}
      <Hint isError role="alert">
        {failure}
      </Hint>
      {editable.length > 0 && (
        <ButtonRow>
          <Button type="submit" loading={isBusy} disabled={!isDirty}>
            {t('pictures.save')}
          </Button>
        </ButtonRow>
      )}
    </StackedForm>
  )
}
