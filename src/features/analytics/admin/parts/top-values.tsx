import type { ReactNode } from 'react'
import { RangeBar } from '#admin/kit/chart/range-bar.tsx'
import { CountryName } from '#admin/kit/country/country-name.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { DataTable } from '#admin/kit/list/data-table.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { devices, type VisitFigures } from '#features/analytics/contract.ts'
import { isLanguage, languageNames } from '#shared/languages.ts'

type Values = NonNullable<VisitFigures['top'][keyof VisitFigures['top']]>
export type ListedDimension = 'page' | 'source' | 'country' | 'language' | 'device' | 'utm_campaign'

/** The commonest values of a dimension, each with its visits as a share of the first. */
export function TopValues({ dimension, values }: { dimension: ListedDimension; values: Values }) {
  const { t, format } = useTexts()
  const title = t(`visits.top.${dimension}`)
  const most = Math.max(1, ...values.map(({ visits }) => visits))
  return (
    <Panel title={title} size="small">
      <DataTable
        caption={title}
        cardsBelow="never"
        rows={values}
        keyOf={({ value }) => value}
        columns={[
          {
            key: 'value',
            label: <VisuallyHidden>{title}</VisuallyHidden>,
            isRowHeader: true,
            cell: ({ value, visits }) => (
              <>
                <ValueName dimension={dimension} value={value} />
                <RangeBar least={visits / most} most={visits / most} isThin />
              </>
            ),
          },
          {
            key: 'visits',
            label: t('visits.visits'),
            width: '5rem',
            cell: ({ visits }) => format.number(visits),
          },
          {
            key: 'views',
            label: t('visits.views'),
            width: '5rem',
            cell: ({ views }) => format.number(views),
          },
        ]}
      />
    </Panel>
  )
}

function ValueName({ dimension, value }: { dimension: ListedDimension; value: string }): ReactNode {
  const { t } = useTexts()
  if (dimension === 'country') return value === '' ? t('visits.unknown') : <CountryName code={value} />
  if (dimension === 'page') return <bdi dir="ltr">{value}</bdi>
  if (dimension === 'language' && isLanguage(value)) return <bdi lang={value}>{languageNames[value]}</bdi>
  const device = dimension === 'device' && devices.find((one) => one === value)
  if (device) return t(`visits.devices.${device}`)
  return value === '' ? t('visits.direct') : <bdi>{value}</bdi>
}
