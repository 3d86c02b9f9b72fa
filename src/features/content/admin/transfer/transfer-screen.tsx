import './texts.ts'
import { Box, Flex } from '@mantine/core'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useApi, useCan } from '#admin/kit/api/api-context.tsx'
import { describeFieldError } from '#admin/kit/api/errors.ts'
import { BackLink } from '#admin/kit/back-link.tsx'
import { DropField } from '#admin/kit/form/drop-field.tsx'
import { Columns, Stack } from '#admin/kit/layout/columns.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { Row, RowLink, Rows } from '#admin/kit/layout/rows.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { contentPermissions, transferPermissions } from '#features/content/permissions.ts'
import { ContentImport } from '#features/content/transfer/contract.ts'
import { ExportPanel } from './export-panel.tsx'
import { ImportState } from './import-state.tsx'
import { importsPath, useImportChange, useImports } from './use-transfer.ts'

/** The export of the content, and the import of what another installation has exported. */
export function TransferScreen() {
  const { t } = useTexts()
  const canExport = useCan(contentPermissions.export)
  const canImport = useCan(transferPermissions.import)
  const heading = (
    <ScreenHeading
      before={<BackLink to="/admin/content">{t('editor.back')}</BackLink>}
      title={t('screens.contentTransfer')}
      intro={t('transfer.intro')}
    />
  )
  if (!canExport)
    return (
      <>
        {heading}
        <Notice>{t('transfer.exportForbidden')}</Notice>
      </>
    )
  return (
    <>
      {heading}
      <Columns>
        <ExportPanel />
        <Stack gap="large">
          <Panel title={t('transfer.upload.title')}>
            {canImport ? <Upload /> : <Hint>{t('transfer.forbidden')}</Hint>}
          </Panel>
          {canImport && <Uploaded />}
        </Stack>
      </Columns>
    </>
  )
}

/** The upload of an archive, with its progress; then its preview is opened. */
function Upload() {
  const { t, format } = useTexts()
  const api = useApi()
  const navigate = useNavigate()
  const change = useImportChange()
  const stop = useRef<AbortController>(undefined)
  const [part, setPart] = useState<number>()
  const [problem, setProblem] = useState<string>()

  async function send(file: File) {
    const controller = new AbortController()
    stop.current = controller
    setProblem(undefined)
    setPart(0)
    const form = new FormData()
    form.append('file', file, file.name)
    try {
      const { signal } = controller
      const { id } = await change(() =>
        api.upload(importsPath, form, ContentImport, { signal, onProgress: setPart }),
      )
      await navigate(`/admin/content/transfer/${id}`)
    } catch (error) {
      setPart(undefined)
      if (!controller.signal.aborted) setProblem(describeFieldError(error, t))
    }
  }

  return (
    <Stack gap="small">
      <DropField
        title={t('transfer.upload.drop')}
        choose={t('transfer.upload.choose')}
        accept=".tar,application/x-tar"
        isBusy={part !== undefined}
        onFile={(file) => void send(file)}
      >
        <Hint>{t('transfer.upload.hint')}</Hint>
      </DropField>
      {part !== undefined && (
        <Flex align="center" gap="1rem">
          <Box flex="1">
            <ProgressBar label={t('transfer.upload.running')} value={part} max={1} />
          </Box>
          <span role="status">{part < 1 ? format.percent(part) : t('transfer.upload.checking')}</span>
          <TextButton onClick={() => stop.current?.abort()}>{t('transfer.cancel')}</TextButton>
        </Flex>
      )}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
    </Stack>
  )
}

/** The archives that were uploaded. */
function Uploaded() {
  const { t, format } = useTexts()
  const list = useImports(true)
  return (
    <Panel title={t('transfer.list.title')} size="small">
      {list.isPending && <LoadingLines />}
      {list.isError && !list.data && <LoadFailure query={list} title={t('transfer.list.failed')} />}
      {list.data?.length === 0 && <Hint>{t('transfer.list.empty')}</Hint>}
      {list.data && list.data.length > 0 && (
        <Rows>
          {list.data.map((one) => (
            <Row key={one.id}>
              <div>
                <RowLink to={`/admin/content/transfer/${one.id}`}>
                  <bdi>{one.filename}</bdi>
                </RowLink>
                <Detail>
                  {t('transfer.list.from', {
                    site: one.site.name,
                    date: format.dateTime(one.exported_at),
                  })}
                </Detail>
              </div>
              <ImportState state={one.state} />
            </Row>
          ))}
        </Rows>
      )}
    </Panel>
  )
}
