import { watchCopyCheck } from './copy-check.ts'
import { watchReadLinks } from './reading.ts'

// An entry of the client build: the loader imports it when something of it is first touched, or when the address names a page
// of the document.
const copy = document.getElementById('copy')
if (copy instanceof HTMLInputElement) watchCopyCheck(copy)

const read = document.getElementById('read')
if (read instanceof HTMLAnchorElement) watchReadLinks(read)
