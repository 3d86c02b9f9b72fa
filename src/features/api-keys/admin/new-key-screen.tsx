import './texts.ts'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { BackLink } from '#admin/kit/back-link.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { usePermissions } from '#features/accounts/admin/parts/use-permissions.ts'
import type { NewApiKey } from '#features/api-keys/contract.ts'
import { draftLike, emptyDraft } from './key-draft.ts'
import { KeyForm } from './key-form.tsx'
import { NewToken } from './new-token.tsx'
import { useKeyRefresh, useKeys } from './use-keys.ts'

/** Makes a key, perhaps like the one that `from` in the address names, and shows its token once. */
export function NewKeyScreen() {
  const { t } = useTexts()
  const from = useSearchParams()[0].get('from')
  const permissions = usePermissions()
  const keys = useKeys()
  const refresh = useKeyRefresh()
  const navigate = useNavigate()
  const [made, setMade] = useState<NewApiKey>()
  // The list is needed for another like one only.
  const failed = [permissions, ...(from ? [keys] : [])].find(({ isError, data }) => isError && !data)
  const isReady = permissions.data !== undefined && (!from || keys.data !== undefined)
  const model = keys.data?.find(({ id }) => id === from)

  return (
    <>
      <ScreenHeading
        title={made ? t('apiKeys.token.title') : t('screens.newApiKey')}
        before={<BackLink to="/admin/api-keys">{t('screens.apiKeys')}</BackLink>}
        intro={made ? undefined : t('apiKeys.newIntro')}
      />
      {made && <NewToken made={made} onDone={() => void navigate('/admin/api-keys')} />}
      {!made && failed && (
        <LoadFailure query={failed} describe={(reason) => t('apiKeys.failed', { reason })} />
      )}
      {!made && !failed && !isReady && <LoadingLines />}
      {!made && permissions.data && isReady && (
        <KeyForm
          initial={model ? draftLike(model, permissions.data) : emptyDraft}
          permissions={permissions.data}
          onMade={(key) => {
            setMade(key)
            void refresh()
          }}
        />
      )}
    </>
  )
}
