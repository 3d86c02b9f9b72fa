import { type ReactNode, useRef, useState } from 'react'
import styles from './calendar.module.css'

/** In pixels, as in the stylesheet. */
const rowHeight = 44
/** So many rows are drawn as they are. */
const fewRows = 40
/** Rows above and below what is seen. */
const margin = 8

interface VirtualListProps<Item> {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  children: (item: Item) => ReactNode
}

/** A list of which only the rows that are seen are drawn, where it is long. All rows are equally high. */
export function VirtualList<Item>({ label, items, keyOf, children }: VirtualListProps<Item>) {
  const frame = useRef<HTMLDivElement>(null)
  const [first, setFirst] = useState(0)
  const isLong = items.length > fewRows
  const seen = isLong
    ? Math.ceil((frame.current?.clientHeight ?? 640) / rowHeight) + 2 * margin
    : items.length
  const start = isLong ? Math.max(0, Math.min(first - margin, items.length - seen)) : 0
  const shown = items.slice(start, start + seen)
  return (
    <div
      ref={frame}
      className={styles.frame}
      data-long={isLong || undefined}
      {...(isLong && { tabIndex: 0, role: 'group', 'aria-label': label })}
      onScroll={({ currentTarget }) => setFirst(Math.floor(currentTarget.scrollTop / rowHeight))}
    >
      <ul aria-label={label} style={isLong ? { blockSize: items.length * rowHeight } : {}}>
        {shown.map((item, index) => (
          <li
            key={keyOf(item)}
            aria-setsize={items.length}
            aria-posinset={start + index + 1}
            style={isLong ? { transform: `translateY(${start * rowHeight}px)` } : {}}
          >
            {children(item)}
          </li>
        ))}
      </ul>
    </div>
  )
}
