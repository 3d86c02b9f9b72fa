import { CountryName } from '#admin/kit/country/country-name.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { DataTable } from '#admin/kit/list/data-table.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { Note } from '#features/dashboard/admin/notes/note.tsx'
import type { DashboardMetrics, Performance } from '#features/dashboard/contract.ts'
import { unknownCountry } from '#shared/regions.ts'
import { nameCountry } from '#ui/typesetting.ts'

const mostCountries = 10

/** The ten countries with the most registrations. */
export function Countries({ geographic }: { geographic: DashboardMetrics['geographic'] }) {
  const { t, format, language } = useTexts()
  const rows = Object.entries(geographic)
    .sort(([, one], [, other]) => other.registrations - one.registrations)
    .slice(0, mostCountries)
  const nameOf = (code: string) =>
    code === unknownCountry ? t('dashboard.geographic.unknown') : nameCountry(code, language)
  const title = t('dashboard.geographic.title')
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        <EmptyState title={t('dashboard.geographic.none')} />
      ) : (
        <DataTable<[string, Performance]>
          caption={title}
          cardsBelow="narrow"
          rows={rows}
          keyOf={([code]) => code}
          columns={[
            {
              key: 'country',
              label: t('dashboard.geographic.country'),
              isRowHeader: true,
              cell: ([code]) =>
                code === unknownCountry ? t('dashboard.geographic.unknown') : <CountryName code={code} />,
            },
            {
              key: 'registrations',
              label: t('dashboard.registrations'),
              cell: ([country, { registrations, activations }]) => (
                <Note
                  figure={{ kind: 'country', country, registrations, activations }}
                  name={t('dashboard.within', {
                    figure: t('dashboard.registrations'),
                    name: nameOf(country),
                  })}
                  value={format.number(registrations)}
                />
              ),
            },
            {
              key: 'activations',
              label: t('dashboard.activations'),
              cell: ([, { activations }]) => format.number(activations),
            },
            {
              key: 'rate',
              label: t('dashboard.conversion'),
              cell: ([, { conversion_rate }]) => format.rate(conversion_rate),
            },
          ]}
        />
      )}
    </Panel>
  )
}
