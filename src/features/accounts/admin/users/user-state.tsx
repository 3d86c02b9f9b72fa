import { Detail } from '#admin/kit/layout/hint.tsx'
import { State, type StateSymbol } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { listLanguages } from '#features/accounts/admin/language-list.ts'
import type { ManagedUser } from '#features/accounts/contract.ts'

const symbols: Record<ManagedUser['state'], StateSymbol> = {
  active: 'done',
  invited: 'begun',
  disabled: 'none',
}

/** The state of a user; of somebody invited, until when their link works. */
export function UserState({ user: { state, invitation } }: { user: ManagedUser }) {
  const { t, format } = useTexts()
  const hasExpired = invitation !== null && new Date(invitation.expires_at).getTime() <= Date.now()
  return (
    <>
      <State symbol={state === 'invited' && hasExpired ? 'attention' : symbols[state]}>
        {t(`users.states.${state}`)}
      </State>
      {state === 'invited' && invitation && (
        <Detail>
          {hasExpired
            ? t('users.invitedExpired')
            : t('users.invitedUntil', { date: format.dateTime(invitation.expires_at) })}
        </Detail>
      )}
    </>
  )
}

/** The languages that a user is limited to, by their own names. */
export function UserLanguages({ languages }: Pick<ManagedUser, 'languages'>) {
  const { t, format } = useTexts()
  if (languages === null) return t('users.allLanguages')
  return listLanguages(languages, format)
}

/** When a user was last here. */
export function LastSeen({ at }: { at: string | null }) {
  const { t, format } = useTexts()
  if (at === null) return t('users.never')
  return <time dateTime={at}>{format.dateTime(at)}</time>
}
