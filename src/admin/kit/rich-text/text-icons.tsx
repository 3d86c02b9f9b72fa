import type { ReactNode } from 'react'
import { Icon } from '#admin/kit/icons.tsx'

const strokes = {
  h1: 'M3 4v12M10 4v12M3 10h7M14 8.5l2.5-1.5v9',
  h2: 'M3 4v12M9.5 4v12M3 10h6.5M13 9c0-3 4.5-3 4.5 0 0 2-4.5 4-4.5 7h4.8',
  h3: 'M3 4v12M9.5 4v12M3 10h6.5M13 7.5h4.3L14.8 11c3.6-.3 3.6 5 .2 5-1 0-1.7-.4-2.2-1',
  paragraph: 'M9 16V4h6M12.5 4v12M9 10.5C4 10.5 4 4 9 4',
  bold: 'M6 4h4.5c4 0 4 6 0 6H6zm0 6h5.5c4.3 0 4.3 6 0 6H6z',
  italic: 'M8.5 4H15M5 16h6.5M12 4L8 16',
  link: 'M8.5 11.5l3-3M9 6.5l2-2a3.2 3.2 0 014.5 4.5l-2 2M11 13.5l-2 2A3.2 3.2 0 014.5 11l2-2',
  button: 'M2.5 6h15v8h-15zM6.5 10h7',
  clear: 'M4 5V4h10v1M9 4L7.5 13M5 16h5M12 12l4.5 4.5M16.5 12L12 16.5',
  bulletList: 'M7.5 5H17M7.5 10H17M7.5 15H17M3 5h1.2M3 10h1.2M3 15h1.2',
  orderedList:
    'M8.5 5H17M8.5 10H17M8.5 15H17M3 4l1.5-.8V7M3 9.5c0-1.6 2.4-1.6 2.4 0 0 1-2.4 1.6-2.4 2.8h2.5M3 14.2h2l-1 1.3c1.8 0 1.6 2-1 1.6',
  blockquote: 'M4 4v12M8 6.5h9M8 10h9M8 13.5h6',
  callout: 'M3 4h14v12H3zM6.5 8h7M6.5 11.5h5',
  warning: 'M10 3.5L17.5 16.5h-15zM10 8.5v4M10 14.2v.6',
  picture: 'M3 4h14v12H3zM3 13.5l4-4 3.5 3.5 2.5-2.5 4 4M12.8 7.6h.9',
  table: 'M3 4h14v12H3zM3 8h14M3 12h14M8 4v12M12.7 4v12',
  divider: 'M3 10h14M6 5.5h8M6 14.5h8',
  undo: 'M4 8h8.5c5.5 0 5.5 7.5 0 7.5H9M7.5 4.5L4 8l3.5 3.5',
  redo: 'M16 8H7.5C2 8 2 15.5 7.5 15.5H11M12.5 4.5L16 8l-3.5 3.5',
  rowAfter: 'M3 4h14v5H3zM10 12.5v5M7.5 15h5',
  columnAfter: 'M3 3h5v14H3zM12.5 10h5M15 7.5v5',
  headerRow: 'M3 4h14v12H3zM3 8h14M3 6h14',
  headerColumn: 'M3 4h14v12H3zM8 4v12M5.5 4v12',
  deleteRow: 'M3 4h14v5H3zM7.5 15h5',
  deleteColumn: 'M3 3h5v14H3zM12.5 10h5',
  deleteTable: 'M3 4h14v12H3zM7 7.5l6 5M13 7.5l-6 5',
}
/** The commands that have an icon. */
export type CommandName = keyof typeof strokes

const flipping: ReadonlySet<CommandName> = new Set([
  ...(['bulletList', 'orderedList', 'blockquote', 'callout', 'undo', 'redo'] as const),
  ...(['columnAfter', 'headerColumn', 'deleteColumn', 'clear'] as const),
])

/** The icon of a command. */
export function CommandIcon({ name }: { name: CommandName }): ReactNode {
  return (
    <Icon flips={flipping.has(name)}>
      <path d={strokes[name]} />
    </Icon>
  )
}
