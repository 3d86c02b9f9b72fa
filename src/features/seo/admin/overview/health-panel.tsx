import { Detail } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { Row, Rows } from '#admin/kit/layout/rows.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { State, type StateSymbol } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { FileHealth } from '#features/seo/prover/contract.ts'
import { useHealth } from './use-site-check.ts'

const symbols = { working: 'done', error: 'attention', off: 'none' } as const satisfies Record<
  string,
  StateSymbol
>

/** Whether the sitemap and robots.txt are served now. */
export function HealthPanel() {
  const { t } = useTexts()
  const health = useHealth()
  const files = health.isFetching ? undefined : health.data
  return (
    <Panel title={t('siteCheck.health.title')} size="small">
      {health.isError && !health.isFetching ? (
        <LoadFailure query={health} describe={(reason) => t('siteCheck.failedToLoad', { reason })} />
      ) : (
        <Rows>
          <FileRow path="/sitemap.xml" file={files?.sitemap} />
          <FileRow path="/robots.txt" file={files?.robots} />
        </Rows>
      )}
    </Panel>
  )
}

function FileRow({ path, file }: { path: string; file: FileHealth | undefined }) {
  const { t, format } = useTexts()
  return (
    <Row>
      <div>
        <a href={path} dir="ltr" target="_blank" rel="noreferrer">
          {path}
        </a>
        {file?.reason && (
          <Detail isError>
            {t(`siteCheck.health.reasons.${file.reason}`, { status: String(file.status ?? '') })}
          </Detail>
        )}
        {file?.state === 'off' && <Detail>{t('siteCheck.health.offText')}</Detail>}
        {file?.state === 'working' && file.addresses !== null && (
          <Detail>{t('siteCheck.health.addresses', { number: format.number(file.addresses) })}</Detail>
        )}
      </div>
      <div role="status">
        {file ? (
          <State symbol={symbols[file.state]} isError={file.state === 'error'}>
            {t(`siteCheck.health.states.${file.state}`)}
          </State>
        ) : (
          <State symbol="begun">{t('siteCheck.health.checking')}</State>
        )}
      </div>
    </Row>
  )
}
