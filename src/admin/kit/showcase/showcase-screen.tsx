import { useDirection, useMantineColorScheme } from '@mantine/core'
import { Segmented } from '#admin/kit/form/segmented.tsx'
import { FilterBar, Stack } from '#admin/kit/layout/columns.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { ChartSamples } from './chart-samples.tsx'
import { FormSamples } from './form-samples.tsx'
import { LayoutSamples } from './layout-samples.tsx'
import { ListSamples } from './list-samples.tsx'

const themes = ['light', 'dark'] as const
const directions = ['ltr', 'rtl'] as const

/** Every part of the kit, in both themes and directions. Only in development. */
export function ShowcaseScreen() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { dir, setDirection } = useDirection()
  return (
    <>
      <ScreenHeading title="The kit" intro="The parts that the admin's screens are made of." />
      <FilterBar>
        <Segmented
          legend="Theme"
          options={themes.map((value) => ({ value, label: value }))}
          value={colorScheme === 'dark' ? 'dark' : 'light'}
          onChange={setColorScheme}
        />
        <Segmented
          legend="Direction"
          options={directions.map((value) => ({ value, label: value }))}
          value={dir}
          onChange={setDirection}
        />
      </FilterBar>
      <Stack gap="large">
        <LayoutSamples />
        <FormSamples />
        <ListSamples />
        <ChartSamples />
      </Stack>
    </>
  )
}
