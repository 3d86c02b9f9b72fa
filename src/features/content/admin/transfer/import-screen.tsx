import './texts.ts'
import { Button } from '@mantine/core'
import { Link, useNavigate, useParams } from 'react-router'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { BackLink } from '#admin/kit/back-link.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { FoldedNotice, Notice } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { ContentImport, type LeftOut, transferParts } from '#features/content/transfer/contract.ts'
import { Preview } from './preview.tsx'
import { importPath, isRunning, useImport, useImportChange } from './use-transfer.ts'

/** An archive: what importing it would change, its import, and what came of it. */
export function ImportScreen() {
  const { t, format } = useTexts()
  const { id = '' } = useParams()
  const archive = useImport(id)
  const { data } = archive
  return (
    <>
      <ScreenHeading
        before={<BackLink to="/admin/content/transfer">{t('screens.contentTransfer')}</BackLink>}
        title={data ? data.filename : t('screens.contentTransfer')}
      />
      {archive.isPending && <LoadingLines />}
      {archive.isError && !data && <LoadFailure query={archive} title={t('transfer.failed')} />}
      {data && (
        <Stack gap="large">
          <Facts
            layout="ruled"
            facts={[
              { name: t('transfer.facts.site'), value: <bdi>{`${data.site.name} (${data.site.url})`}</bdi> },
              { name: t('transfer.facts.exported'), value: <bdi>{format.dateTime(data.exported_at)}</bdi> },
              { name: t('transfer.facts.version'), value: <bdi>{data.product_version}</bdi> },
            ]}
          />
          {data.left_out.length > 0 && <LeftOutNotice leftOut={data.left_out} />}
          {data.failure !== null && data.state === 'ready' && <Notice kind="error">{data.failure}</Notice>}
          {isRunning(data) && <Running archive={data} />}
          {data.state === 'done' && data.result && (
            <Notice
              title={t('transfer.run.done')}
              actions={
                <Button component={Link} variant="default" to="/admin/content">
                  {t('editor.back')}
                </Button>
              }
            >
              {t('transfer.run.result', {
                new: format.number(data.result.new),
                changed: format.number(data.result.changed),
              })}
            </Notice>
          )}
          {data.state === 'ready' && <Preview archive={data} />}
          {!isRunning(data) && <Removal id={id} />}
        </Stack>
      )}
    </>
  )
}

/** What is not carried along, by name. */
function LeftOutNotice({ leftOut }: { leftOut: readonly LeftOut[] }) {
  const { t } = useTexts()
  const nameOf = (part: string) => {
    const known = transferParts.find((one) => one === part)
    return known ? t(`transfer.parts.${known}`) : part
  }
  return (
    <FoldedNotice title={t('transfer.leftOut.title')}>
      {leftOut.map(({ part, key, language, reason }) => (
        <span key={`${part} ${key} ${language}`} style={{ display: 'block' }}>
          <bdi>{[nameOf(part), key, language].filter(Boolean).join(' · ')}</bdi>{' '}
          {t(`transfer.leftOut.${reason}`)}
        </span>
      ))}
    </FoldedNotice>
  )
}

/** How far an import has come, and the way out of it. */
function Running({ archive: { id, done, total } }: { archive: ContentImport }) {
  const { t, format } = useTexts()
  const api = useApi()
  const change = useImportChange()
  const { isBusy, run } = useAction()
  const numbers = { done: format.number(done), total: format.number(total) }
  return (
    <Stack gap="small">
      <ProgressBar label={t('transfer.states.running')} value={done} max={total} />
      <p role="status">{t('transfer.run.progress', numbers)}</p>
      <ButtonRow>
        <Button
          variant="default"
          loading={isBusy}
          onClick={() =>
            run(() => change(() => api.send('POST', `${importPath(id)}/cancel`, ContentImport, {})))
          }
        >
          {t('transfer.run.cancel')}
        </Button>
      </ButtonRow>
    </Stack>
  )
}

function Removal({ id }: { id: string }) {
  const { t } = useTexts()
  const api = useApi()
  const navigate = useNavigate()
  const change = useImportChange()
  const { isBusy, run } = useAction()
  async function remove() {
    await navigate('/admin/content/transfer')
    await change(() => api.command('DELETE', importPath(id)))
  }
  return (
    <ButtonRow>
      <Button variant="default" loading={isBusy} onClick={() => run(remove, t('transfer.removed'))}>
        {t('transfer.remove')}
      </Button>
    </ButtonRow>
  )
}
