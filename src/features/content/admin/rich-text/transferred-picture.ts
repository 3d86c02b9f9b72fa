/** The used part of `DataTransfer`, from the clipboard or from dragging. */
type Transfer = Pick<DataTransfer, 'files' | 'getData'>

/**
 * The picture that was pasted or dropped. Word and others add a picture of the text to the text itself, so a picture
 * counts only if there is no text.
 */
export function findTransferredPicture(transfer: Transfer | null): File | undefined {
  if (!transfer) return
  const file = [...transfer.files].find(({ type }) => type.startsWith('image/'))
  if (!file) return
  const html = transfer.getData('text/html')
  const words = html.replace(/<(style|title|script)[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]*>/gi, '')
  return words.replace(/&nbsp;/g, ' ').trim() === '' ? file : undefined
}
