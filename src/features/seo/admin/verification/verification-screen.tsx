import { Button } from '@mantine/core'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Columns, Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { SeoHead } from '#features/seo/admin/seo-head.tsx'
import { seoPermissions } from '#features/seo/permissions.ts'
import { EnginePanel } from './engine-panel.tsx'
import { useVerifications } from './use-verifications.ts'

/** The codes that prove to search engines whose site it is, and whether the public page shows them. */
export function VerificationScreen() {
  const { t } = useTexts()
  const { query, ...actions } = useVerifications()
  const checking = useAction()
  const canCheck = useCan(seoPermissions.check)
  const hasCodes = query.data?.some(({ state }) => state === 'verified')
  return (
    <>
      <SeoHead />
      <Stack gap="large">
        <Stack>
          <Hint>{t('seo.verification.intro')}</Hint>
          {canCheck && hasCodes && (
            <ButtonRow>
              <Button
                variant="default"
                loading={checking.isBusy}
                onClick={() => checking.run(actions.check, t('seo.verification.checked'))}
              >
                {t('seo.verification.check')}
              </Button>
            </ButtonRow>
          )}
          {query.isPending && <LoadingLines />}
          {query.isError && !query.data && (
            <LoadFailure query={query} describe={(reason) => t('seo.verification.failed', { reason })} />
          )}
        </Stack>
        {query.data && (
          <Columns>
            {query.data.map((verification) => (
              <EnginePanel key={verification.engine} verification={verification} actions={actions} />
            ))}
          </Columns>
        )}
        <Panel title={t('seo.verification.methods.title')} size="small">
          <p>{t('seo.verification.methods.tag')}</p>
          <p>{t('seo.verification.methods.file')}</p>
          <p>{t('seo.verification.methods.dns')}</p>
        </Panel>
      </Stack>
    </>
  )
}
