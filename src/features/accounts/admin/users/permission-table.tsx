import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { nameArea } from '#admin/kit/texts/permission-texts.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { mayDo, type PermissionGroup, shownLevels } from '#features/accounts/admin/parts/permission-groups.ts'
import { ActionName, Mark, useLevelNames } from './permission-marks.tsx'
import styles from './permissions.module.css'

/** All permissions by feature, with a column for each level. */
export function PermissionTable({ groups }: { groups: readonly PermissionGroup[] }) {
  const { t } = useTexts()
  const names = useLevelNames()
  return (
    <table className={styles.table}>
      <VisuallyHidden as="caption">{t('permissions.caption')}</VisuallyHidden>
      <thead>
        <tr>
          <th scope="col">{t('permissions.action')}</th>
          {shownLevels.map((level) => (
            <th key={level} scope="col">
              {names[level]}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ feature, entries }) => (
        <tbody key={feature}>
          <tr>
            <th scope="rowgroup" colSpan={shownLevels.length + 1} className={styles.area}>
              {nameArea(feature, t)}
            </th>
          </tr>
          {entries.map((entry) => (
            <tr key={entry.action}>
              <th scope="row">
                <ActionName entry={entry} />
              </th>
              {shownLevels.map((level) => (
                <td key={level}>
                  <Mark isAllowed={mayDo(level, entry.least)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}
