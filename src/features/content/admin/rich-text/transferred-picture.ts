/** The part of a clipboard or of what is dragged that matters here. */
type Transfer = Pick<DataTransfer, 'files' | 'getData'>

/**
 * The picture that was pasted or dropped. Word and others put a picture of the text beside the text itself: where there
 * is text, it is what was meant.
 */
export function findTransferredPicture(transfer: Transfer | null): File | undefined {
  if (!transfer) return
  const file = [...transfer.files].find(({ type }) => type.startsWith('image/'))
  if (!file) return
  const html = transfer.getData('text/html')
  const words = html.replace(/<(style|title|script)[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]*>/gi, '')
  return words.replace(/&nbsp;/g, ' ').trim() === '' ? file : undefined
}
