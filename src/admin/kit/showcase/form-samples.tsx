import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Choices } from '#admin/kit/form/choices.tsx'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { CopyField } from '#admin/kit/form/copy-field.tsx'
import { DateTimeField } from '#admin/kit/form/date-time-field.tsx'
import { DropField } from '#admin/kit/form/drop-field.tsx'
import { Form } from '#admin/kit/form/form.tsx'
import { Segmented } from '#admin/kit/form/segmented.tsx'
import { Columns, FieldPair, Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'

const names = ['name', 'company', 'city', 'phone', 'website', 'note'] as const
const initial = { name: '', company: '', city: '', phone: '', website: '', note: '' }
const widths = ['phone', 'desktop'] as const

/** Fields, a form of many of them, and a question. */
export function FormSamples() {
  const [width, setWidth] = useState<(typeof widths)[number]>('phone')
  const [chosen, setChosen] = useState<string[]>(['desktop'])
  const [moment, setMoment] = useState('')
  const [file, setFile] = useState<File>()
  const [isAsking, setAsking] = useState(false)
  return (
    <Columns>
      <Panel title="Fields">
        <Segmented
          legend="Width"
          showsLegend
          options={widths.map((value) => ({ value, label: value }))}
          value={width}
          onChange={setWidth}
        />
        <Choices
          legend="Choices"
          values={widths}
          chosen={widths.filter((one) => chosen.includes(one))}
          label={(value) => value}
          onChange={setChosen}
        />
        <DateTimeField value={moment} error={undefined} onChange={setMoment} />
        <DropField title="Drop a file" choose="Choose a file" accept=".csv" onFile={setFile}>
          <Hint>{file?.name ?? 'CSV, up to 5 MB.'}</Hint>
        </DropField>
        <DropField title="Drop a picture or choose one" accept="image/*" onFile={setFile}>
          JPEG or PNG.
        </DropField>
        <CopyField label="Link" value="https://example.org/invitation/q8Zc1n0vT2" />
        <Stack>
          <Button variant="default" onClick={() => setAsking(true)}>
            Ask
          </Button>
        </Stack>
        <ConfirmDialog
          opened={isAsking}
          title="Delete it?"
          confirm="Delete"
          cancel="Keep"
          focus="cancel"
          onConfirm={() => setAsking(false)}
          onClose={() => setAsking(false)}
        >
          It cannot be brought back.
        </ConfirmDialog>
      </Panel>
      <Panel title="Form">
        <Form
          initial={initial}
          validate={{ name: (value) => (value.trim() === '' ? 'A name is needed' : null) }}
          send={async () => {}}
          submit="Save"
        >
          {(form) => (
            <FieldPair>
              {names.map((name) => (
                <TextInput key={name} label={name} {...form.getInputProps(name)} />
              ))}
            </FieldPair>
          )}
        </Form>
      </Panel>
    </Columns>
  )
}
