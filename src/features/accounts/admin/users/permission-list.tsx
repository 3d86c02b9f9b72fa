import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useUser } from '#admin/kit/api/api-context.tsx'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { nameArea } from '#admin/kit/texts/permission-texts.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { mayDo, type PermissionGroup, shownLevels } from '#features/accounts/admin/parts/permission-groups.ts'
import { levelOf } from '#shared/roles.ts'
import { ActionName, Mark, useLevelNames } from './permission-marks.tsx'
import styles from './permissions.module.css'

/** What one level may do, chosen above; the user's own at first. */
export function PermissionList({ groups }: { groups: readonly PermissionGroup[] }) {
  const { t, format } = useTexts()
  const user = useUser()
  const names = useLevelNames()
  const [level, setLevel] = useState(levelOf(user))
  const all = groups.flatMap(({ entries }) => entries)
  const allowed = all.filter(({ least }) => mayDo(level, least))
  return (
    <Stack>
      <NativeSelect
        size="md"
        label={t('permissions.choose')}
        rightSection={<ChevronIcon />}
        value={level}
        data={shownLevels.map((one) => ({ value: one, label: names[one] }))}
        onChange={({ currentTarget: { value } }) =>
          setLevel(shownLevels.find((one) => one === value) ?? level)
        }
      />
      <Hint role="status">
        {t('permissions.mayDo', {
          number: format.number(allowed.length),
          total: format.number(all.length),
        })}
      </Hint>
      {groups.map(({ feature, entries }) => (
        <Panel key={feature} size="small" title={nameArea(feature, t)}>
          <ul className={styles.list}>
            {entries.map((entry) => (
              <li key={entry.action}>
                <Mark isAllowed={mayDo(level, entry.least)} />
                <p>
                  <ActionName entry={entry} />
                </p>
              </li>
            ))}
          </ul>
        </Panel>
      ))}
    </Stack>
  )
}
