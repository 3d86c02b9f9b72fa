import { type Fact, Facts } from '#admin/kit/layout/facts.tsx'
import { Detail } from '#admin/kit/layout/hint.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { SocialAccount } from '#features/social/accounts/contract.ts'
import { endingOf } from './health.ts'

/** When the access to an account ends, what it lacks and how much may still be posted. */
export function AccountFacts({ account }: { account: SocialAccount }) {
  const { t, format } = useTexts()
  const { connected_at, expires_at, reconnect_by, missing_scopes, last_success_at, mode } = account
  const ending = endingOf(account, new Date())
  const facts: Fact[] = [
    { name: t('accounts_screen.facts.connected'), value: format.date(connected_at) },
    ...(expires_at && ending
      ? [
          {
            name: t('accounts_screen.facts.access'),
            value: t(`accounts_screen.facts.${ending}`, { date: format.dateTime(expires_at) }),
          },
        ]
      : []),
    // Where it is not the end of the token that was just told.
    ...(reconnect_by && reconnect_by !== expires_at
      ? [{ name: t('accounts_screen.facts.reconnectBy'), value: format.date(reconnect_by) }]
      : []),
    ...(missing_scopes.length > 0
      ? [
          {
            name: t('accounts_screen.facts.missingScopes'),
            value: <bdi dir="ltr">{missing_scopes.join(', ')}</bdi>,
          },
        ]
      : []),
    ...(mode === 'automatic'
      ? [
          {
            name: t('accounts_screen.facts.lastSuccess'),
            value: last_success_at ? format.dateTime(last_success_at) : t('accounts_screen.facts.never'),
            isQuiet: last_success_at === null,
          },
        ]
      : []),
    {
      name: t('accounts_screen.facts.slots'),
      value: format.number(account.timetable.slots.length),
      isQuiet: account.timetable.slots.length === 0,
    },
    ...(account.quota
      ? [{ name: t('accounts_screen.facts.quota'), value: <Quota quota={account.quota} /> }]
      : []),
  ]
  return <Facts facts={facts} layout="columns" />
}

function Quota({ quota: { left, total, resets_at } }: { quota: NonNullable<SocialAccount['quota']> }) {
  const { t, format } = useTexts()
  const text =
    total === null
      ? format.number(left)
      : t('accounts_screen.facts.quotaOf', { left: format.number(left), total: format.number(total) })
  return (
    <>
      {text}
      {total !== null && (
        <ProgressBar label={t('accounts_screen.facts.quota')} value={left} max={total} text={text} />
      )}
      {resets_at && (
        <Detail>{t('accounts_screen.facts.quotaResets', { date: format.dateTime(resets_at) })}</Detail>
      )}
    </>
  )
}
