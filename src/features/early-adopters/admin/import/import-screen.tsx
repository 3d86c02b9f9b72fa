import '#features/early-adopters/admin/texts.ts'
import { Box, Button } from '@mantine/core'
import { Navigate } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { BackLink } from '#admin/kit/back-link.tsx'
import { DropField } from '#admin/kit/form/drop-field.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { saveFile, separatorOf } from '#admin/kit/save-file.ts'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { TagNamesField } from '#features/early-adopters/admin/parts/tag-names-field.tsx'
import { type ImportColumn, importColumns, requiredColumns } from '#features/early-adopters/contract.ts'
import { importSizeLimit } from '#features/early-adopters/model.ts'
import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { ColumnMapping } from './column-mapping.tsx'
import { ImportResult } from './import-result.tsx'
import { writeSampleFile } from './sample-file.ts'
import { useImport } from './use-import.ts'

const megabytes = importSizeLimit / 1024 / 1024
const optionalColumns = importColumns.filter((column) => !requiredColumns.includes(column))

/** The import, for users who may import; others are redirected to the list. */
export function ImportScreen() {
  return useCan(leadPermissions.import) ? <FileImport /> : <Navigate to="/admin/early-adopters" replace />
}

/** Imports a file: first a dry run, whose columns can be read otherwise, then the import itself. */
function FileImport() {
  const { t } = useTexts()
  const { file, columns, tags, report, busy, error, ...actions } = useImport()
  const mapping = columns && (
    <ColumnMapping
      key={columns.map(({ header, field }) => `${header} ${field}`).join()}
      columns={columns}
      isBusy={busy !== undefined}
      onCheck={actions.check}
    />
  )
  return (
    <>
      <ScreenHeading
        before={<BackLink to="/admin/early-adopters">{t('leads.lead.back')}</BackLink>}
        title={t('screens.importPeople')}
        intro={t('leads.import.intro')}
      />
      <Stack gap="medium">
        {!report && <FileField isBusy={busy !== undefined} onFile={actions.choose} />}
        {busy === 'checking' && file && (
          <p role="status">{t('leads.import.checking', { file: file.name })}</p>
        )}
        {error !== undefined && <Notice kind="error">{error}</Notice>}
        {columns && !report && (
          <Panel title={t('leads.import.mapping.title')} size="small">
            {mapping}
          </Panel>
        )}
        {report && file && (
          <ImportResult
            report={report}
            file={file.name}
            mapping={report.dry_run && mapping}
            tags={tags}
            tagField={
              <Box maw="32rem">
                <TagNamesField
                  label={t('leads.import.tags.label')}
                  hint={t('leads.import.tags.hint')}
                  value={tags}
                  error={undefined}
                  onChange={actions.setTags}
                />
              </Box>
            }
            busy={busy}
            onGo={actions.add}
            onAgain={actions.restart}
            onDownload={actions.downloadRefused}
          />
        )}
      </Stack>
    </>
  )
}

function FileField({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => void }) {
  const { t, format, language } = useTexts()
  const names = (columns: readonly ImportColumn[]) =>
    format.list(columns.map((column) => t(`leads.columns.${column}`)))
  function saveSample() {
    const today = new Date().toISOString().slice(0, 10)
    const file = new Blob([writeSampleFile(t, today, separatorOf(language))], { type: 'text/csv' })
    saveFile(file, 'early-adopters-sample.csv')
  }
  return (
    <>
      <DropField
        title={t('leads.import.drop')}
        choose={t('leads.import.choose')}
        accept=".csv,text/csv,.txt,.tsv,.xlsx,.xlsm"
        isBusy={isBusy}
        onFile={onFile}
      >
        <Hint>
          {t('leads.import.limits', {
            limit: format.number(megabytes),
            needed: names(requiredColumns),
            more: names(optionalColumns),
          })}
        </Hint>
      </DropField>
      <div>
        <Button variant="subtle" onClick={saveSample}>
          {t('leads.import.sample.download')}
        </Button>
      </div>
    </>
  )
}
