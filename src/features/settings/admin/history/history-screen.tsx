import '#features/settings/admin/texts.ts'
import { useSearchParams } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { Rows } from '#admin/kit/layout/rows.tsx'
import { SelectFilter } from '#admin/kit/list/filters.tsx'
import { Pager } from '#admin/kit/list/pager.tsx'
import { StaleFrame } from '#admin/kit/list/stale-frame.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { EmptyState, Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { settingFields } from '#features/settings/admin/setting-fields.ts'
import styles from '#features/settings/admin/settings.module.css'
import { SettingsHead } from '#features/settings/admin/settings-head.tsx'
import { historyPageSize, useSettingChanges } from '#features/settings/admin/use-settings.ts'
import { settingPermissions } from '#features/settings/permissions.ts'
import { Revision } from './revision.tsx'

/** Who has changed which setting, when and why, and the way back. */
export function HistoryScreen() {
  const { t } = useTexts()
  const canRead = useCan(settingPermissions.readHistory)
  return (
    <>
      <SettingsHead section="history" />
      {canRead ? <History /> : <Notice>{t('settings.forbidden')}</Notice>}
    </>
  )
}

function History() {
  const { t } = useTexts()
  const [params, setParams] = useSearchParams()
  const key = params.get('key') ?? ''
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1)
  const query = useSettingChanges({ key, page, size: historyPageSize })
  const filter = (
    <search className={styles.filter} aria-label={t('settings.history.filter')}>
      <SelectFilter
        label={t('settings.history.setting')}
        any={t('settings.history.any')}
        options={settingFields.map((field) => ({ value: field.key, label: t(field.label) }))}
        value={key}
        onChange={(chosen) => setParams(chosen ? { key: chosen } : {})}
      />
    </search>
  )
  if (!query.data) {
    return (
      <>
        {filter}
        {query.isError ? (
          <LoadFailure query={query} describe={(reason) => t('settings.history.failed', { reason })} />
        ) : (
          <LoadingLines />
        )}
      </>
    )
  }
  const { items, total } = query.data
  return (
    <>
      {filter}
      {total === 0 ? (
        <EmptyState title={t(key ? 'settings.history.noneOfOne' : 'settings.history.none')}>
          {t('settings.history.noneText')}
        </EmptyState>
      ) : (
        <StaleFrame query={query}>
          <Rows as="ol">
            {items.map((revision) => (
              <Revision key={revision.id} revision={revision} />
            ))}
          </Rows>
          <Pager
            page={page}
            pageSize={historyPageSize}
            total={total}
            onPage={(next) => setParams({ ...(key && { key }), page: String(next) })}
          />
        </StaleFrame>
      )}
    </>
  )
}
