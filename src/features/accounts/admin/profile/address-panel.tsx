import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { fieldErrors } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { usePasswordEye } from '#features/accounts/admin/sign-in-page.tsx'
import { Profile } from '#features/accounts/contract.ts'
import type { ProfileFormProps } from './name-form.tsx'
import { PendingAddress } from './pending-address.tsx'
import { useProfileData } from './use-profile-data.ts'

/** The user's own address, and the one that waits for its confirmation. Another one needs the password. */
export function AddressPanel({ profile, onDirty }: ProfileFormProps) {
  const { t } = useTexts()
  return (
    <>
      {profile.pending_email && <PendingAddress pending={profile.pending_email} />}
      {profile.email === null && !profile.pending_email && <Hint>{t('profile.emailNone')}</Hint>}
      <AddressForm profile={profile} onDirty={onDirty} />
    </>
  )
}

function AddressForm({ profile, onDirty }: ProfileFormProps) {
  const { t } = useTexts()
  const api = useApi()
  const eye = usePasswordEye()
  const takeOver = useProfileData()
  const [email, setEmail] = useState(profile.email ?? '')
  const [password, setPassword] = useState('')
  const { isBusy, error, failure, run } = useAction({ showsFailure: true })
  const refused = fieldErrors(error)
  const wanted = email.trim()
  const isDirty = wanted !== (profile.email ?? '')
  useEffect(() => onDirty('address', isDirty), [onDirty, isDirty])

  function describeDone(): string {
    if (wanted === '') return t('profile.emailRemoved')
    return profile.confirms_email ? t('profile.emailSent', { email: wanted }) : t('profile.emailSaved')
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isDirty) return
    run(async () => {
      const change = { name: profile.name, email: wanted || null, password }
      const saved = await api.send('PUT', '/api/auth/profile', Profile, change)
      takeOver(saved)
      setEmail(saved.email ?? '')
      setPassword('')
    }, describeDone())
  }

  return (
    <StackedForm onSubmit={submit}>
      <TextInput
        type="email"
        label={t('profile.email')}
        description={`${t('profile.emailHint')} ${t(profile.confirms_email ? 'profile.emailConfirms' : 'profile.emailAtOnce')}`}
        autoComplete="email"
        dir="ltr"
        maxLength={254}
        value={email}
        error={refused.email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      {isDirty && (
        <PasswordInput
          label={t('profile.emailPassword')}
          autoComplete="current-password"
          maxLength={1000}
          value={password}
          error={refused.password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          {...eye}
        />
      )}
      <Hint isError role="alert">
        {failure}
      </Hint>
      <Button type="submit" loading={isBusy} disabled={!isDirty}>
        {t('profile.emailSave')}
      </Button>
    </StackedForm>
  )
}
