import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { fieldErrors } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { usePasswordEye } from '#features/accounts/admin/sign-in-page.tsx'
import { Profile } from '#features/accounts/contract.ts'

/** The user's own name and address. A new address needs the password. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useTexts()
  const api = useApi()
  const queries = useQueryClient()
  const eye = usePasswordEye()
  const [name, setName] = useState(profile.name)
  const [email, setEmail] = useState(profile.email ?? '')
  const [password, setPassword] = useState('')
  const { isBusy, error, failure, run } = useAction({ showsFailure: true })
  const movesAddress = email.trim() !== (profile.email ?? '')
  const refused = fieldErrors(error)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    run(async () => {
      const change = { name, email: email.trim() || null, ...(movesAddress && { password }) }
      queries.setQueryData(['profile'], await api.send('PUT', '/api/auth/profile', Profile, change))
      void queries.invalidateQueries({ queryKey: ['me'] })
      setPassword('')
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
        error={refused.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        type="email"
        label={t('profile.email')}
        description={t('profile.emailHint')}
        autoComplete="email"
        dir="ltr"
        maxLength={254}
        value={email}
        error={refused.email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      {movesAddress && (
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
      <Button type="submit" loading={isBusy}>
        {t('profile.save')}
      </Button>
    </StackedForm>
  )
}
