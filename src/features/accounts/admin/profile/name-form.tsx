import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { fieldErrors } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { Profile } from '#features/accounts/contract.ts'
import { useProfileData } from './use-profile-data.ts'

export interface ProfileFormProps {
  profile: Profile
  /** Tells whether a form has changes that are not saved. */
  onDirty: (form: string, isDirty: boolean) => void
}

/** The user's own name, and what they sign in with. */
export function NameForm({ profile, onDirty }: ProfileFormProps) {
  const { t } = useTexts()
  const api = useApi()
  const takeOver = useProfileData()
  const [name, setName] = useState(profile.name)
  const { isBusy, error, failure, run } = useAction({ showsFailure: true })
  const isDirty = name.trim() !== profile.name
  useEffect(() => onDirty('name', isDirty), [onDirty, isDirty])

  function submit(event: FormEvent) {
    event.preventDefault()
    run(async () => {
      const saved = await api.send('PUT', '/api/auth/profile', Profile, { name, email: profile.email })
      takeOver(saved)
      setName(saved.name)
    }, t('profile.saved'))
  }

  return (
    <StackedForm onSubmit={submit}>
      <Facts
        facts={[
          { name: t('profile.username'), value: <bdi>{profile.username}</bdi> },
          { name: t('profile.role'), value: t(`roles.${profile.role}`) },
        ]}
      />
      <TextInput
        label={t('profile.name')}
        autoComplete="name"
        dir="auto"
        maxLength={120}
        value={name}
        error={fieldErrors(error).name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Hint isError role="alert">
        {failure}
      </Hint>
      <Button type="submit" loading={isBusy}>
        {t('profile.save')}
      </Button>
    </StackedForm>
  )
}
