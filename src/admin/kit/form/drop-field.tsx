import { Button } from '@mantine/core'
import { type DragEvent, type ReactNode, useState } from 'react'
import styles from './form.module.css'

interface DropFieldProps {
  title: string
  /** The label of the button; without it, the whole field is clickable. */
  choose?: string
  /** What the file picker offers. */
  accept: string
  isBusy?: boolean
  /** Takes several files at once; otherwise the first of those that are given. */
  isMultiple?: boolean
  onFile: (file: File) => void
  /** Which files are taken. */
  children?: ReactNode
}

/** A field that files are dropped on or chosen with. */
export function DropField({
  title,
  choose,
  accept,
  isBusy,
  isMultiple = false,
  onFile,
  children,
}: DropFieldProps) {
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null) => {
    for (const file of isMultiple ? (files ?? []) : [...(files ?? [])].slice(0, 1)) onFile(file)
  }
  const input = (
    <input
      type="file"
      accept={accept}
      multiple={isMultiple}
      onChange={({ currentTarget }) => {
        take(currentTarget.files)
        // So that the same file can be chosen again after it was corrected.
        currentTarget.value = ''
      }}
    />
  )
  // Where there is no button, the field itself is the label of the input.
  const Field = choose === undefined ? 'label' : 'div'
  return (
    <Field
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event: DragEvent) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <span className={styles.dropTitle}>{title}</span>
      {choose === undefined ? (
        input
      ) : (
        <Button component="label" loading={isBusy ?? false}>
          {choose}
          {input}
        </Button>
      )}
      {children}
    </Field>
  )
}
