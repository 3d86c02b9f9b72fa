import { ActionIcon } from '@mantine/core'
import { CloseIcon } from '#admin/kit/icons.tsx'

/** Takes a row out of a list, and leaves the focus in the list. */
export function RemoveButton({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <ActionIcon
      variant="default"
      size={42}
      aria-label={label}
      onClick={({ currentTarget }) => {
        const list = currentTarget.closest('fieldset')
        onRemove()
        // The button itself is gone by then, or belongs to the next row.
        setTimeout(() => list?.querySelector<HTMLElement>(':scope > button')?.focus(), 0)
      }}
    >
      <CloseIcon />
    </ActionIcon>
  )
}
