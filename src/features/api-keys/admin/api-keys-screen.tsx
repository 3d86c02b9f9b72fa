import './texts.ts'
import { Button } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { ApiKey } from '#features/api-keys/contract.ts'
import { KeyTable } from './key-table.tsx'
import { useKeys } from './use-keys.ts'

/** The keys with which programs call the API. */
export function ApiKeysScreen() {
  const { t } = useTexts()
  const keys = useKeys()
  return (
    <>
      <ScreenHeading
        title={t('screens.apiKeys')}
        intro={t('apiKeys.intro')}
        aside={
          <ButtonRow>
            <Button component={Link} to="/admin/api-keys/new">
              {t('apiKeys.create')}
            </Button>
          </ButtonRow>
        }
      />
      {keys.isPending && <LoadingLines />}
      {keys.isError && !keys.data && (
        <LoadFailure query={keys} describe={(reason) => t('apiKeys.failed', { reason })} />
      )}
      {keys.data && <KeyList keys={keys.data} />}
      <p>
        <OutwardLink to="/api">{t('apiKeys.reference')}</OutwardLink>
      </p>
    </>
  )
}

/** The keys that work or might again; those that have ended are shown on demand. */
function KeyList({ keys }: { keys: ApiKey[] }) {
  const { t, format } = useTexts()
  const [params, setParams] = useSearchParams()
  const showsEnded = params.get('ended') === 'true'
  const ended = keys.filter(({ state }) => state === 'revoked' || state === 'expired')
  const shown = showsEnded ? keys : keys.filter((key) => !ended.includes(key))
  return (
    <Stack>
      {shown.length > 0 ? (
        <KeyTable keys={shown} />
      ) : (
        <EmptyState title={t('apiKeys.none')}>{t('apiKeys.noneText')}</EmptyState>
      )}
      {ended.length > 0 && (
        <label>
          <input
            type="checkbox"
            checked={showsEnded}
            onChange={({ currentTarget }) => setParams(currentTarget.checked ? { ended: 'true' } : {})}
          />{' '}
          {t('apiKeys.showEnded', { count: ended.length, number: format.number(ended.length) })}
        </label>
      )}
      <Hint role="status">
        {shown.length > 0 && t('apiKeys.count', { count: shown.length, number: format.number(shown.length) })}
      </Hint>
    </Stack>
  )
}
