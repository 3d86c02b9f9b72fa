import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { Profile } from '#features/accounts/contract.ts'
import styles from './profile.module.css'
import { usePasswordEye } from './sign-in-page.tsx'

/** One's name and address. Another address asks for the password. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useTexts()
  const api = useApi()
  const queries = useQueryClient()
  const toasts = useToasts()
  const eye = usePasswordEye()
  const [name, setName] = useState(profile.name)
  const [email, setEmail] = useState(profile.email ?? '')
  const [password, setPassword] = useState('')
  const saving = useMutation({
    mutationFn: () =>
      api.send('PUT', '/api/auth/profile', Profile, {
        name,
        email: email.trim() || null,
        ...(movesAddress && { password }),
      }),
    onSuccess: (saved) => {
      queries.setQueryData(['profile'], saved)
      void queries.invalidateQueries({ queryKey: ['me'] })
      setPassword('')
      toasts.show('success', t('profile.saved'))
    },
  })
  const movesAddress = email.trim() !== (profile.email ?? '')
  const refused = fieldErrors(saving.error)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!saving.isPending) saving.mutate()
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <dl className={styles.facts}>
        <dt>{t('profile.username')}</dt>
        <dd>
          <bdi>{profile.username}</bdi>
        </dd>
        <dt>{t('profile.role')}</dt>
        <dd>{t(`roles.${profile.role}`)}</dd>
      </dl>
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
      <p role="alert" className={styles.refusal}>
        {saving.error && describeError(saving.error, t)}
      </p>
      <Button type="submit" loading={saving.isPending}>
        {t('profile.save')}
      </Button>
    </form>
  )
}

/** What the server said of each field. */
export function fieldErrors(error: Error | null): Record<string, string> {
  const fields = error instanceof ApiError ? error.fields : []
  return Object.fromEntries(fields.map(({ field, message }) => [field, message]))
}
