import { Button, PasswordInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
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
import { useProfileData } from './use-profile-data.ts'

interface PasswordFormProps extends Pick<ProfileFormProps, 'onDirty'> {
  username: string
}

/** The form to change the password, which needs the present one. */
export function PasswordForm({ username, onDirty }: PasswordFormProps) {
  const { t } = useTexts()
  const api = useApi()
  const queries = useQueryClient()
  const takeOver = useProfileData()
  const eye = usePasswordEye()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const { isBusy, error, failure, run } = useAction({ showsFailure: true })
  const refused = fieldErrors(error)
  const isDirty = password !== ''
  useEffect(() => onDirty('password', isDirty), [onDirty, isDirty])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    run(async () => {
      takeOver(await api.send('PUT', '/api/auth/password', Profile, { current, password }))
      setCurrent('')
      setPassword('')
      void queries.invalidateQueries({ queryKey: ['sessions'] })
    }, t('profile.changed'))
  }

  return (
    <StackedForm onSubmit={submit}>
      {/* Tells password managers whose password this is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordInput
        label={t('profile.current')}
        autoComplete="current-password"
        maxLength={1000}
        value={current}
        error={refused.current}
        onChange={(event) => setCurrent(event.currentTarget.value)}
        {...eye}
      />
      <PasswordInput
        label={t('profile.next')}
        description={t('profile.nextHint')}
        autoComplete="new-password"
        maxLength={1000}
        value={password}
        error={refused.password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        {...eye}
      />
      <Hint isError role="alert">
        {failure}
      </Hint>
      <Button type="submit" loading={isBusy}>
        {t('profile.change')}
      </Button>
    </StackedForm>
  )
}
