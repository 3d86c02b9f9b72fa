import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Session } from '#admin/kit/api/session.ts'
import { useSiteName } from '#admin/kit/site-name.ts'
import { isolateWords } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { listLanguages } from '#features/accounts/admin/language-list.ts'
import styles from '#features/accounts/admin/login.module.css'
import { SignInPage, usePasswordEye } from '#features/accounts/admin/sign-in-page.tsx'
import type { Invitation } from '#features/accounts/contract.ts'
import { endReplacedSession } from './acceptance.ts'
import { type AcceptanceEvents, useAcceptance, useInvitation } from './use-acceptance.ts'

interface InvitationScreenProps {
  token: string
  /** That of this browser; the session of whoever is signed in ends when the invitation is accepted. */
  session: Session
  /** Called when the form is sent, before the server has responded. */
  onSubmit: () => void
  onSignedIn: () => void
}

/** What a link invites to, and the form with which the invited person accepts it and is signed in. */
export function InvitationScreen({ token, session, onSubmit, onSignedIn }: InvitationScreenProps) {
  const { t } = useTexts()
  const { opened, retry, expire } = useInvitation(token)

  function signIn(newToken: string) {
    if (session.token !== null) endReplacedSession(session.token, globalThis.fetch)
    session.start(newToken)
    onSignedIn()
  }

  if (opened?.status === 'open') {
    return (
      <SignInPage title={t('invitation.title')}>
        <AcceptanceForm
          token={token}
          invitation={opened.invitation}
          replacesSession={session.token !== null}
          onSubmit={onSubmit}
          onAccepted={signIn}
          onExpired={expire}
        />
      </SignInPage>
    )
  }
  if (opened?.status === 'expired') return <Expired />
  return (
    <SignInPage title={opened ? t('invitation.notOpened') : t('invitation.title')}>
      <div className={styles.form}>
        {opened ? (
          <>
            <p role="alert">
              {opened.status === 'unreachable'
                ? t('login.unreachable')
                : (opened.message ?? t('invitation.failed'))}
            </p>
            <Button size="lg" fullWidth onClick={retry}>
              {t('invitation.retry')}
            </Button>
          </>
        ) : (
          <p role="status">{t('invitation.loading')}</p>
        )}
      </div>
    </SignInPage>
  )
}

interface AcceptanceFormProps extends AcceptanceEvents {
  token: string
  invitation: Invitation
  /** Whether somebody is signed in in this browser. */
  replacesSession: boolean
}

function AcceptanceForm({ token, invitation, replacesSession, ...events }: AcceptanceFormProps) {
  const { t } = useTexts()
  const eye = usePasswordEye()
  const { name, password, isSending, refusal, forget, submit } = useAcceptance(token, events)

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <InvitedTo invitation={invitation} />
      {replacesSession && <p>{t('invitation.signedIn')}</p>}
      <TextInput
        size="md"
        name="username"
        label={t('invitation.username')}
        description={t('invitation.usernameHint')}
        autoComplete="username"
        dir="ltr"
        readOnly
        value={invitation.username}
      />
      <TextInput
        ref={name}
        size="md"
        name="name"
        label={t('invitation.name')}
        description={t('invitation.nameHint')}
        autoComplete="name"
        dir="auto"
        maxLength={120}
        defaultValue={invitation.name}
        autoFocus={invitation.name === ''}
        error={refusal.name}
        errorProps={{ role: 'alert' }}
        onChange={() => forget('name')}
      />
      <PasswordInput
        ref={password}
        size="md"
        name="password"
        label={t('invitation.password')}
        description={t('recovery.passwordHint')}
        autoComplete="new-password"
        maxLength={1000}
        autoFocus={invitation.name !== ''}
        error={refusal.password}
        errorProps={{ role: 'alert' }}
        onChange={() => forget('password')}
        {...eye}
      />
      <p role="alert" className={styles.refusal}>
        {refusal.message}
      </p>
      <Button type="submit" size="lg" fullWidth loading={isSending}>
        {isSending ? t('invitation.accepting') : t('invitation.accept')}
      </Button>
    </form>
  )
}

/** Who invites, and what the invited person will be able to do. */
function InvitedTo({ invitation: { invited_by, role, languages } }: { invitation: Invitation }) {
  const { t, format } = useTexts()
  const site = isolateWords(useSiteName())
  return (
    <>
      <p>
        {invited_by
          ? t('invitation.by', { name: isolateWords(invited_by), site })
          : t('invitation.byNobody', { site })}
      </p>
      <p>
        {role === 'editor' && languages !== null
          ? t('invitation.roles.translator', {
              languages: listLanguages(languages, format),
            })
          : t(`invitation.roles.${role}`)}
      </p>
    </>
  )
}

function Expired() {
  const { t } = useTexts()
  return (
    <SignInPage title={t('invitation.expiredTitle')}>
      <div className={styles.form}>
        <Announced>{t('invitation.expiredText')}</Announced>
        <p>{t('invitation.expiredHelp')}</p>
        <Button component="a" href="/login" size="lg" fullWidth>
          {t('invitation.signIn')}
        </Button>
      </div>
    </SignInPage>
  )
}

/** Focused, so that screen readers announce it. */
function Announced({ children }: { children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <p ref={text} tabIndex={-1}>
      {children}
    </p>
  )
}
