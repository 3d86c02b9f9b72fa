import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { fieldErrors } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { Profile } from '#features/accounts/contract.ts'
import styles from './profile.module.css'
import { usePasswordEye } from './sign-in-page.tsx'

/** One's name and address. Another address asks for the password. */
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
        {failure}
      </p>
      <Button type="submit" loading={isBusy}>
        {t('profile.save')}
      </Button>
    </form>
  )
}
