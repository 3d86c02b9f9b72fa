import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { Profile } from '#features/accounts/contract.ts'

/** The e-mail address of the signed-in user: null when there is none, undefined until it is loaded. */
export function useOwnAddress(): string | null | undefined {
  const api = useApi()
  const profile = useQuery({
    queryKey: ['profile'],
    queryFn: ({ signal }) => api.get('/api/auth/profile', Profile, signal),
  })
  return profile.data?.email
}

/** The recipient of a test mail: the user's own address, if there is one. */
export function OwnAddress({ address }: { address: string | null | undefined }) {
  const { t } = useTexts()
  if (address === undefined) return null
  if (address !== null) {
    return (
      <p>
        {t('testMail.to')} <bdi>{address}</bdi>
      </p>
    )
  }
  return (
    <p>
      {t('testMail.noAddress')} <Link to="/admin/profile">{t('testMail.addAddress')}</Link>
    </p>
  )
}
