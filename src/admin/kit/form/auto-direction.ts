/**
 * For `ref` of a text field: it is read from right to left where what is typed into it is. Mantine puts `dir` on the box around a field,
 * where `auto` cannot see what is typed.
 */
export function autoDirection(field: HTMLInputElement | HTMLTextAreaElement | null): void {
  if (field) field.dir = 'auto'
}
