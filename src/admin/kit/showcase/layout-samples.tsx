import { Button } from '@mantine/core'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Columns, Notices, Stack } from '#admin/kit/layout/columns.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Detail, Hint, Meta, Tag } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { Row, RowLink, Rows } from '#admin/kit/layout/rows.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { EmptyState, Notice } from '#admin/kit/notice.tsx'
import { samples } from './samples.ts'

const facts = [
  { name: 'Name', value: 'Ana Ñandú' },
  { name: 'Mails', value: '1,204' },
  { name: 'Bounced', value: '0', isQuiet: true },
]

/** Panels, rows, facts, notices and buttons. */
export function LayoutSamples() {
  return (
    <>
      <Notices>
        <Notice>Something to know.</Notice>
        <Notice kind="error" title="Something went wrong" actions={<Button variant="default">Retry</Button>}>
          And why.
        </Notice>
      </Notices>
      <Columns second="margin">
        <Panel title="Panel" aside={<Button variant="default">Beside it</Button>}>
          <Hint>A hint under the heading, in a sentence or two.</Hint>
          <Hint isError>What is wrong.</Hint>
          <Rows>
            {samples.map(({ id, name, city, state }) => (
              <Row key={id}>
                <span>
                  <RowLink to="/admin/kit">
                    <bdi>{name}</bdi>
                  </RowLink>
                  <Detail>{city}</Detail>
                </span>
                <Tag>{state}</Tag>
              </Row>
            ))}
          </Rows>
          <Meta>
            <b>Sent</b> <span>two days ago</span>
            <TextButton>
              Undo <VisuallyHidden>the sending</VisuallyHidden>
            </TextButton>
          </Meta>
          <ProgressBar label="Sent" value={40} max={100} />
          <ButtonRow>
            <Button>Save</Button>
            <Button variant="default">Discard</Button>
            <Button variant="subtle">Delete</Button>
          </ButtonRow>
        </Panel>
        <Panel title="Facts" size="small">
          <Stack gap="medium">
            <Facts facts={facts} />
            <Facts facts={facts} layout="ruled" />
            <Facts facts={facts} layout="inline" />
            <Facts facts={facts} layout="figures" />
          </Stack>
        </Panel>
      </Columns>
      <EmptyState title="Nothing yet">What will be here.</EmptyState>
    </>
  )
}
